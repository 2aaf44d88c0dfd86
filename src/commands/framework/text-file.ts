import type { Attachment } from '../../messages/forms.ts';
import { DownloadError } from '../../services/network/download.ts';
import type { Web } from '../../services/network/web.ts';
import { UserError } from '../../lib/user-error.ts';

/** More than the longest list that fits. */
export const MAX_FILE_BYTES = 512 * 1024;

/**
 * The text of a file that a person attached.
 *
 * @throws UserError file-too-large, file-not-there, file-not-text
 */
export const readTextFile = async (
  { url, filename, sizeBytes }: Attachment,
  web: Pick<Web, 'download'>,
): Promise<string> => {
  if (sizeBytes > MAX_FILE_BYTES) throw new UserError('file-too-large', { filename });
  const data = await web.download(url, { maxBytes: MAX_FILE_BYTES }).catch((cause: unknown) => {
    const isTooLarge = cause instanceof DownloadError && cause.reason === 'too-large';
    throw new UserError(isTooLarge ? 'file-too-large' : 'file-not-there', { filename }, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch (cause) {
    throw new UserError('file-not-text', { filename }, { cause });
  }
};
