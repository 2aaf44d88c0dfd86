import { describe, expect, test } from 'vitest';
import { createMatcher } from '../../src/services/guilds/blocklist/matcher.ts';
import { isUserError } from '../../src/lib/user-error.ts';
import { parseRule } from '../../src/services/guilds/blocklist/rule.ts';

const finds = (rules: string[], prompt: string, exceptions: string[] = []): string | undefined =>
  createMatcher(rules, exceptions)(prompt)?.rule;

const problem = (text: string): string | undefined => {
  try {
    parseRule(text);
    return undefined;
  } catch (error) {
    return isUserError(error) ? error.code : 'another error';
  }
};

describe('a word', () => {
  test.each([
    'a nude figure',
    'NUDE',
    'nude, standing',
    '"nude"',
    'nude-figure',
    '{cat|nude}',
    'nude!',
    'a cat\nnude',
  ])('is found in %j', (prompt) => {
    expect(finds(['nude'], prompt)).toBe('nude');
  });

  test.each(['denuded hills', 'a nudelike shape', 'nudes', 'node', 'n ude'])(
    'is not found in %j, which has it not as a whole word',
    (prompt) => {
      expect(finds(['nude'], prompt)).toBeUndefined();
    },
  );

  test('is named as it was typed', () => {
    expect(finds(['  Nude '], 'a nude figure')).toBe('Nude');
  });

  test('is found whether case folds by one letter or by two', () => {
    expect(finds(['Straße'], 'in der STRASSE')).toBe('Straße');
    expect(finds(['ΟΔΟΣ'], 'στην οδος εδώ')).toBe('ΟΔΟΣ');
  });

  test.each([
    ['full-width letters', 'ｎｕｄｅ'],
    ['mathematical letters', '𝓷𝓾𝓭𝓮'],
    ['circled letters', 'ⓝⓤⓓⓔ'],
    ['Cyrillic letters', 'nudе'],
    ['Greek letters', 'nυdε'],
    ['small capitals', 'ɴᴜᴅᴇ'],
    ['accents', 'ñüdé'],
    ['stacked marks', 'n̸̢u̷͠d̴e̶'],
    ['invisible characters', 'n\u200bu\u00add\u2060e'],
    ['digits', 'nud3'],
    ['dots', 'n.u.d.e'],
    ['spaces', 'n u d e'],
    ['underscores', 'N_U_D_E'],
    ['spaces after a word of one letter', 'a n u d e'],
    ['a phrase of such words', 's o   n u d e'],
    ['a drawl', 'nuuude'],
    ['a drawl at its end', 'nudeeee'],
    ['Cherokee letters', 'nudᎬ'],
    ['letter emoji', '🇳🇺🇩🇪'],
    ['square emoji', '🅽🆄🅳🅴'],
    ['bracketed letters', '⒩⒰⒟⒠'],
    ['bracketed capitals', '🄝🄤🄓🄔'],
  ])('is found in the disguise of %s', (_how, disguise) => {
    expect(finds(['nude'], `a ${disguise} figure`)).toBe('nude');
  });

  test.each(['k i l l', 'k   i   l   l', `k...i...l"l`, 'k"i"l"l', 'kiiilll', 'kkkiiill'])(
    'is found in %s, spaced or drawn out letter by letter',
    (disguise) => {
      expect(finds(['kill'], `a ${disguise} scene`)).toBe('kill');
    },
  );

  test.each(['H E L L O', 'S H E L L', 'hellooo'])('is not found in a part of the harmless %s', (word) => {
    expect(finds(['hell'], `a sign that says ${word}`)).toBeUndefined();
  });

  test('is found with signs in the place of letters', () => {
    expect(finds(['ass'], 'a$$')).toBe('ass');
    expect(finds(['ass'], 'an @ss here')).toBe('ass');
    expect(finds(['kill'], 'k1ll and ki11')).toBe('kill');
    expect(finds(['bill'], 'bi1l')).toBe('bill');
  });

  test('is not found in sizes, sums and flags', () => {
    expect(finds(['ed', 'ak', 'so', 'us', 'leet', 's'], '3d, 4k, 50 cats, 1337, $5, 🇺🇸')).toBeUndefined();
  });

  test('of a script without spaces is found within a sentence', () => {
    expect(finds(['裸'], '森の裸の人')).toBe('裸');
    expect(finds(['裸'], '森の人')).toBeUndefined();
    expect(finds(['ﾋﾛｲﾝ'], 'ヒロインの絵')).toBe('ﾋﾛｲﾝ');
  });

  test('of an Indic script keeps its vowel signs', () => {
    expect(finds(['की'], 'का घर')).toBeUndefined();
    expect(finds(['की'], 'उस की घर')).toBe('की');
  });
});

