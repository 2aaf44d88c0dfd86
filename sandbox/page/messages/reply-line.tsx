import type { Message, WireUser } from '../../discord/model.ts';
import { useClientState } from '../client/context.ts';
import { displayName, personIn } from '../client/people.ts';
import { Avatar } from '../look/avatar.tsx';
import { plainText, parseMarkdown } from '../markdown/parse.ts';

/** docs.discord.com/developers/resources/message#message-object-message-types */
const CONTEXT_MENU_COMMAND = 23;
const SNIPPET_LENGTH = 120;

interface Origin {
  userId: string;
  command: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Who used which command, as `interaction_metadata` tells it; a modal's answer tells of what opened it. */
const originOf = (metadata: unknown): Origin | undefined => {
  if (!isRecord(metadata)) return undefined;
  const opener = originOf(metadata['triggering_interaction_metadata']);
  if (opener) return opener;
  const { user, name } = metadata;
  if (!isRecord(user) || typeof user['id'] !== 'string' || typeof name !== 'string') return undefined;
  return { userId: user['id'], command: name };
};

const Line = ({ user, children }: { user: WireUser; children: preact.ComponentChildren }) => (
  <div class="reply-line">
    <Avatar user={user} size={16} />
    <span class="person-name">{displayName(user)}</span> {children}
  </div>
);

const snippetOf = ({ content, embeds }: Message): string => {
  const text = plainText(parseMarkdown(content === '' ? (embeds[0]?.description ?? '') : content, 'masked'));
  return text === '' ? 'Click to see attachment' : text.slice(0, SNIPPET_LENGTH);
};

const jumpTo = (messageId: string): void => {
  const target = document.querySelector(`[data-message="${messageId}"]`);
  target?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

/** What a message answers: a command, or another message. */
export const ReplyLine = ({ message }: { message: Message }) => {
  const { snapshot } = useClientState();
  if (!snapshot) return null;
  const reference = message.message_reference?.message_id;
  if (reference !== undefined) {
    const target = snapshot.messages[message.channel_id]?.find(({ id }) => id === reference);
    if (!target) return <div class="reply-line gone">Original message was deleted</div>;
    return (
      <Line user={target.author}>
        <button type="button" class="snippet" onClick={() => jumpTo(reference)}>
          {snippetOf(target)}
        </button>
      </Line>
    );
  }
  const origin = originOf(message.interaction_metadata);
  const user = origin && personIn(snapshot, origin.userId);
  if (!user) return null;
  const sign = message.type === CONTEXT_MENU_COMMAND ? '' : '/';
  return (
    <Line user={user}>
      used <span class="command-name">{`${sign}${origin.command}`}</span>
    </Line>
  );
};
