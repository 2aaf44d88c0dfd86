import { DiscordAPIError, RateLimitError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { record } from './recorded-log.ts';

describe('an error', () => {
  class RefusedError extends Error {
    override name = 'RefusedError';
    readonly status: number;
    readonly request = { prompt: 'hunter2' };

    constructor(status: number, options?: ErrorOptions) {
      super(`refused with ${status}`, options);
      this.status = status;
    }
  }

  it('is written with its name, message, code, status, stack and causes, and with nothing else', () => {
    const { log, text, lines } = record();
    const cause = Object.assign(new TypeError('why', { cause: 'hunter2' }), { code: 'ECONNRESET' });
    log.error('x', { error: new RefusedError(403, { cause }) });
    const stack = expect.stringMatching(/^ {4}at .*log-errors\.test\.ts/) as unknown;
    expect(lines()[0]?.['error']).toEqual({
      name: 'RefusedError',
      message: 'refused with 403',
      status: 403,
      stack,
      cause: { name: 'TypeError', message: 'why', code: 'ECONNRESET', stack, cause: '[omitted]' },
    });
    expect(text()).not.toContain('hunter2');
  });

  it("of Discord's limits does not tell the token that stands in the route", () => {
    const { log, text } = record();
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
    expect(text()).toContain('RateLimitError');
    expect(text()).not.toContain('aW50');
  });

  it('of Discord does not quote what stood in the request', () => {
    const { log, text, lines } = record();
    const fault = { code: 'NUMBER_TYPE_COERCE', message: 'Value "a red fox" is not snowflake.' };
    const raw = {
      code: 50_035,
      message: 'Invalid Form Body',
      errors: { embeds: { '0': { description: { _errors: [fault] } } } },
    };
    const url = 'https://discord.com/api/v10/interactions/1/aW50ZXJhY3Rpb24/callback';
    const body = { embeds: [{ description: 'a red fox' }] };
    const error = new DiscordAPIError(raw, 50_035, 400, 'POST', url, { body, files: undefined });
    log.warn('x', { error });
    expect(text()).not.toMatch(/fox|aW50/);
    expect(lines()[0]?.['error']).toMatchObject({
      name: 'DiscordAPIError',
      message: 'Invalid Form Body',
      code: 50_035,
      status: 400,
    });
  });

  it('of a parser does not quote what was parsed', () => {
    const { log, text } = record();
    try {
      JSON.parse('a red fox');
    } catch (error) {
      log.warn('x', { error });
    }
    expect(text()).toContain('SyntaxError');
    expect(text()).not.toContain('fox');
  });

  it('does not make the log fail, whatever was thrown', () => {
    const { log, text, lines } = record();
    const endless = new Error('endless');
    endless.cause = endless;
    for (const error of [endless, 'hunter2', { prompt: 'hunter2' }, null]) log.info('x', { error });
    expect(lines()).toHaveLength(4);
    expect(text()).not.toContain('hunter2');
  });
});
