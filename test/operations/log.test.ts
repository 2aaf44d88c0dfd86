import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog, type Log, type LogLevel } from '../../src/services/operations/log.ts';

const lineSchema = z.record(z.string(), z.unknown());

interface Recorded {
  log: Log;
  text: () => string;
  lines: () => Record<string, unknown>[];
}

function record(level: LogLevel = 'debug'): Recorded {
  let text = '';
  const log = createLog({ level, destination: { write: (line) => (text += line) } });
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => lineSchema.parse(JSON.parse(line)));
  return { log, text: () => text, lines };
}

describe('a line', () => {
  it('is one JSON object with level, time, message and fields', () => {
    const { log, lines } = record();
    log.info('A job was accepted', { jobId: 'j1', count: 2, at: new Date(0), big: 12n, nothing: null });
    const [line] = lines();
    expect(line).toMatchObject({
      level: 'info',
      message: 'A job was accepted',
      jobId: 'j1',
      count: 2,
      at: '1970-01-01T00:00:00.000Z',
      big: '12',
      nothing: null,
    });
    expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
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

  it('keeps its own names when a field has one of them', () => {
    const { log, text, lines } = record();
    log.info('the message', { message: 'a field', level: 9, time: 'noon' });
    expect(text().match(/"message":/g)).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      level: 'info',
      message: 'the message',
      messageField: 'a field',
      levelField: 9,
      timeField: 'noon',
    });
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

describe('a secret', () => {
  it.each([
    'token',
    'Authorization',
    'api-key',
    'apiKey',
    'API_KEY',
    'interactionToken',
    'secret',
    'encryptionKey',
    'ENCRYPTION_KEY_PREVIOUS',
    'set-cookie',
  ])('is masked by its name, at any depth: %s', (name) => {
    const { log, text, lines } = record();
    log.info('x', {
      [name]: 'hunter2',
      list: [{ deep: { [name]: { nested: 'hunter2' } } }],
      map: new Map([[name, 'hunter2']]),
    });
    expect(text()).not.toContain('hunter2');
    expect(lines()[0]?.[name]).toBe('***');
  });

  it('is masked by its value, wherever it stands', () => {
    const { log, text } = record();
    const child = log.child({ known: 'before s3cr3t-value' });
    log.hide('s3cr3t-value');
    child.warn('message s3cr3t-value', {
      url: new URL('https://example.org/?q=s3cr3t-value'),
      's3cr3t-value': true,
      error: new Error('told s3cr3t-value', { cause: 'because s3cr3t-value' }),
      set: new Set(['s3cr3t-value']),
    });
    expect(text()).not.toContain('s3cr3t-value');
    expect(text()).toContain('message ***');
  });

  it.each(['with "quotes" and \\', 'line\nbreak', 'ümläut & space', '1700000000', 'message'])(
    'is masked, and the line stays whole, when it is %j',
    (secret) => {
      const { log, lines } = record();
      log.hide(secret);
      log.info(`told ${secret}`, { field: secret, encoded: encodeURIComponent(secret), time: 1700000000 });
      expect(lines()[0]).toMatchObject({ message: 'told ***', field: '***', encoded: '***' });
    },
  );

  it('is masked as a whole when another is a part of it', () => {
    const { log, lines } = record();
    log.hide('abcd');
    log.hide('abcd-efgh');
    log.info('abcd-efgh abcd');
    expect(lines()[0]?.['message']).toBe('*** ***');
  });

  it('is masked before a long text is cut', () => {
    const { log, text } = record();
    log.hide('s3cr3t-value');
    log.info('x', { body: `${'a'.repeat(4_090)}s3cr3t-value` });
    expect(text()).not.toContain('s3cr3t');
  });

  it('is masked in addresses: passwords and interaction tokens', () => {
    const { log, lines } = record();
    log.info('x', {
      store: 'redis://easel:hunter2@localhost:6379/0',
      edit: 'https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original',
      callback: 'https://discord.com/api/v10/interactions/456/aW50ZXJhY3Rpb24/callback',
    });
    expect(lines()[0]).toMatchObject({
      store: 'redis://***@localhost:6379/0',
      edit: 'https://discord.com/api/v10/webhooks/123/***/messages/@original',
      callback: 'https://discord.com/api/v10/interactions/456/***/callback',
    });
  });

  it('is left as it is when masking it would garble every line', () => {
    const { log, lines } = record();
    log.hide('a');
    log.info('a secret of one letter is none');
    expect(lines()[0]?.['message']).toBe('a secret of one letter is none');
  });
});

describe('an error', () => {
  class RefusedError extends Error {
    readonly status: number;
    readonly apiKey = 'hunter2';

    constructor(status: number, options?: ErrorOptions) {
      super(`refused with ${status}`, options);
      this.status = status;
    }
  }

  it('is written with its class, facts, stack and causes', () => {
    const { log, text, lines } = record();
    log.error('x', { error: new RefusedError(403, { cause: new TypeError('why', { cause: 'no reason' }) }) });
    expect(lines()[0]).toMatchObject({
      error: {
        type: 'RefusedError',
        message: 'refused with 403',
        status: 403,
        apiKey: '***',
        cause: { type: 'TypeError', message: 'why', cause: 'no reason' },
      },
    });
    expect(lines()[0]).toHaveProperty('error.stack', expect.stringContaining('log.test.ts'));
    expect(text()).not.toContain('hunter2');
  });

  it('is written with all errors it gathers', () => {
    const { log, lines } = record();
    log.error('x', { error: new AggregateError([new Error('one'), new Error('two')], 'both') });
    expect(lines()[0]).toMatchObject({
      error: { type: 'AggregateError', errors: [{ message: 'one' }, { message: 'two' }] },
    });
  });
});

describe('a value that JSON can not hold', () => {
  it('never makes the log fail', () => {
    const { log, lines } = record();
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    const failing = {
      get broken(): never {
        throw new Error('getter');
      },
    };
    log.info('x', { circle, failing, run: () => 1, bytes: Buffer.from('abc'), when: new Date(Number.NaN) });
    expect(lines()[0]).toMatchObject({
      circle: { name: 'circle', self: '[circular]' },
      failing: { broken: '[unreadable]' },
      run: '[function]',
      bytes: '[3 bytes]',
      when: 'Invalid Date',
    });
  });

  it('is cut when it has no end', () => {
    const { log, text, lines } = record();
    const endless = (): object => ({
      get next() {
        return endless();
      },
    });
    log.info('x', {
      text: 'a'.repeat(5_000),
      list: Array.from({ length: 500 }, (_, index) => index),
      endless: endless(),
    });
    const line = lines()[0];
    expect(line?.['text']).toMatch(/^a{4096}… \(904 more characters\)$/);
    expect(line?.['list']).toHaveLength(200);
    expect(text()).toContain('"next":"[too deep]"');
  });
});
