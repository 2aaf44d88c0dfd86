const LONG = 'long '.repeat(4_000);

/** Texts that something, somewhere, has stumbled over. */
export const TEXTS = [
  '',
  ' ',
  '__proto__',
  'constructor',
  '\u0000\u0007\u001b[31m',
  '\ud800',
  '\u202e\u2066reversed\u200b',
  '@everyone <@1> <#1> </x:1> <t:1:R> https://example.com ||x|| ```',
  "'; DROP TABLE easel; --",
  '${7*7} {{7*7}} %s %n',
  'z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '👨‍👩‍👧‍👦'.repeat(200),
  '\n'.repeat(3_000),
  '> '.repeat(2_000),
  '*_~|`'.repeat(2_000),
  LONG,
] as const satisfies readonly [string, ...string[]];

/** Addresses that must not be fetched, or lead nowhere. */
export const ADDRESSES = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'http://',
  'http://127.0.0.1:1/nobody.png',
  'http://user:password@127.0.0.1:1/x.png',
  'http://[::1]:1/x.png',
  'https://\u0000/',
  `http://127.0.0.1:1/${'a'.repeat(5_000)}.png`,
  'http://127.0.0.1:1/) [click](http://127.0.0.1:1/',
] as const satisfies readonly [string, ...string[]];

/** `Retry-After` as it should never be. */
export const RETRY_AFTERS = [
  '-1',
  '0',
  '1e9',
  'NaN',
  'soon',
  '',
  '2',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '9'.repeat(400),
] as const;

/** Bodies that are no answer to anything. */
export const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '<!doctype html><title>502</title>',
  '{"status":0,"data":null}',
  '{"status":"0","message":{},"data":[null,1,"x",{}]}',
  `{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  `{"message":"${'x'.repeat(200_000)}"}`,
  '\u0000\u0001\u0002',
] as const satisfies readonly [string, ...string[]];
