import type { ActionName } from '../../src/messages/custom-id.ts';
import type { Draw } from './draw.ts';
import { BODIES, SNOWFLAKES, TEXTS, VALUES, spoiled } from './nasty.ts';
import { drawRequest, type JobRequest } from './requests.ts';

const ACTIONS = [
  'again', 'ask-again', 'copy-for-support', 'delete', 'details', 'edit-picture', 'edit-prompt', 'enlarge', 'erase-data', 'export-data',
  'fetch', 'jobs', 'history', 'history-search', 'limits-edit', 'log-delete', 'pick', 'post', 'preset-delete', 'preset',
  'publish', 'remove-key', 'more-pictures', 'default', 'set-key', 'settings', 'show', 'stop', 'try-again', 'try-quota',
  'usage-show', 'without-form',
] as const satisfies readonly ActionName[]; // prettier-ignore

const COMMANDS = [
  'imagine',
  'gen',
  'jobs',
  'history',
  'settings',
  'limits',
  'usage',
  'preset',
  'privacy',
  'help',
  '__proto__',
] as const;

const EVENTS = [
  'INTERACTION_CREATE', 'MESSAGE_REACTION_ADD', 'MESSAGE_DELETE', 'GUILD_CREATE', 'GUILD_DELETE', 'CHANNEL_DELETE', 'NO_SUCH_EVENT',
] as const; // prettier-ignore

/** Requests of Easel that go wrong. */
const ROUTES = [
  '/webhooks/:application/:token/messages/:message',
  '/channels/:channel/messages/:message',
  '/channels/:channel',
  '/interactions/:interaction/:token/callback',
] as const;

export type RestTrouble =
  | { kind: 'answer'; status: number; body: unknown; headers: Record<string, string> }
  | { kind: 'rate-limit'; retryAfterS: number }
  | { kind: 'cut-off' }
  | { kind: 'refuse' }
  | { kind: 'delay'; milliseconds: number };

/** One thing that happens to Easel. It depends on the seed alone. */
export type Move =
  | { kind: 'request'; request: JobRequest }
  | { kind: 'forge'; what: 'command' | 'component' | 'autocomplete' | 'modal'; data: Record<string, unknown> }
  | { kind: 'event'; event: string; data: unknown }
  | { kind: 'replay'; which: number }
  | { kind: 'gateway'; how: 'drop' | 'end' | 'reconnect' }
  | { kind: 'rest'; route: string; times: number; trouble: RestTrouble }
  | { kind: 'restart' }
  | { kind: 'wait'; milliseconds: number };

const customIdOf = (draw: Draw): string => {
  const subject = draw.pick(['settings', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '0', ...TEXTS.slice(2)]);
  return `${draw.pick(ACTIONS)}:${subject}:${draw.pick(['1', '9999', '99999999', '-1', 'x'])}`.slice(0, 100);
};

const forged = (draw: Draw): Move => {
  const what = draw.pick(['command', 'component', 'autocomplete', 'modal']);
  const name = draw.pick(COMMANDS);
  const value = draw.pick([...TEXTS, ...VALUES] as [unknown, ...unknown[]]);
  const option = spoiled(draw, {
    name: draw.pick(['prompt', 'preset', 'output_size', 'x']),
    type: 3,
    value,
    focused: true,
  });
  const fields = {
    id: draw.pick(SNOWFLAKES),
    name,
    type: 1,
    options: [option],
    custom_id: draw.chance(0.8) ? customIdOf(draw) : draw.pick(TEXTS).slice(0, 100),
    component_type: 2,
    values: [draw.pick(TEXTS)],
    components: [{ type: 18, component: { type: 4, custom_id: draw.pick(['prompt', 'key', 'x']), value } }],
  };
  return { kind: 'forge', what, data: spoiled(draw, fields) };
};

const eventOf = (draw: Draw): Move => {
  const user = spoiled(draw, { id: draw.pick(SNOWFLAKES), username: draw.pick(TEXTS) });
  const fields = {
    id: draw.pick(SNOWFLAKES),
    application_id: draw.pick(SNOWFLAKES),
    type: draw.pick([1, 2, 3, 4, 5, 99]),
    token: draw.pick(TEXTS),
    data: draw.pick([{ custom_id: customIdOf(draw) }, { name: 'imagine', options: [null] }, ...VALUES]),
    guild_id: draw.pick(SNOWFLAKES),
    channel_id: draw.pick(SNOWFLAKES),
    message_id: draw.pick(SNOWFLAKES),
    user_id: draw.pick(SNOWFLAKES),
    member: {
      user,
      roles: draw.pick([[], null, ['x']]),
      permissions: draw.pick(['-1', 'x', '9'.repeat(50)]),
    },
    user,
    emoji: draw.pick([{ name: '🔄' }, { name: null, id: null }, null, 'x']),
    message: draw.pick([{ id: '1', embeds: [{ image: {} }], attachments: [null] }, null]),
  };
  return {
    kind: 'event',
    event: draw.pick(EVENTS),
    data: draw.chance(0.9) ? spoiled(draw, fields) : draw.pick(VALUES),
  };
};

const troubleOf = (draw: Draw): RestTrouble => {
  switch (draw.whole(5)) {
    case 0: {
      const status = draw.pick([400, 401, 403, 404, 408, 500, 502, 503, 504, 520]);
      const body = draw.pick([{ code: 50_035, message: 'x', errors: {} }, { code: 'x' }, ...BODIES]);
      return { kind: 'answer', status, body, headers: {} };
    }
    case 1:
      return { kind: 'rate-limit', retryAfterS: draw.pick([0, 0.05, 0.5]) };
    case 2:
      return { kind: 'cut-off' };
    case 3:
      return { kind: 'refuse' };
    default:
      return { kind: 'delay', milliseconds: draw.pick([50, 500, 1_600]) };
  }
};

/** What may happen at any time; requests are the most frequent. */
export const drawMove = (draw: Draw, number: number): Move => {
  const luck = draw.whole(100);
  if (luck < 45) return { kind: 'request', request: drawRequest(draw, number) };
  if (luck < 60) return forged(draw);
  if (luck < 74) return eventOf(draw);
  if (luck < 78) return { kind: 'replay', which: draw.whole(1_000) };
  if (luck < 82) return { kind: 'gateway', how: draw.pick(['drop', 'end', 'reconnect']) };
  if (luck < 92)
    return { kind: 'rest', route: draw.pick(ROUTES), times: 1 + draw.whole(3), trouble: troubleOf(draw) };
  if (luck < 94) return { kind: 'restart' };
  return { kind: 'wait', milliseconds: draw.whole(300) };
};
