import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fileAddress } from '../client/files.ts';
import { IconButton } from '../look/icon-button.tsx';
import type { Picture } from './picture.ts';

interface LightboxProps {
  pictures: readonly Picture[];
  first: number;
  onClose: () => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

const Bar = ({ place, address, onClose }: { place: string; address: string; onClose: () => void }) => (
  <div class="lightbox-bar">
    <span>{place}</span>
    <a href={address} target="_blank" rel="noreferrer noopener">
      Open in browser
    </a>
    <IconButton icon="close" label="Close" onPress={onClose} />
  </div>
);

/** One picture at a time, as large as the window; arrow keys go on to the next. */
export const Lightbox = ({ pictures, first, onClose }: LightboxProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(first);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  const picture = pictures[index];
  if (!picture) return null;
  const step = (by: number): void => setIndex((index + by + pictures.length) % pictures.length);
  const address = fileAddress(picture.url);
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label="Picture"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={({ key }) => {
        const by = STEPS[key];
        if (by !== undefined) step(by);
      }}
    >
      <img src={address} alt={picture.alt} />
      <Bar
        place={pictures.length > 1 ? `${index + 1} of ${pictures.length}` : ''}
        address={address}
        onClose={onClose}
      />
    </dialog>
  );
};
