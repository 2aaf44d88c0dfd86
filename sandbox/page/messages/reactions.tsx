import { useState } from 'preact/hooks';
import type { Message, Reaction } from '../../discord/model.ts';
import type { Snapshot } from '../../discord/user-side/protocol.ts';
import { displayName, personIn } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { Emoji, EmojiSign } from '../look/emoji.tsx';
import { Icon, Press } from '../look/icons.tsx';
import { Menu } from '../shell/menu.tsx';
import { say } from '../language/language.ts';

const EMOJI = [
  '🔄 again, ⭐ star, 1️⃣ one, 2️⃣ two, 3️⃣ three, 4️⃣ four, ❌ cross, ✉️ envelope',
  '👍 thumbs up, ❤️ heart, 😂 tears of joy, 😮 surprise, 😢 sadness, 🎉 party',
  '🔥 fire, 👀 eyes, ✨ sparkles, 🎨 palette, 🖼️ framed picture, ✏️ pencil',
  '🗑️ wastebasket, 💾 disk, 👎 thumbs down, 🤔 thinking, 🙏 thanks, 💯 hundred',
].flatMap((row) => row.split(', '));

interface PickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** A small choice of emoji. */
export const EmojiPicker = ({ onPick, onClose }: PickerProps) => (
  <Menu label={say('Pick an emoji')} class="emoji-picker" onClose={onClose}>
    {EMOJI.map((entry) => {
      const [emoji = '', ...words] = entry.split(' ');
      const name = words.join(' ');
      return (
        <button
          key={emoji}
          type="button"
          role="menuitem"
          aria-label={name}
          title={name}
          onClick={() => {
            onClose();
            onPick(emoji);
          }}
        >
          <Emoji emoji={emoji} />
        </button>
      );
    })}
  </Menu>
);

const emojiText = ({ id, name }: { id: string | null; name: string }): string =>
  id === null ? name : `${name}:${id}`;

interface ReactionButtonProps {
  reaction: Reaction;
  snapshot: Snapshot;
  onPress: (isMine: boolean) => void;
}

const ReactionButton = ({ reaction: { emoji, count, userIds }, snapshot, onPress }: ReactionButtonProps) => {
  const isMine = userIds.includes(snapshot.me.id);
  const users = userIds.flatMap((id) => personIn(snapshot, id) ?? []);
  const names = users.map(displayName).join(', ');
  return (
    <Press
      class={isMine ? 'reaction mine' : 'reaction'}
      aria-pressed={isMine}
      aria-label={`${emoji.name}, ${count}: ${names}`}
      title={names}
      onClick={() => onPress(isMine)}
    >
      <EmojiSign emoji={emoji} /> {count}
    </Press>
  );
};

const AddReaction = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const [isPicking, setPicking] = useState(false);
  return (
    <span class="add-reaction">
      <Press class="reaction add" aria-label={say('Add a reaction')} onClick={() => setPicking(!isPicking)}>
        <Icon name="smile" size={16} />
      </Press>
      {isPicking && <EmojiPicker onPick={onPick} onClose={() => setPicking(false)} />}
    </span>
  );
};

/** The reactions under a message: to press, and to add to. */
export const Reactions = ({ message, canReact }: { message: Message; canReact: boolean }) => {
  const snapshot = useSnapshot();
  if (message.reactions.length === 0) return null;
  const react = (emoji: string, isMine: boolean): void =>
    void client.act(isMine ? 'unreact' : 'react', { messageId: message.id, emoji });
  return (
    <div class="reactions">
      {message.reactions.map((reaction) => (
        <ReactionButton
          key={emojiText(reaction.emoji)}
          reaction={reaction}
          snapshot={snapshot}
          onPress={(isMine) => react(emojiText(reaction.emoji), isMine)}
        />
      ))}
      {canReact && <AddReaction onPick={(emoji) => react(emoji, false)} />}
    </div>
  );
};
