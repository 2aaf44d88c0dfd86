import type { Discord, Message } from '../../sandbox/discord/index.ts';
import type { Call, ImageService } from '../../sandbox/image-service/index.ts';
import { stateOf, type CardState } from '../fuzz/card-checks.ts';
import { textOf } from '../world/messages.ts';
import type { Request } from './people.ts';
import type { Window } from './windows.ts';

const LOADING = 1 << 7;
const RATE_WINDOW_MS = 10_000;
const ANSWERED_SHARE = 0.999;

/** Everything about one request, on both sides. */
export interface Entry {
  request: Request;
  submissions: Call[];
  cards: Message[];
}

/** A promise that was broken, and the request with which. */
export interface Broken {
  what: string;
  entry?: Entry;
}

const promptOf = ({ body }: Call): string =>
  typeof body === 'object' && body !== null && 'prompt' in body ? String(body.prompt) : '';

/** A numbered list of jobs quotes them as well, and so does a refusal, which has no embed: they are no cards. */
const quotedIn = (message: Message): string | undefined => {
  const text = textOf(message);
  const isCard = message.embeds.length > 0 && !text.startsWith('**1.**');
  return isCard ? /^> .*?(request \d+ of many)/m.exec(text)?.[1] : undefined;
};

/** Those that have a key, by it. */
export const grouped = <T>(list: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

/** Brings together what people requested, what was submitted, and what stands in the channels. */
export const openBooks = (
  requests: readonly Request[],
  { discord, service }: { discord: Discord; service: ImageService },
): Entry[] => {
  const channels = [...new Set(requests.map(({ channelId }) => channelId))];
  const messages = channels.flatMap((id) => discord.messagesIn(id));
  const cards = grouped(messages, quotedIn);
  const submissions = grouped(service.submissions, promptOf);
  return requests.map((request) => ({
    request,
    submissions: submissions.get(request.prompt) ?? [],
    cards: cards.get(request.prompt) ?? [],
  }));
};

/** Whether nothing more is to come. */
export const isSettled = ({ cards }: Entry): boolean => cards.every((card) => stateOf(card) !== 'open');

/** Whether a person who was promised an answer never got one. */
const isLeftThinking = ({ request }: Entry, discord: Discord): boolean =>
  request.result?.deferred === true &&
  ((discord.message(request.result.message?.id ?? '')?.flags ?? 0) & LOADING) !== 0;

const isAnswered = (entry: Entry, discord: Discord): boolean =>
  entry.request.result?.answered === true && !isLeftThinking(entry, discord);

/** What is wrong with one request. */
const faultsOf = ({ request, submissions, cards }: Entry): string[] => {
  const states = cards.map(stateOf);
  const count = (state: CardState) => states.filter((each) => each === state).length;
  const taken = submissions.filter(({ taskId }) => taskId !== undefined).length;
  const allowed = 1 + request.repeats;
  const wrong = states.filter((state) => state !== 'pictures' && state !== 'unknown');
  return [
    ...(submissions.length > allowed
      ? [`was submitted ${submissions.length} times, of which ${allowed} were asked for`]
      : []),
    ...(cards.length > allowed ? [`has ${cards.length} cards, of which ${allowed} were asked for`] : []),
    ...(submissions.length > cards.length ? [`was submitted, and has ${cards.length} cards`] : []),
    ...(count('pictures') > taken ? ['shows pictures more often than they were made'] : []),
    ...(count('pictures') + count('unknown') < taken
      ? ['was paid for, and was neither delivered nor said to be unconfirmed']
      : []),
    ...wrong.map((state) => `has a card that says ${state}`),
  ];
};

/** The most calls of one account within ten seconds. */
const maxCalls = (calls: readonly Call[]): number => {
  const times = calls.map(({ at }) => at).sort((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [last, at] of times.entries()) {
    while ((times[first] ?? at) <= at - RATE_WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

const rateFaults = ({ calls }: ImageService, perSecond: number): Broken[] => {
  // A fixed window lets a second's calls more through at its edges.
  const allowed = (RATE_WINDOW_MS / 1_000 + 1) * perSecond;
  return [...grouped(calls, ({ account }) => account)].flatMap(([account, own]) => {
    const most = maxCalls(own);
    if (most <= allowed) return [];
    return [{ what: `account ${account}: ${most} calls within 10 s, at ${perSecond} a second` }];
  });
};

export interface Balance {
  broken: Broken[];
  delivered: number;
  unconfirmed: number;
  /** Interactions by when they were sent, and of them those that nobody answered. */
  outside: { all: number; unanswered: number };
  inside: { all: number; unanswered: number };
}

/** Balances the books. */
export const balance = (
  entries: readonly Entry[],
  windows: readonly Window[],
  {
    discord,
    service,
    perSecond,
    judgesAnswers,
  }: { discord: Discord; service: ImageService; perSecond: number; judgesAnswers: boolean },
): Balance => {
  const isInside = ({ request: { at, shard } }: Entry) =>
    windows.some((window) => window.shard === shard && at >= window.from && at <= window.to);
  const tally = (list: readonly Entry[]) => ({
    all: list.length,
    unanswered: list.filter((entry) => !isAnswered(entry, discord)).length,
  });
  const outside = entries.filter((entry) => !isInside(entry));
  const outsideTally = tally(outside);
  const unanswered = outside.filter((entry) => !isAnswered(entry, discord));
  const isTooMany = judgesAnswers && unanswered.length > Math.ceil(outside.length * (1 - ANSWERED_SHARE));
  const states = entries.flatMap(({ cards }) => cards.map(stateOf));
  return {
    broken: [
      ...entries.flatMap((entry) => faultsOf(entry).map((what) => ({ what, entry }))),
      ...(isTooMany ? unanswered.map((entry) => ({ what: 'was not answered', entry })) : []),
      ...rateFaults(service, perSecond),
      ...discord.failures.map(({ what, request = '' }) => ({ what: `Discord: ${request} ${what}` })),
    ],
    delivered: states.filter((state) => state === 'pictures').length,
    unconfirmed: states.filter((state) => state === 'unknown').length,
    outside: outsideTally,
    inside: tally(entries.filter(isInside)),
  };
};
