import type { Discord } from '../../sandbox/discord/index.ts';
import type { ImageService } from '../../sandbox/image-service/index.ts';
import { customIdsOf } from '../world/messages.ts';
import type { Entry } from './books.ts';

const MAX_LINE = 400;

interface Event {
  at: number;
  what: string;
}

/** What happened around a request, by time. */
export const storyOf = (
  { request, submissions, cards }: Entry,
  { discord, service }: { discord: Discord; service: ImageService },
  logs: Iterable<string>,
  notes: readonly Event[],
): string => {
  const jobIds = new Set(cards.flatMap(customIdsOf).flatMap((id) => id.split(':')[1] ?? []));
  const messageIds = cards.map(({ id }) => id);
  const { interactionId = '-', token = '-' } = request.result ?? {};
  const taskIds = submissions.flatMap(({ taskId }) => taskId ?? []);
  const names = [interactionId, token, ...messageIds, ...taskIds, ...jobIds].filter(
    (name) => name.length > 3,
  );
  const isAbout = (text: string) => names.some((name) => text.includes(name));
  const lastAt = Math.max(request.at, ...submissions.map(({ at }) => at)) + 15_000;
  const events: Event[] = [
    { at: request.at, what: `${request.kind} "${request.prompt}" on shard ${request.shard}` },
    ...discord.dispatches
      .filter(({ data }) => isAbout(JSON.stringify(data)))
      .map(({ at, event, sessionId, sent }) => ({
        at,
        what: `gateway ${event} to ${sessionId.slice(0, 6)}${sent ? '' : ', not connected'}`,
      })),
    ...discord.requests
      .filter(({ path }) => isAbout(path))
      .map(({ at, method, path, status }) => ({ at, what: `Discord ${method} ${path} ${status}` })),
    ...service.calls
      .filter((call) => submissions.includes(call))
      .map(({ at, operation, status, taskId }) => ({
        at,
        what: `service ${operation} ${status ?? 'open'} ${taskId ?? ''}`,
      })),
    ...notes.filter(({ at }) => at > request.at - 15_000 && at < lastAt),
  ];
  for (const line of logs)
    if (isAbout(line)) events.push({ at: Number(/"time":(\d+)/.exec(line)?.[1] ?? 0), what: line });
  return events
    .sort((a, b) => a.at - b.at)
    .map(({ at, what }) => `    ${new Date(at).toISOString().slice(11, 23)} ${what.slice(0, MAX_LINE)}`)
    .join('\n');
};
