import type { Discord, Message } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { textOf } from '../world/messages.ts';
import type { HostileService } from './hostile-service.ts';
import type { JobRequest } from './requests.ts';

/** How a card stands. */
export type CardState = 'open' | 'pictures' | 'failed' | 'unknown' | 'timed-out' | 'stopped';

/** The colours of the card's bar say more reliably than its words how it stands. */
const STATES: Record<number, CardState> = {
  0x5b8def: 'open',
  0x3ba55d: 'pictures',
  0xd83c3e: 'failed',
  0x80848e: 'stopped',
};

/** How a card stands, as people see it. */
export const stateOf = (card: Message): CardState => {
  const { unknown, timedOut, picturesDone } = ENGLISH.card;
  const text = textOf(card);
  if (text.includes(unknown.title)) return 'unknown';
  if (text.includes(timedOut.title)) return 'timed-out';
  const color = (card.embeds[0] as { color?: number } | undefined)?.color;
  if (color !== undefined) return STATES[color] ?? 'open';
  // The plain card, for which there are only words.
  return text.includes(picturesDone) ? 'pictures' : 'failed';
};

/** The number of the request whose card this is: a card quotes its prompt, and so do numbered lists of jobs, which are none. */
const quotedIn = (message: Message): number => {
  const text = textOf(message);
  return text.startsWith('**1.**') ? NaN : Number(/^> .*?request(\d+)x/m.exec(text)?.[1] ?? NaN);
};

/** The cards of every request in these channels: those that answered it, and those that quote it. */
export const cardsOf = (
  discord: Discord,
  answers: ReadonlyMap<number, string>,
  channelIds: readonly string[],
): Map<number, Message[]> => {
  const byMessage = new Map([...answers].map(([number, messageId]) => [messageId, number]));
  const cards = new Map<number, Message[]>();
  for (const message of channelIds.flatMap((channelId) => discord.messagesIn(channelId))) {
    const number = byMessage.get(message.id) ?? quotedIn(message);
    if (!Number.isNaN(number)) cards.set(number, [...(cards.get(number) ?? []), message]);
  }
  return cards;
};

const LEAVING_OUT = new Set<string>(['left-out', 'odd-item', 'strangers']);

/** How the card of a request may stand in the end, given what really happened at the service. */
const allowedFor = (
  request: JobRequest,
  record: ReturnType<HostileService['records']['get']>,
): CardState[] => {
  const { submission, end } = request;
  if (!record) return ['failed', 'stopped', 'unknown'];
  // A 503 that does not say when to come back may have taken the request.
  const isVague = submission.kind === 'later' && submission.status === 503;
  if (record.taken === 0)
    return submission.kind === 'broken' ? ['unknown'] : ['failed', ...(isVague ? ['unknown' as const] : [])];
  if (!record.answered) return ['unknown'];
  if (submission.kind !== 'taken') return [end.kind];
  return submission.taskId === 'shared by many' ? ['pictures', 'failed'] : [end.kind];
};

/** Everything about an episode's end that must not be. `forgiving`: Discord said that cards are gone which were not. */
export const checkCards = (
  requests: ReadonlyMap<number, JobRequest>,
  { records }: Pick<HostileService, 'records'>,
  cards: ReadonlyMap<number, Message[]>,
  { forgiving, restarted }: { forgiving: boolean; restarted: boolean },
): string[] =>
  [...requests.values()].flatMap((request) => {
    const record = records.get(request.number);
    const own = cards.get(request.number) ?? [];
    const states = own.map((card) => ({
      state: stateOf(card),
      text: textOf(card),
      isPrivate: card.ephemeralTo !== null,
    }));
    const allowed = allowedFor(request, record);
    // A submission that was on its way when Easel was ended may be lost to it.
    if (restarted && record) allowed.push('unknown');
    // A card whose job was not stored yet says what happened once it is pressed.
    if (restarted && !record) allowed.push('open');
    // An answer can leave out all tasks of a call: past its deadline, a task then times out.
    const isAskedWith = ({ command, polls }: JobRequest) =>
      command === request.command && polls.some(({ kind }) => LEAVING_OUT.has(kind));
    if ([...requests.values()].some(isAskedWith)) allowed.push('timed-out');
    const faults: string[] = [];
    if (record?.sentAgain) faults.push('was sent again, though it was unclear whether it was taken');
    if ((record?.taken ?? 0) > 1) faults.push(`was paid for ${record?.taken ?? 0} times`);
    if (record && states.length === 0 && !forgiving) faults.push('was sent to the service and has no card');
    for (const { state, isPrivate, text } of states) {
      // A private card whose token is over waits for a click, which never comes here.
      if (state === 'open' && (forgiving || isPrivate)) continue;
      if (!allowed.includes(state))
        faults.push(`its card says ${state}, the truth is ${allowed.join(' or ')}: ${text.slice(0, 300)}`);
    }
    return faults.map(
      (fault) =>
        `request ${request.number}: ${fault}\n  ${JSON.stringify({ ...request, record }).slice(0, 1_500)}`,
    );
  });
