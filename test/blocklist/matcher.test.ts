import { describe, expect, test, vi } from 'vitest';
import { compile, createMatcher, finish, matcherOf } from '../../src/services/guilds/blocklist/matcher.ts';
import { isUserError } from '../../src/lib/user-error.ts';
import { parseRule } from '../../src/services/guilds/blocklist/rule.ts';

const finds = (rules: string[], prompt: string, exceptions: string[] = []): string | undefined =>
  createMatcher(rules, exceptions)(prompt);

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

  test.each([
    'k i i i l l l',
    'k 1 l l',
    'k ! l l',
    'k–i–l–l',
    'k—1—l—l',
    'k🔪i🔪l🔪l',
    'K . I . L . L',
    'i k i l l',
    'kiiiii11111',
    'k|i|l|l',
  ])('is found in %s, which combines them', (disguise) => {
    expect(finds(['kill'], `a ${disguise} scene`)).toBe('kill');
  });

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

  test.each([
    'd e a d b o d y',
    'd e a d  b o d y',
    'dead b o d y',
    'a d-e-a-d-b-0-d-y',
    'd 3 a d b o o o d y',
  ])('is found in %s, spelled out letter by letter', (prompt) => {
    expect(finds(['dead body'], prompt)).toBe('dead body');
  });

  test('is not found when its words are one', () => {
    expect(finds(['the rapist'], 'a therapist')).toBeUndefined();
  });

  test('is not found when its words stand apart or in another order', () => {
    expect(finds(['dead body'], 'dead tree, body of water')).toBeUndefined();
    expect(finds(['dead body'], 'body dead')).toBeUndefined();
  });
});

describe('a star', () => {
  test.each([
    ['nude*', 'a nudelike shape'],
    ['nude*', 'NUDES'],
    ['nude*', 'n u d e s'],
    ['nude*', 'a nuuudist and nud3s'],
    ['*nude', 'seminude'],
    ['*nude*', 'denuded hills'],
    ['**nude**', 'denuded hills'],
    ['*ll*', 'a fill'],
    ['*lk', 'some milk'],
    ['nackt*', 'Nacktbaden'],
    ['*bad*', 'im Freibadbereich'],
    ['dead bod*', 'dead bodies'],
    ['*dead body', 'undead body'],
    ['dead* body', 'a deadly body'],
    ['dead *body', 'dead somebody'],
    ['dead* *body', 'deadly somebody'],
    ['*a* b*', 'xay bo'],
    ['裸*', '森の裸の人'],
  ])('%s is found in %j', (rule, prompt) => {
    expect(finds([rule], prompt)).toBe(rule);
  });

  test.each([
    ['nude*', 'seminude'],
    ['*nude', 'nudes'],
    ['*nude*', 'nu de'],
    ['*as*', 'a glaces'],
    ['dead* body', 'dead my body'],
    ['dead *body', 'dead bodyguard'],
    ['f*ck', 'flick'],
  ])('%s is not found in %j', (rule, prompt) => {
    expect(finds([rule], prompt)).toBeUndefined();
  });

  test('within a word is a sign like any other', () => {
    expect(finds(['f*ck'], 'what the F*CK')).toBe('f*ck');
  });
});

describe('an exception', () => {
  test('lets through what it covers, and only that', () => {
    expect(finds(['nude'], 'a nude mouse', ['nude mouse'])).toBeUndefined();
    expect(finds(['nude'], 'a nude mouse and a nude man', ['nude mouse'])).toBe('nude');
  });

  test('covers what a rule with a star would find', () => {
    expect(finds(['nud*'], 'a Nudibranch', ['nudibranch'])).toBeUndefined();
    expect(finds(['nude'], 'a nude beach', ['nude bea*'])).toBeUndefined();
    expect(finds(['*ass*'], 'a glass of bass', ['*glass*'])).toBe('*ass*');
  });

  test('of a script without spaces covers no more than itself', () => {
    expect(finds(['裸'], '裸足の人', ['裸足'])).toBeUndefined();
    expect(finds(['裸'], '裸足の裸の人', ['裸足'])).toBe('裸');
  });

  test('keeps the words around it from becoming a phrase', () => {
    expect(finds(['dead body'], 'dead antique body', ['antique'])).toBeUndefined();
  });
});

