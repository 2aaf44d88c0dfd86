import type { Attachment } from '../../messages/forms.ts';
import { DownloadError } from '../../services/network/download.ts';
import type { Web } from '../../services/network/web.ts';
import { cut } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';

/** As many bytes as the longest list that fits, and then some. */
const MAX_FILE_BYTES = 512 * 1024;

/** The rules and exceptions of a file. */
export interface RuleFile {
  rules: string[];
  exceptions: string[];
}

/** Reads the lines of a file: a rule each, an exception after `!`, a remark after `#`. */
export const parseRuleFile = (text: string): RuleFile => {
  const lines = cut(text, MAX_FILE_BYTES)
    .replace(/^\ufeff/u, '')
    .split(/[\n\r]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const exceptions = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1).trim());
  return {
    rules: lines.filter((line) => !line.startsWith('!')),
    exceptions: exceptions.filter((line) => line !== ''),
  };
};

/** Writes what {@link parseRuleFile} reads. */
export const writeRuleFile = ({ rules, exceptions }: RuleFile): string =>
  [...rules, ...exceptions.map((exception) => `!${exception}`), ''].join('\n');

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
