import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../src/services/requests/families/index.ts';
import { isUserError } from '../../src/lib/user-error.ts';

const ruleOf = (build: () => unknown): unknown => {
  try {
    build();
  } catch (error) {
    if (isUserError(error)) return { code: error.code, ...error.facts };
    throw error;
  }
  throw new Error('Expected a broken rule');
};

type Options<F extends keyof typeof FAMILIES> = Partial<Parameters<(typeof FAMILIES)[F]['build']>[0]>;
const artgen = (options: Options<'artgen'>) => FAMILIES.artgen.build({ prompt: 'fox', ...options }).body;
const gen = (options: Options<'gen'>) => {
  const { body, notes } = FAMILIES.gen.build({ prompt: 'fox', ...options });
  return { body, notes };
};
const url = (name: string | number) => `https://pictures.example/${name}.png`;

describe('an artgen request', () => {
  test('holds only what was chosen', () => {
    expect(
      artgen({ mode: undefined, timeout: undefined, hookUrl: undefined, style: undefined, without: ' ' }),
    ).toEqual({ prompt: 'fox' });
    expect(artgen({ mode: 'relaxed', timeout: 300, hookUrl: 'https://hooks.example/a?b=c' })).toEqual({
      prompt: 'fox',
      mode: 'relaxed',
      timeout: 300,
      hookUrl: 'https://hooks.example/a?b=c',
    });
  });

  test.each([300, 301, 1200])('takes a timeout of %d seconds', (timeout) => {
    expect(artgen({ timeout }).timeout).toBe(timeout);
  });

  test.each([299, 1201, 0, -600, 600.5, Number.NaN])('refuses a timeout of %d seconds', (timeout) => {
    expect(ruleOf(() => artgen({ timeout }))).toEqual({
      code: 'timeout-out-of-range',
      timeout,
      minimum: 300,
      maximum: 1200,
    });
  });

  test('refuses an unknown mode and tells the known ones', () => {
    expect(ruleOf(() => artgen({ mode: 'turbo' }))).toEqual({
      code: 'unknown-choice',
      option: 'mode',
      value: 'turbo',
      choices: ['relaxed', 'fast'],
    });
  });
});

describe('a prompt', () => {
  const builders = [artgen, (options: { prompt: string }) => gen(options).body];

  test.each(builders)('is sent as typed, blanks and all (%#)', (build) => {
    const prompt = '  红狐 🦊\n ';
    expect(build({ prompt })).toEqual({ prompt });
  });

  test.each(builders)('of nothing but blanks is empty (%#)', (build) => {
    for (const prompt of ['', '  ', '\n\t\u3000', '\u200b\u2060', '\ufeff \u00ad', '\u3164\u2800']) {
      expect(ruleOf(() => build({ prompt }))).toEqual({ code: 'prompt-empty' });
    }
  });

  test.each(builders)('with something to see among what nobody sees is sent as typed (%#)', (build) => {
    for (const prompt of ['\u200ba\u00ad fox\ufeff', '\u3164👨\u200d👩\u200d👧', '\u2060 .'])
      expect(build({ prompt })).toEqual({ prompt });
  });

  test.each(builders)('may have 6,000 characters and no more, an emoji counting as one (%#)', (build) => {
    expect(build({ prompt: '🦊'.repeat(6_000) }).prompt).toHaveLength(12_000);
    expect(ruleOf(() => build({ prompt: 'x'.repeat(6_001) }))).toEqual({
      code: 'prompt-too-long',
      length: 6_001,
      limit: 6_000,
    });
  });
});

describe('a gen request', () => {
  test('holds only what was chosen', () => {
    expect(gen({})).toEqual({ body: { prompt: 'fox' }, notes: [] });
    expect(
      gen({
        model: 'gen-image-2',
        aspectRatio: '9:16',
        size: '1K',
        references: [url('a')],
        hookUrl: url('hook'),
      }),
    ).toEqual({
      body: {
        prompt: 'fox',
        model: 'gen-image-2',
        aspect_ratio: '9:16',
        size: '1K',
        referImages: [url('a')],
        hookUrl: url('hook'),
      },
      notes: [],
    });
  });

  test.each([
    ['model', { model: 'gen-image-1' }],
    ['aspect_ratio', { aspectRatio: '3:2' }],
    ['size', { size: '2K' }],
  ] as const)('refuses an unknown %s', (option, chosen) => {
    const [value] = Object.values(chosen);
    expect(ruleOf(() => gen(chosen))).toMatchObject({ code: 'unknown-choice', option, value });
  });
});

describe('an output size', () => {
  test('is sent as typed, in the form the service reads, and a correction is noted', () => {
    expect(gen({ size: '4K', outputSize: ' 100 X 100 ' })).toEqual({
      body: { prompt: 'fox', size: '4K', output_size: '100x100' },
      notes: [{ kind: 'output-size-corrected', requested: '100x100', width: 816, height: 816 }],
    });
  });

  test('that keeps the rules is not noted', () => {
    expect(gen({ size: '4K', outputSize: '1024x1024' }).notes).toEqual([]);
  });

  test('without a size means 4K, which is noted', () => {
    expect(gen({ outputSize: '1024x1024' })).toEqual({
      body: { prompt: 'fox', size: '4K', output_size: '1024x1024' },
      notes: [{ kind: 'size-set-to-4k' }],
    });
  });

  test('does not go with 1K', () => {
    expect(ruleOf(() => gen({ size: '1K', outputSize: '1024x1024' }))).toEqual({
      code: 'output-size-needs-4k',
    });
  });

  test.each(['big', '', '1024', '0x0'])("that can't be read is refused: %j", (outputSize) => {
    expect(ruleOf(() => gen({ size: '4K', outputSize }))).toEqual({
      code: 'unreadable-output-size',
      outputSize,
    });
  });
});

