import { DiscordAPIError, RateLimitError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { record } from './recorded-log.ts';

describe('an error', () => {
  class RefusedError extends Error {
    override name = 'RefusedError';
    readonly status: number;
    readonly apiKey = 'hunter2';
    readonly answer = { prompt: 'hunter2' };

    constructor(status: number, options?: ErrorOptions) {
      super(`refused with ${status}`, options);
      this.status = status;
    }
  }

  it('is written with its class, message, harmless facts, frames and causes, and with nothing else', () => {
    const { log, text, lines } = record();
    const cause = Object.assign(new TypeError('why', { cause: 'hunter2' }), { code: 'ECONNRESET' });
    log.error('x', { error: new RefusedError(403, { cause }) });
    const frames = expect.stringContaining('log-errors.test.ts') as unknown;
    expect(lines()[0]?.['error']).toEqual({
      type: 'RefusedError',
      message: 'refused with 403',
      status: 403,
      stack: frames,
      cause: { type: 'TypeError', message: 'why', code: 'ECONNRESET', stack: frames, cause: '[omitted]' },
    });
    expect(text()).not.toContain('hunter2');
  });

  it('is written with all errors it gathers', () => {
    const { log, lines } = record();
    log.error('x', { error: new AggregateError([new Error('one'), new Error('two')], 'both') });
    expect(lines()[0]).toMatchObject({
      error: { type: 'AggregateError', errors: [{ message: 'one' }, { message: 'two' }] },
    });
  });

  it("of Discord's limits tells how long to wait, and not the token that stands for the route", () => {
    const { log, text, lines } = record();
    const route = '/webhooks/1/aW50ZXJhY3Rpb24/messages/@original';
    const error = new RateLimitError({
      timeToReset: 1_500,
      limit: 5,
      method: 'PATCH',
      hash: 'aW50ZXJhY3Rpb24',
      url: `https://discord.com/api/v10${route}`,
      route,
      majorParameter: 'aW50ZXJhY3Rpb24',
      global: false,
      retryAfter: 1_500,
      sublimitTimeout: 0,
      scope: 'user',
    });
    log.warn('x', { error });
    expect(text()).not.toContain('aW50');
    expect(lines()[0]).toMatchObject({
      error: { type: 'RateLimitError', method: 'PATCH', retryAfter: 1_500 },
    });
  });

  it('of Discord names the places of a request that were wrong, and not what stood there', () => {
    const { log, text, lines } = record();
    const fault = { code: 'NUMBER_TYPE_COERCE', message: 'Value "a red fox" is not snowflake.' };
    const raw = {
      code: 50_035,
      message: 'Invalid Form Body',
      errors: { embeds: { '0': { description: { _errors: [fault] } } }, 'a red fox': { _errors: [fault] } },
    };
    const url = 'https://discord.com/api/v10/interactions/1/aW50ZXJhY3Rpb24/callback';
    const body = { embeds: [{ description: 'a red fox' }] };
    const error = new DiscordAPIError(raw, 50_035, 400, 'POST', url, { body, files: undefined });
    log.warn('x', { error });
    expect(text()).not.toMatch(/fox|aW50/);
    expect(lines()[0]?.['error']).toMatchObject({
      type: 'DiscordAPIError',
      message: 'Invalid Form Body',
      code: 50_035,
      status: 400,
      method: 'POST',
      places: ['embeds.0.description NUMBER_TYPE_COERCE'],
    });
  });

  it('of a parser does not quote what was parsed', () => {
    const { log, text } = record();
    const parse = () => JSON.parse('a red fox') as unknown;
    expect(parse).toThrow('fox');
    try {
      parse();
    } catch (error) {
      log.warn('x', { error });
    }
    expect(text()).toContain('"type":"SyntaxError"');
    expect(text()).not.toContain('fox');
  });

  it('does not make the log fail, whatever it is', () => {
    const { log, text, lines } = record();
    const endless = new Error('endless');
    endless.cause = endless;
    const broken = Object.defineProperty(new Error('broken'), 'code', {
      get: () => {
        throw new Error('getter');
      },
    });
    for (const error of [endless, broken, 'hunter2', { prompt: 'hunter2' }, null, 12n])
      log.info('x', { error });
    expect(lines()).toHaveLength(6);
    expect(text()).not.toContain('hunter2');
  });
});
