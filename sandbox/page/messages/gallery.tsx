import { useState } from 'preact/hooks';
import type { Attachment, EmbedMedia } from '../../discord/model.ts';
import { fileAddress, sizeText } from '../client/files.ts';
import { Icon, IconButton, OuterLink, Press } from '../look/icons.tsx';
import { useDialog } from '../shell/menu.tsx';
import { isSpoilerFile } from './flags.ts';
import { say } from '../language/language.ts';

/** A picture as it is shown in a message. */
export interface Picture {
  url: string;
  alt: string;
  width: number | undefined;
  height: number | undefined;
  isSpoiler: boolean;
}

export const pictureOf = (
  { url, width, height }: Pick<EmbedMedia, 'url' | 'width' | 'height'>,
  alt: string | null | undefined,
  isSpoiler: boolean,
): Picture => ({ url, alt: alt ?? '', width, height, isSpoiler });

interface LightboxProps {
  pictures: readonly Picture[];
  first: number;
  onClose: () => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

const Bar = ({ place, address, onClose }: { place: string; address: string; onClose: () => void }) => (
  <div class="lightbox-bar">
    <span>{place}</span>
    <OuterLink href={address}>{say('Open in browser')}</OuterLink>
    <IconButton icon="close" label={say('Close')} onPress={onClose} />
  </div>
);

/** One picture at a time, as large as the window; arrow keys go on to the next. */
const Lightbox = ({ pictures, first, onClose }: LightboxProps) => {
  const dialog = useDialog();
  const [index, setIndex] = useState(first);
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
    <Press
      class={`tile${isHidden ? ' hidden' : ''}`}
      aria-label={isHidden ? 'Spoiler, press to show the picture' : label}
      style={size && { width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
      onClick={() => {
        if (isHidden) setHidden(false);
        else onOpen();
      }}
    >
      {state === 'broken' ? (
        <span class="broken">{say('The picture could not be loaded.')}</span>
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
    </Press>
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

const isPicture = ({ content_type: contentType, width }: Attachment): boolean =>
  width !== undefined && contentType?.startsWith('image/') === true;

/** A file that is no picture. */
const FileCard = ({ name, url, size }: { name: string; url: string; size: number | undefined }) => (
  <div class="file-card">
    <Icon name="file" size={28} />
    <span class="file-words">
      <a href={fileAddress(url)} download={name}>
        {name}
      </a>
      {size !== undefined && <small>{sizeText(size)}</small>}
    </span>
  </div>
);

/** The files of a message: pictures in a grid, everything else to download. */
export const Attachments = ({ attachments }: { attachments: readonly Attachment[] }) => {
  if (attachments.length === 0) return null;
  const files = attachments.filter((attachment) => !isPicture(attachment));
  return (
    <div class="attachments">
      <Gallery
        pictures={attachments
          .filter(isPicture)
          .map((picture) => pictureOf(picture, picture.description, isSpoilerFile(picture)))}
      />
      {files.map(({ id, filename, url, size }) => (
        <FileCard key={id} name={filename} url={url} size={size} />
      ))}
    </div>
  );
};
