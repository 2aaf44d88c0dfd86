import { Menu } from '../shell/menu.tsx';

/** The reactions that Discord offers first, and those that Easel answers to. */
const EMOJI = [
  ['🔄', 'again'],
  ['1️⃣', 'one'],
  ['2️⃣', 'two'],
  ['3️⃣', 'three'],
  ['4️⃣', 'four'],
  ['❌', 'cross'],
  ['👍', 'thumbs up'],
  ['❤️', 'heart'],
  ['😂', 'tears of joy'],
  ['😮', 'surprise'],
  ['😢', 'sadness'],
  ['🎉', 'party'],
  ['🔥', 'fire'],
  ['👀', 'eyes'],
  ['✨', 'sparkles'],
  ['🎨', 'palette'],
  ['🖼️', 'framed picture'],
  ['✏️', 'pencil'],
  ['🗑️', 'wastebasket'],
  ['💾', 'disk'],
  ['👎', 'thumbs down'],
  ['🤔', 'thinking'],
  ['🙏', 'thanks'],
  ['💯', 'hundred'],
] as const;

interface PickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** A small choice of emoji. */
export const EmojiPicker = ({ onPick, onClose }: PickerProps) => (
  <Menu label="Pick an emoji" class="emoji-picker" onClose={onClose}>
    {EMOJI.map(([emoji, name]) => (
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
        {emoji}
      </button>
    ))}
  </Menu>
);
