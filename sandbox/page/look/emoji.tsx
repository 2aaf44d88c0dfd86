import { useState } from 'preact/hooks';
import type { EmojiReference } from '../../discord/model.ts';

const EMOJI = /\p{RGI_Emoji}/gv;

/** How the set names its files: the code points; the sign for "as a picture" counts only where pictures are joined. */
const fileOf = (emoji: string): string => {
  const points = emoji.includes('\u200D') ? emoji : emoji.replaceAll('\uFE0F', '');
  return Array.from(points, (point) => point.codePointAt(0)?.toString(16)).join('-');
};

/** One emoji as Discord draws it; as the system draws it where it is too new for the set. */
export const Emoji = ({ emoji }: { emoji: string }) => {
  const [isUnknown, setUnknown] = useState(false);
  if (isUnknown) return <span class="emoji">{emoji}</span>;
  return (
    <img
      class="emoji"
      src={`/emoji/${fileOf(emoji)}.svg`}
      alt={emoji}
      draggable={false}
      onError={() => setUnknown(true)}
    />
  );
};

/** A text with its emoji drawn. */
export const EmojiText = ({ text }: { text: string }) => {
  const found = text.match(EMOJI);
  if (!found) return <>{text}</>;
  return (
    <>
      {text
        .split(EMOJI)
        .map((words, index) => [words, found[index] && <Emoji key={index} emoji={found[index]} />])}
    </>
  );
};

/** An emoji on a button, in a list or under a message. */
export const EmojiSign = ({ emoji }: { emoji: Pick<EmojiReference, 'id' | 'name'> | undefined }) => {
  if (!emoji?.name) return null;
  return emoji.id ? <span>:{emoji.name}:</span> : <Emoji emoji={emoji.name} />;
};
