import { useState } from 'preact/hooks';
import type { Message } from '../../discord/model.ts';
import { useClient, useClientState } from '../client/context.ts';
import { displayName, personIn } from '../client/people.ts';
import { Icon } from '../look/icons.tsx';
import { EmojiPicker } from './emoji-picker.tsx';

const emojiText = ({ id, name }: { id: string | null; name: string }): string =>
  id === null ? name : `${name}:${id}`;

/** The reactions under a message: to press, and to add to. */
export function Reactions({ message, canReact }: { message: Message; canReact: boolean }) {
  const client = useClient();
  const { snapshot } = useClientState();
  const [isPicking, setPicking] = useState(false);
  if (!snapshot || message.reactions.length === 0) return null;
  const react = (emoji: string, isMine: boolean): void => {
    void client.act(isMine ? 'unreact' : 'react', { messageId: message.id, emoji });
  };
  return (
    <div class="reactions">
      {message.reactions.map(({ emoji, count, userIds }) => {
        const isMine = userIds.includes(snapshot.me.id);
        const names = userIds.map((id) => {
          const user = personIn(snapshot, id);
          return user ? displayName(user) : 'somebody';
        });
        return (
          <button
            key={emojiText(emoji)}
            type="button"
            class={isMine ? 'reaction mine' : 'reaction'}
            aria-pressed={isMine}
            aria-label={`${emoji.name}, ${count}: ${names.join(', ')}`}
            title={names.join(', ')}
            onClick={() => {
              react(emojiText(emoji), isMine);
            }}
          >
            <span class="emoji">{emoji.name}</span> {count}
          </button>
        );
      })}
      {canReact && (
        <span class="add-reaction">
          <button
            type="button"
            class="reaction add"
            aria-label="Add a reaction"
            onClick={() => {
              setPicking(!isPicking);
            }}
          >
            <Icon name="smile" size={16} />
          </button>
          {isPicking && (
            <EmojiPicker
              onClose={() => {
                setPicking(false);
              }}
              onPick={(emoji) => {
                react(emoji, false);
              }}
            />
          )}
        </span>
      )}
    </div>
  );
}
