import type { WireUser } from '../../discord/model.ts';
import type { Bodies, InteractionResult, Snapshot, UserEvent } from '../../discord/user-side/protocol.ts';

const RECONNECT_MS = 1_000;

/** Actions that the bot answers. */
export type InteractionAction = 'slash' | 'autocomplete' | 'menu' | 'click' | 'select' | 'modal';

const messageOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : undefined;

/** @throws Error with the stand-in's reason when it did not do what was asked */
const request = async (path: string, init?: RequestInit): Promise<unknown> => {
  const answer = await fetch(path, init);
  const body: unknown = answer.status === 204 ? undefined : await answer.json();
  if (answer.ok) return body;
  throw new Error(messageOf(body) ?? `The stand-in answered ${answer.status}`);
};

/** A GET of JSON whose form the protocol lays down. */
export const getJson = async <Answer>(path: string): Promise<Answer> => (await request(path)) as Answer;

/** A POST of JSON whose answer's form the protocol lays down. */
export const postJson = async <Answer>(path: string, body: unknown): Promise<Answer> =>
  (await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })) as Answer;

const postFiles = (path: string, body: unknown, files: readonly File[]): Promise<unknown> => {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  for (const [index, file] of files.entries()) form.set(`files[${index}]`, file, file.name);
  return request(path, { method: 'POST', body: form });
};

/** Who one can be. */
export const fetchPeople = (): Promise<WireUser[]> => getJson('/user');

/** One person's side of the stand-in Discord. */
export class UserSide {
  readonly userId: string;
  readonly #stopped = new AbortController();

  constructor(userId: string) {
    this.userId = userId;
  }

  state(): Promise<Snapshot> {
    return getJson(`/user/${this.userId}/state`);
  }

  /**
   * Does something as this person; an interaction settles once the bot answered or its time was over.
   * @throws Error when Discord's client would not let them
   */
  async act<Name extends keyof Bodies>(name: Name, body: Bodies[Name], files: readonly File[] = []) {
    const path = `/user/${this.userId}/${name}`;
    const answer = files.length > 0 ? postFiles(path, body, files) : postJson(path, body);
    return (await answer) as Name extends InteractionAction ? InteractionResult : unknown;
  }

  /** Listens until `stop`, and comes back whenever the connection breaks. */
  listen(onEvent: (event: UserEvent) => void, onConnected: (isConnected: boolean) => void): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/user/${this.userId}/socket`);
    const { signal } = this.#stopped;
    socket.onopen = () => {
      onConnected(true);
    };
    socket.onmessage = ({ data }) => {
      onEvent(JSON.parse(String(data)) as UserEvent);
    };
    socket.onclose = () => {
      if (signal.aborted) return;
      onConnected(false);
      setTimeout(() => {
        if (!signal.aborted) this.listen(onEvent, onConnected);
      }, RECONNECT_MS);
    };
    signal.addEventListener('abort', () => {
      socket.close();
    });
  }

  stop(): void {
    this.#stopped.abort();
  }
}
