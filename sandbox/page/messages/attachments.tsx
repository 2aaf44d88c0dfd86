import type { Attachment } from '../../discord/model.ts';
import { fileAddress, sizeText } from '../client/files.ts';
import { Icon } from '../look/icons.tsx';
import { isSpoilerFile } from './flags.ts';
import { Gallery } from './gallery.tsx';
import type { Picture } from './picture.ts';

const isPicture = ({ content_type: contentType, width }: Attachment): boolean =>
  width !== undefined && contentType?.startsWith('image/') === true;

const pictureOf = (attachment: Attachment): Picture => ({
  url: attachment.url,
  alt: attachment.description ?? '',
  width: attachment.width,
  height: attachment.height,
  isSpoiler: isSpoilerFile(attachment),
});

/** A file that is no picture. */
export const FileCard = ({ name, url, size }: { name: string; url: string; size: number | undefined }) => (
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
      <Gallery pictures={attachments.filter(isPicture).map(pictureOf)} />
      {files.map(({ id, filename, url, size }) => (
        <FileCard key={id} name={filename} url={url} size={size} />
      ))}
    </div>
  );
};
