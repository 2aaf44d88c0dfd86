import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Redaction } from '../../src/services/operations/redaction.ts';
import type { LogLevel } from '../../src/services/operations/log.ts';
import { record } from './recorded-log.ts';

it.runIf(process.platform === 'linux')('that a full disk does not take costs its callers nothing', () => {
  const program = `
    import { createLog } from './src/services/operations/log.ts';
    const log = createLog({ level: 'info' });
    log.info('one');
    log.info('two');
    console.error('goes on');`;
  const full = openSync('/dev/full', 'w');
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
  );
  closeSync(full);
  expect(stderr).toBe('goes on\n');
});

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
  it('that comes with each request is written once a minute', () => {
    const { log, lines } = record();
    for (const waitMs of [1, 2, 3]) log.repeated('warn', 'a store is away', { waitMs });
    log.repeated('error', 'a service is away');
    expect(lines()).toMatchObject([
      { level: 'warn', message: 'a store is away', waitMs: 1 },
      { level: 'error', message: 'a service is away' },
    ]);
  });
});

describe('a secret', () => {
  it('is masked by its value, wherever it stands', () => {
    const { log, text } = record();
    log.hide('s3cr3t-value');
    log.warn('message s3cr3t-value', {
      jobId: 's3cr3t-value',
      error: new Error('told s3cr3t-value', { cause: new Error('because s3cr3t-value') }),
    });
    expect(text()).not.toContain('s3cr3t-value');
    expect(text()).toContain('message ***');
  });

  it.each(['with "quotes" and \\', 'line\nbreak', 'ümläut & space'])(
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

  it('is masked as a whole when the end of one is the beginning of another', () => {
    const { log, lines } = record();
    for (const secret of ['abcdef', 'defghi', 'ghijkl-mnop']) log.hide(secret);
    log.info('x abcdefghijkl-mnop y abcdef');
    expect(lines()[0]?.['message']).toBe('x *** y ***');
  });

  it('costs a line nothing when thousands of others are known', () => {
    const redaction = new Redaction();
    for (let index = 0; index < 10_000; index += 1) redaction.hide(`sk-live-${index}-0123456789`);
    const steps = vi.spyOn(Set.prototype, 'has');
    expect(redaction.line(`told ${'sk-live-7-0123456789 '.repeat(10)}`)).toBe(`told ${'*** '.repeat(10)}`);
    // Each of the ten secrets is looked for once for each length that keys have, and none of the others.
    expect(steps.mock.calls.length).toBeLessThanOrEqual(50);
    steps.mockRestore();
  });

  it.each([
    ['postgres://easel:hunter2@localhost:5432/easel', 'postgres://***@localhost:5432/***'],
    ['https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages', 'https://discord.com/***'],
    ['https://cdn.example:8080/pictures/1.png?ex=1', 'https://cdn.example:8080/***'],
    ['https://example.org', 'https://example.org'],
    ['/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages', '/api/v10/webhooks/123/***/messages'],
    ['/interactions/456/aW50ZXJhY3Rpb24/callback', '/interactions/456/***/callback'],
    ['API-KEY: hunter2hunter2', 'API-KEY: ***'],
    ["'api-key': 'hunter2hunter2'", "'api-key': '***'"],
  ])('is masked where it is no known value: %s', (address, masked) => {
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
