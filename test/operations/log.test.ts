import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { LogLevel } from '../../src/services/operations/log.ts';
import { record } from './recorded-log.ts';

/** What nobody could write by mistake, since the types forbid it. */
const anything = (fields: object): object => fields;

describe('a line', () => {
  it('is one JSON object with level, time, message and fields', () => {
    const { log, lines } = record();
    log.info('A job was accepted', { jobId: 'j1', count: 2, isRepeated: false, taskId: undefined });
    const [line] = lines();
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
      message: 'A job was accepted',
      jobId: 'j1',
      count: 2,
      isRepeated: false,
    });
  });

  it.each<[LogLevel, string[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['silent', []],
  ])('is written from level %s on', (level, written) => {
    const { log, lines } = record(level);
    log.debug('d');
    log.info('i');
    log.warn('w');
    log.error('e');
    expect(lines().map((line) => line['level'])).toEqual(written);
  });

  it('carries the fields of the logs it comes from', () => {
    const { log, lines } = record();
    log.child({ shard: 1 }).child({ jobId: 'j1' }).info('x', { jobId: 'j2' });
    expect(lines()[0]).toMatchObject({ shard: 1, jobId: 'j2' });
  });

  it('goes to the standard output by default', () => {
    const module = new URL('../../src/services/operations/log.ts', import.meta.url).href;
    const script = `const { createLog } = await import(${JSON.stringify(module)});
      createLog({ level: 'info' }).error('last words'); process.exit(3);`;
    const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    expect(child.status).toBe(3);
    expect(JSON.parse(child.stdout.toString())).toMatchObject({ message: 'last words' });
  });
});

describe('a field', () => {
  it.each(['prompt', 'token', 'url', 'apiKey', 'body', 'message', 'level', 'address'])(
    'that no line may have loses its value: %s',
    (name) => {
      const { log, text, lines } = record();
      log.info('the message', anything({ [name]: 'hunter2', jobId: 'j1' }));
      expect(text()).not.toContain('hunter2');
      expect(lines()[0]).toMatchObject({
        level: 'info',
        message: 'the message',
        jobId: 'j1',
        [`unknown_${name}`]: '[omitted]',
      });
    },
  );

  it('of a name that is data itself is dropped', () => {
    const { log, text } = record();
    log.info('x', anything({ 'a red fox': 1, [`aW50ZXJhY3Rpb24${'x'.repeat(100)}`]: 1 }));
    expect(text()).not.toMatch(/fox|aW50/);
  });

  it.each([
    ['jobId', 'https://cdn.example/picture.png'],
    ['taskId', 'x'.repeat(101)],
    ['jobId', { token: 'hunter2' }],
    ['count', 'hunter2'],
    ['isRepeated', 'hunter2'],
    ['what', { token: 'hunter2' }],
  ])('%s holds nothing but what it is for', (name, value) => {
    const { log, lines } = record();
    log.info('x', anything({ [name]: value }));
    expect(lines()[0]?.[name]).toBe('[omitted]');
  });
});

describe('a secret', () => {
  it('is masked by its value, wherever it stands', () => {
    const { log, text } = record();
    const child = log.child({ what: 'before s3cr3t-value' });
    log.hide('s3cr3t-value');
    child.warn('message s3cr3t-value', {
      jobId: 's3cr3t-value',
      error: new Error('told s3cr3t-value', { cause: new Error('because s3cr3t-value') }),
    });
    expect(text()).not.toContain('s3cr3t-value');
    expect(text()).toContain('message ***');
  });

  it.each(['with "quotes" and \\', 'line\nbreak', 'ümläut & space', '1700000000', 'message'])(
    'is masked, and the line stays whole, when it is %j',
    (secret) => {
      const { log, lines } = record();
      log.hide(secret);
      log.info(`told ${secret}`, { what: secret, state: encodeURIComponent(secret) });
      expect(lines()[0]).toMatchObject({ message: 'told ***', what: '***', state: '***' });
    },
  );

  it('is masked as a whole when another is a part of it', () => {
    const { log, lines } = record();
    log.hide('abcd');
    log.hide('abcd-efgh');
    log.info('abcd-efgh abcd');
    expect(lines()[0]?.['message']).toBe('*** ***');
  });

  it.each([4_096, 4_095, 4_090, 4_088, 4_085])('is masked where a long text is cut, at %i', (length) => {
    const { log, text } = record();
    log.hide('s3cr3t-value');
    log.info(`${'a '.repeat(3_000).slice(0, length - 4)}s3cr3t-value${'s3cr3t-value'.repeat(500)}`);
    expect(text()).not.toMatch(/s3cr3t?/);
  });

  it('is masked in half an address, too', () => {
    const { log, text } = record();
    log.info(`${' '.repeat(4_070)}postgres://easel:hunter2hunter2@localhost`);
    expect(text()).not.toContain('hunter');
    expect(text()).toContain('postgres://***…');
  });

  it.each([
    ['postgres://easel:hunter2@localhost:5432/easel', 'postgres://***@localhost:5432/easel'],
    ['https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages', 'https://discord.com/***'],
    ['https://cdn.example:8080/pictures/1.png?ex=1', 'https://cdn.example:8080/***'],
    ['https://example.org', 'https://example.org'],
    ['file:///app/node_modules/@discordjs/rest.js', 'file:///app/node_modules/@discordjs/rest.js'],
    ['/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages', '/api/v10/webhooks/123/***/messages'],
    ['/interactions/456/aW50ZXJhY3Rpb24/callback', '/interactions/456/***/callback'],
  ])('is masked in addresses: %s', (address, masked) => {
    const { log, lines } = record();
    log.info('x', { error: new Error(`could not reach ${address} today`) });
    expect(lines()[0]).toHaveProperty('error.message', `could not reach ${masked} today`);
  });

  it('is left as it is when masking it would garble every line', () => {
    const { log, lines } = record();
    log.hide('a');
    log.info('a secret of one letter is none');
    expect(lines()[0]?.['message']).toBe('a secret of one letter is none');
  });
});