describe('what cannot be a rule', () => {
  test.each([
    '',
    '  ',
    '!?',
    '*',
    'x'.repeat(201),
    'ﷺ'.repeat(20),
    '//',
    '/nud(e|ity)/',
    '/nude/i',
    String.raw`/\bcl(o|0)wn s?`,
    'nud(e|ity)/gi',
    '／nude／',
  ])('%j', (text) => {
    expect(problem(text)).toBe('not-a-rule');
  });
});

describe('the work for a prompt', () => {
  /** Steps from symbol to symbol, and from letter to letter. */
  const stepsFor = (rules: string[], prompt: string, exceptions: string[] = []): number => {
    const matcher = createMatcher(rules, exceptions);
    const [gets, adds] = [vi.spyOn(Map.prototype, 'get'), vi.spyOn(Set.prototype, 'add')];
    matcher(prompt);
    const steps = gets.mock.calls.length + adds.mock.calls.length;
    gets.mockRestore();
    adds.mockRestore();
    return steps;
  };
  const many = (count: number, rule: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => rule(index));
  const alike = many(1_000, (index) => `${'a '.repeat(1 + (index % 50))}k${index}`);
  const stars = many(90, (index) => `*${'ab'.repeat(1 + index)}`);
  const looks = many(1_000, (index) =>
    index.toString(2).padStart(10, '0').replaceAll('0', 'i').replaceAll('1', 'l'),
  );

  test.each([
    ['phrases that begin alike', alike, 'a '.repeat(3_000)],
    ['what begins alike within a word', stars.map((rule) => `${rule}x`), 'ab'.repeat(3_000)],
    ['what looks alike', looks.map((rule) => `${rule} k`), '1111111111 '.repeat(545)],
    ['drawn-out letters', many(50, (index) => `${'ai'.repeat(1 + index)}x`), 'aaaaaiiiii'.repeat(600)],
    ['letters one by one', alike, 'a b '.repeat(1_500)],
    ['signs', looks, '1l!|'.repeat(1_500)],
    ['words with a star inside', many(1_000, (index) => `a* *b* c${index}`), 'ab ab '.repeat(1_000)],
  ])('grows with its length alone: %s', (_what, rules, prompt) => {
    for (const steps of [stepsFor(rules, prompt), stepsFor([prompt.slice(0, 9)], prompt, rules)])
      expect(steps).toBeLessThan(700_000);
  });

  test('leaves others their turn between its passes, and never compares longer than it may', () => {
    const rules = finish(compile(many(1_000, (index) => `a* *b* c${index}`)));
    const search = matcherOf(rules, rules)('ab ab '.repeat(1_000));
    const compared: number[] = [];
    for (let isDone = false; !isDone;) {
      const adds = vi.spyOn(Set.prototype, 'add');
      isDone = search.next().done === true;
      compared.push(adds.mock.calls.length);
      adds.mockRestore();
    }
    expect(compared).toHaveLength(4);
    expect(Math.max(...compared)).toBeLessThan(4_000);
  });

  test('for a long list is done piece by piece', () => {
    expect([...compile(alike)].length).toBeGreaterThan(10);
  });

  test('has an end: what is as long as eighteen others is declined', () => {
    expect(() => createMatcher(['fox'], [])('ﷺ'.repeat(6_000))).toThrow(
      expect.objectContaining({ code: 'prompt-too-long' }),
    );
    expect(finds(['fox'], `${'ﷺ'.repeat(600)} fox`)).toBe('fox');
  });

  test('that is too much stops nothing from being blocked, and lets nothing more through', () => {
    const rules = many(1_000, (index) => `a* *b* c${index}`);
    const prompt = `${'ab ab '.repeat(900)} c7`;
    expect(finds([...rules, 'fox'], `${prompt} fox`)).toBeDefined();
    expect(finds(['fox'], `${prompt} fox`, rules)).toBe('fox');
  });
});
