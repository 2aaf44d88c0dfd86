import { useState } from 'preact/hooks';
import { fileAddress } from '../client/files.ts';
import { Lightbox } from './lightbox.tsx';
import type { Picture } from './picture.ts';

/** The largest size at which Discord draws a single picture, in CSS pixels. */
const LARGEST = { width: 550, height: 350 };

const sizeOf = ({ width = 0, height = 0 }: Picture): { width: number; height: number } | undefined => {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

interface TileProps {
  picture: Picture;
  isSingle: boolean;
  onOpen: () => void;
}

const Tile = ({ picture, isSingle, onOpen }: TileProps) => {
  const [isHidden, setHidden] = useState(picture.isSpoiler);
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');
  const size = isSingle ? sizeOf(picture) : undefined;
  const label = picture.alt === '' ? 'Open the picture' : `Open the picture: ${picture.alt}`;
  return (
    <button
      type="button"
      class={`tile${isHidden ? ' hidden' : ''}`}
      aria-label={isHidden ? 'Spoiler, press to show the picture' : label}
      style={size && { width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
      onClick={() => {
        if (isHidden) setHidden(false);
        else onOpen();
      }}
    >
      {state === 'broken' ? (
        <span class="broken">The picture could not be loaded.</span>
      ) : (
        <img
          src={fileAddress(picture.url)}
          alt={isHidden ? '' : picture.alt}
          {...size}
          class={state}
          onLoad={() => setState('loaded')}
          onError={() => setState('broken')}
        />
      )}
      {isHidden && <span class="spoiler-sign">SPOILER</span>}
    </button>
  );
};

/** One to ten pictures in Discord's grid. */
export const Gallery = ({ pictures }: { pictures: readonly Picture[] }) => {
  const [opened, setOpened] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  return (
    <div class={`gallery count-${Math.min(pictures.length, 10)}`}>
      {pictures.map((picture, index) => (
        <Tile
          key={picture.url.split('?')[0]}
          picture={picture}
          isSingle={pictures.length === 1}
          onOpen={() => setOpened(index)}
        />
      ))}
      {opened !== null && <Lightbox pictures={pictures} first={opened} onClose={() => setOpened(null)} />}
    </div>
  );
};