describe('a phrase', () => {
  test('is found whatever stands between its words', () => {
    for (const prompt of ['dead body', 'a dead   body', 'dead-body', 'DEAD\nBODY', 'dead… b0dy'])
      expect(finds(['dead body'], prompt)).toBe('dead body');
  });

  test('is not found when its words stand apart or in another order', () => {
    expect(finds(['dead body'], 'dead tree, body of water')).toBeUndefined();
    expect(finds(['dead body'], 'body dead')).toBeUndefined();
  });
});

describe('an exception', () => {
  test('lets through what it covers, and only that', () => {
    expect(finds(['nude'], 'a nude mouse', ['nude mouse'])).toBeUndefined();
    expect(finds(['nude'], 'a nude mouse and a nude man', ['nude mouse'])).toBe('nude');
  });

  test('covers what a disguised word or an expression would find', () => {
    expect(finds(['/nud/'], 'a Nudibranch', ['nudibranch'])).toBeUndefined();
    expect(finds(['nude'], 'a nude beach', ['/nude (beach|mouse)/'])).toBeUndefined();
  });

  test('keeps the words around it from becoming a phrase', () => {
    expect(finds(['dead body'], 'dead antique body', ['antique'])).toBeUndefined();
  });
});

describe('an expression', () => {
  test('is found anywhere, without case, and behind disguises', () => {
    expect(finds(['/nud(e|ity)/'], 'denuded')).toBe('/nud(e|ity)/');
    expect(finds(['/nud(e|ity)/i'], 'NUDITY')).toBe('/nud(e|ity)/i');
    expect(finds(['/nud(e|ity)/'], 'ｎudіtу')).toBe('/nud(e|ity)/');
    expect(finds(['/nud(e|ity)/'], 'a node')).toBeUndefined();
  });

  test.each([
    ['/(a+)+$/', 'a'],
    ['/(a|aa)+$/', 'a'],
    ['/(.*)(.*)(.*)(.*)(.*)=/', 'x'],
  ])('%s does not hold up the bot', (rule, letter) => {
    const matcher = createMatcher([rule], []);
    const begun = performance.now();
    matcher(`${letter.repeat(5_999)}!`);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('what is shown of a prompt', () => {
  const part = (rule: string, prompt: string, exceptions: string[] = []): string | undefined => {
    const found = createMatcher([rule], exceptions)(prompt);
    if (!found) throw new Error('nothing found');
    return found.part;
  };

  test('is the words of a rule, and what an expression found', () => {
    expect(part('nude', 'a NUDÉ fox')).toBe('nude');
    expect(part('/nud(e|ity)/', 'a DeNudity')).toBe('Nudity');
    expect(part('/nud(e|ity)/', 'a nüdіtу')).toBe('nudity');
    expect(part('/fox.*hill/', 'a fox on the hill', ['on the'])).toBe('fox … hill');
  });

  test('is nothing where it is nothing, or takes long to find', () => {
    expect(part(String.raw`/\b/`, 'a fox')).toBeUndefined();
    expect(part('/([a-z ]{1,28} ?){8}$/', 'a fox '.repeat(1_000))).toBeUndefined();
  });
});

describe('what cannot be a rule', () => {
  test.each([
    ['', 'rule-empty'],
    ['  ', 'rule-empty'],
    ['!?', 'rule-empty'],
    ['//', 'rule-empty'],
    ['x'.repeat(201), 'rule-too-long'],
    ['/a/g', 'rule-with-unknown-flags'],
    ['/(/', 'rule-unreadable'],
    [String.raw`/(a)\1/`, 'rule-unreadable'],
    ['/(?=a)b/', 'rule-unreadable'],
    ['/a{1000}/', 'rule-too-large'],
    ['/((((a{10}){10}){10}){10}){10}/', 'rule-unreadable'],
    ['/a*/', 'rule-matches-everything'],
  ])('%j: %s', (text, kind) => {
    expect(problem(text)).toBe(kind);
  });
});

test('what is wrong with an expression is named with its part', () => {
  const rule = '/(?=a)/';
  const reason = 'invalid or unsupported Perl syntax: (?=';
  expect(() => parseRule(rule)).toThrow(
    expect.objectContaining({ code: 'rule-unreadable', facts: { rule, reason } }),
  );
});
