import type { Message, WireUser } from '../../discord/model.ts';
import type { ChannelView, Modal, Snapshot, UserEvent } from '../../discord/user-side/protocol.ts';

/** A command that was sent and has no message yet. */
export interface SentCommand {
  key: number;
  channelId: string;
  name: string;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  state: 'sending' | 'failed';
  /** Why it failed, when it was not for want of an answer. */
  reason: string | null;
}

/** How a component of a message stands: its own loading state, or the failure under the message. */
export interface Wait {
  messageId: string;
  customId: string;
  state: 'waiting' | 'failed';
}

/** Everything that is drawn, but for what is being typed. */
export interface ClientState {
  isConnected: boolean;
  people: readonly WireUser[];
  snapshot: Snapshot | null;
  channelId: string | null;
  sent: readonly SentCommand[];
  waits: readonly Wait[];
  modal: Modal | null;
  notice: string | null;
  /** How many unread messages a channel has, by channel id. */
  unread: ReadonlyMap<string, number>;
}

export const FIRST_STATE: ClientState = {
  isConnected: false,
  people: [],
  snapshot: null,
  channelId: null,
  sent: [],
  waits: [],
  modal: null,
  notice: null,
  unread: new Map(),
};

/** Snowflakes grow with time, and longer ones are younger. */
const byId = (one: Message, other: Message): number =>
  one.id.length - other.id.length || (one.id < other.id ? -1 : 1);

export type MessageEvent = Extract<UserEvent, { type: 'message' }>;

/** The messages of a channel after one of them was written, edited or deleted. */
const withMessage = (messages: readonly Message[], { change, message }: MessageEvent): Message[] => {
  const others = messages.filter(({ id }) => id !== message.id);
  return change === 'deleted' ? others : [...others, message].sort(byId);
};

const snapshotAfter = (snapshot: Snapshot, event: MessageEvent): Snapshot => {
  const { channel_id: channelId } = event.message;
  const messages = withMessage(snapshot.messages[channelId] ?? [], event);
  return { ...snapshot, messages: { ...snapshot.messages, [channelId]: messages } };
};

/** What a message event makes of everything. */
export const afterMessage = (state: ClientState, event: MessageEvent): ClientState => {
  if (!state.snapshot) return state;
  const { channel_id: channelId } = event.message;
  const isUnread = event.change === 'created' && channelId !== state.channelId;
  const count = (state.unread.get(channelId) ?? 0) + 1;
  return {
    ...state,
    snapshot: snapshotAfter(state.snapshot, event),
    unread: isUnread ? new Map([...state.unread, [channelId, count]]) : state.unread,
  };
};

/** The channel to show: the requested one if it exists, else the first. */
export const channelToShow = (snapshot: Snapshot, wanted: string | null): string | null => {
  const { channels } = snapshot;
  const found = channels.find(({ id }) => id === wanted) ?? channels.find(({ kind }) => kind === 'text');
  return found?.id ?? channels[0]?.id ?? null;
};

/** The channel that is shown, with what is known of it. */
export const shownChannel = ({ snapshot, channelId }: ClientState): ChannelView | undefined =>
  snapshot?.channels.find(({ id }) => id === channelId);

/** How long a failure stands under its message is up to the next use of one of its components. */
export const withoutWait = (waits: readonly Wait[], messageId: string, customId: string): Wait[] =>
  waits.filter(
    (wait) => wait.messageId !== messageId || (wait.customId !== customId && wait.state === 'waiting'),
  );

/** Whether a component waits for the bot. */
export const isWaiting = (waits: readonly Wait[], messageId: string, customId: string): boolean =>
  waits.some(
    (wait) => wait.messageId === messageId && wait.customId === customId && wait.state === 'waiting',
  );

/** The name that people see. */
export const displayName = ({ global_name, username }: WireUser): string => global_name ?? username;

/** Anybody whom a person can know of. */
export const personIn = (snapshot: Snapshot, userId: string): WireUser | undefined => {
  const known = [
    snapshot.people,
    ...snapshot.guilds.map(({ members }) => members),
    ...snapshot.channels.map(({ recipients }) => recipients),
  ];
  return known.flat().find(({ id }) => id === userId);
};

/** What a channel is called: direct messages after whom they are with. */
export const channelName = (channel: ChannelView): string =>
  channel.name === '' ? channel.recipients.map(displayName).join(', ') : channel.name;

/** Who can be spoken of in a channel. */
export const membersOf = (snapshot: Snapshot, channel: ChannelView): WireUser[] => {
  const guild = snapshot.guilds.find(({ id }) => id === channel.guildId);
  return guild ? guild.members : [snapshot.me, ...channel.recipients];
};
