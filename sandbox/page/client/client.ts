import type { Bodies, InteractionResult, Snapshot, UserEvent } from '../../discord/user-side/protocol.ts';
import {
  afterMessage,
  channelToShow,
  type ClientState,
  FIRST_STATE,
  type MessageEvent,
  type Wait,
  withoutWait,
} from './client-state.ts';
import { readPlace, writePlace } from './preferences.ts';
import { Store, useStore } from './store.ts';
import { fetchPeople, type InteractionAction, UserSide } from './user-side.ts';
import { say, speak } from '../language/language.ts';

const NOTICE_MS = 6_000;
const RETRY_MS = 1_000;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One person at one client. What it knows stands in `store`; what a person does are its methods. */
class Client {
  readonly store = new Store<ClientState>(FIRST_STATE);
  #side: UserSide | undefined;
  #lastKey = 0;
  /** Messages that came while a snapshot was on its way, which may be older than they are. */
  #meanwhile: MessageEvent[] | undefined;

  /** Becomes whom the address or the tab names, else the first person. */
  async start(): Promise<void> {
    try {
      const people = await fetchPeople();
      this.store.set({ people });
      const { userId, channelId } = readPlace();
      const person = people.find(({ id }) => id === userId) ?? people[0];
      if (person) await this.become(person.id, channelId);
    } catch {
      setTimeout(() => void this.start(), RETRY_MS);
    }
  }

  /** Logs in as a person, in the same channel if they see it. */
  async become(userId: string, channelId = this.store.state.channelId): Promise<void> {
    this.#side?.stop();
    const side = new UserSide(userId);
    this.#side = side;
    this.store.set({ sent: [], waits: [], modal: null, unread: new Map() });
    const snapshot = await side.state();
    if (this.#side !== side) return;
    this.#take(snapshot, channelId);
    side.listen(
      (event) => this.#onEvent(event),
      (isConnected) => {
        this.store.set({ isConnected });
        if (isConnected) void this.#refresh();
      },
    );
  }

  open(channelId: string): void {
    this.store.update((state) => ({
      ...state,
      channelId,
      unread: new Map([...state.unread].filter(([id]) => id !== channelId)),
    }));
    if (this.#side) writePlace(this.#side.userId, channelId);
  }

  notify(notice: string): void {
    this.store.set({ notice });
    setTimeout(
      () => this.store.update((state) => (state.notice === notice ? { ...state, notice: null } : state)),
      NOTICE_MS,
    );
  }

  /** Sends a chat command. */
  async slash(body: Bodies['slash'], files: readonly File[]): Promise<void> {
    await this.#command(body.channelId, `/${body.name}`, (side) => side.act('slash', body, files));
  }

  /** Uses a command of a context menu. */
  async menu(body: Bodies['menu']): Promise<void> {
    await this.#command(body.channelId, body.name, (side) => side.act('menu', body));
  }

  /** The bot's suggestions, or undefined when there was no answer. */
  async suggestions(body: Bodies['autocomplete']): Promise<InteractionResult['choices']> {
    return (await this.#side?.act('autocomplete', body))?.choices;
  }

  async click(body: Bodies['click']): Promise<void> {
    await this.#component('click', body);
  }

  async select(body: Bodies['select']): Promise<void> {
    await this.#component('select', body);
  }

  /** Submits the open modal. Returns why that failed, if it did. */
  async submitModal(fields: Bodies['modal']['fields'], files: readonly File[]): Promise<string | undefined> {
    const { modal } = this.store.state;
    if (!modal || !this.#side) return undefined;
    try {
      const body = { interactionId: modal.interactionId, fields };
      const result = await this.#side.act('modal', body, files);
      if (!result.answered) return say('Something went wrong. Try again.');
      this.closeModal();
      return undefined;
    } catch (error) {
      return textOf(error);
    }
  }

  closeModal(): void {
    this.store.set({ modal: null });
  }

  forget(key: number): void {
    this.store.update((state) => ({ ...state, sent: state.sent.filter((one) => one.key !== key) }));
  }

  /** Writes, reacts, deletes. What is refused is said in a notice. */
  async act<Name extends Exclude<keyof Bodies, InteractionAction>>(
    name: Name,
    body: Bodies[Name],
    files: readonly File[] = [],
  ): Promise<boolean> {
    try {
      await this.#side?.act(name, body, files);
      return true;
    } catch (error) {
      this.notify(textOf(error));
      return false;
    }
  }

  async #command(
    channelId: string,
    name: string,
    start: (side: UserSide) => Promise<InteractionResult>,
  ): Promise<void> {
    if (!this.#side) return;
    this.#lastKey += 1;
    const key = this.#lastKey;
    const sent = { key, channelId, name, at: Date.now(), state: 'sending' as const, reason: null };
    this.store.update((state) => ({ ...state, sent: [...state.sent, sent] }));
    try {
      const result = await start(this.#side);
      if (result.answered) this.forget(key);
      else this.#failCommand(key, null);
      if (result.modal) this.store.set({ modal: result.modal });
    } catch (error) {
      this.#failCommand(key, textOf(error));
    }
  }

  #failCommand(key: number, reason: string | null): void {
    this.store.update((state) => ({
      ...state,
      sent: state.sent.map((one) => (one.key === key ? { ...one, state: 'failed' as const, reason } : one)),
    }));
  }

  async #component<Name extends 'click' | 'select'>(name: Name, body: Bodies[Name]): Promise<void> {
    const { messageId, customId } = body;
    const show = (wait: Wait['state'] | 'over'): void =>
      this.store.update((state) => {
        const others = withoutWait(state.waits, messageId, customId);
        return {
          ...state,
          waits: wait === 'over' ? others : [...others, { messageId, customId, state: wait }],
        };
      });
    show('waiting');
    try {
      const result = await this.#side?.act(name, body);
      show(result?.answered === true ? 'over' : 'failed');
      if (result?.modal) this.store.set({ modal: result.modal });
    } catch (error) {
      show('failed');
      this.notify(textOf(error));
    }
  }

  #take(snapshot: Snapshot, wanted: string | null): void {
    speak(snapshot.locale);
    const channelId = channelToShow(snapshot, wanted);
    this.store.set({ snapshot, people: snapshot.people, channelId });
    writePlace(snapshot.me.id, channelId);
  }

  async #refresh(): Promise<void> {
    const side = this.#side;
    if (!side) return;
    const meanwhile: MessageEvent[] = [];
    this.#meanwhile = meanwhile;
    const snapshot = await side.state();
    if (this.#side !== side || this.#meanwhile !== meanwhile) return;
    this.#meanwhile = undefined;
    this.#take(snapshot, this.store.state.channelId);
    for (const event of meanwhile) this.store.update((state) => afterMessage(state, event));
  }

  #onEvent(event: UserEvent): void {
    if (event.type === 'message') {
      this.#meanwhile?.push(event);
      this.store.update((state) => afterMessage(state, event));
    } else void this.#refresh();
  }
}

/** The client that this page is. */
export const client = new Client();

/** What the client knows, redrawn whenever it changes. */
export const useClientState = (): ClientState => useStore(client.store);

/**
 * What the person sees, which is known as soon as more than the word "waiting" is drawn.
 * @throws Error before that
 */
export const useSnapshot = (): Snapshot => {
  const { snapshot } = useClientState();
  if (!snapshot) throw new Error('Nothing is known of the stand-in Discord yet');
  return snapshot;
};