describe('addresses', () => {
  test.each([
    ['spaces', `${url(1)} ${url(2)}\n${url(3)}`],
    ['commas', `${url(1)},${url(2)},${url(3)}`],
    ['both', ` ${url(1)}, ${url(2)} , ${url(3)}, `],
    ['semicolons', `${url(1)};${url(2)}; ${url(3)}`],
    ['lines, in signs that show nothing', `\u200e${url(1)}\u200b\n\ufeff${url(2)}\r\n${url(3)}\u2060`],
    ['markdown', `<${url(1)}> [a fox](${url(2)}) ||${url(3)}||`],
    ['markdown that touches', `[](<${url(1)}>), || <${url(2)}> ||;[b](${url(3)})`],
    ['quotes', `"${url(1)}", “${url(2)}” «${url(3)}»`],
    ['the signs of sentences', `${url(1)}. ${url(2)}! (${url(3)}).`],
  ])('of references may be parted by %s', (_, referenceUrls) => {
    expect(gen({ referenceUrls }).body.referImages).toEqual([url(1), url(2), url(3)]);
  });

  test('of references may hold commas themselves', () => {
    const referenceUrls = 'https://pictures.example/w_1,h_2/a.png,https://pictures.example/b.png';
    expect(gen({ referenceUrls }).body.referImages).toEqual(referenceUrls.split(/,(?=https)/));
  });

  test('of references come after those that were attached', () => {
    expect(gen({ references: [url(1)], referenceUrls: url(2) }).body.referImages).toEqual([url(1), url(2)]);
  });

  test('of references keep their own brackets and semicolons', () => {
    const own = 'https://pictures.example/fox_(1);v=2';
    expect(gen({ referenceUrls: `[it](${own}) ${own}` }).body.referImages).toEqual([own, own]);
  });

  test.each([
    ['https://discord.com/channels/1/2/3', 'message'],
    ['https://ptb.discord.com/channels/@me/2/3', 'message'],
    ['https://tenor.com/view/cat-gif-1', 'page'],
    ['https://imgur.com/gallery/abc', 'page'],
  ])('of pages are refused with what helps: %s', (address, reason) => {
    const facts = { code: 'unusable-url', option: 'reference_urls', reason, url: address };
    expect(ruleOf(() => gen({ referenceUrls: `<${address}>` }))).toEqual(facts);
  });

  test.each([
    'https://i.imgur.com/abc.png',
    'https://media.tenor.com/x/cat.gif',
    'https://imgur.com/abc.png',
  ])('of pictures beside such pages are taken: %s', (address) => {
    expect(gen({ referenceUrls: address }).body.referImages).toEqual([address]);
  });

  test('that were left blank are not sent', () => {
    expect(gen({ references: [], referenceUrls: ' , ' }).body).toEqual({ prompt: 'fox' });
  });

  test('may be ten references and no more', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => url(index));
    expect(gen({ references: many(4), referenceUrls: many(6).join(' ') }).body.referImages).toHaveLength(10);
    expect(ruleOf(() => gen({ references: many(5), referenceUrls: many(6).join(' ') }))).toEqual({
      code: 'too-many-references',
      count: 11,
      limit: 10,
    });
  });

  test.each([
    ['pictures.example/a.png', 'pictures.example/a.png'],
    [`${url(1)} b.png`, `${url(1)} b.png`],
    ['https://', 'https://'],
    ['ftp://pictures.example/a.png', 'ftp://pictures.example/a.png'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['https://me:secret@pictures.example/a.png', url('a')],
  ])('like %j are refused by the name of the option', (bad, shown) => {
    for (const [option, build] of [
      ['reference_urls', () => gen({ referenceUrls: bad })],
      ['reference', () => gen({ references: [bad] })],
      ['hook_url', () => gen({ hookUrl: bad })],
      ['hook_url', () => artgen({ hookUrl: bad })],
    ] as const) {
      expect(ruleOf(build)).toEqual({ code: 'unusable-url', option, reason: 'address', url: shown });
    }
  });
});

test.each(['HTTPS://Example.com', 'https://example.com/a%2Fb/../c?x=ä#part', 'http://example.com:80/'])(
  'an address goes to the service byte for byte as it was typed: %s',
  (typed) => {
    expect(gen({ referenceUrls: typed, hookUrl: typed }).body).toMatchObject({
      referImages: [typed],
      hookUrl: typed,
    });
  },
);

test('a ratio beside an exact size is sent, and the card says which one counts', () => {
  const { body, notes } = gen({ aspectRatio: '16:9', outputSize: '1920x1088' });
  expect(body).toMatchObject({ aspect_ratio: '16:9', output_size: '1920x1088' });
  expect(notes).toContainEqual({ kind: 'ratio-overridden', ratio: '16:9' });
});
