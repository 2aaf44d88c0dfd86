import { randomUUID } from 'node:crypto';
import type { File } from '../../../commands/framework/reply.ts';

/** Nobody who makes a file can guess it, so it stands in none. */
const BOUNDARY = `easel-${randomUUID()}`;

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string): string =>
  name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));

const headOf = (name: string, file?: Pick<File, 'name' | 'contentType'>): Buffer => {
  const ofFile = file ? `; filename="${escaped(file.name)}"\r\nContent-Type: ${file.contentType}` : '';
  return Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${ofFile}\r\n\r\n`);
};
const LINE_END = Buffer.from('\r\n');
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

/**
 * A message with its files as the body of a request, in one piece: a form of blobs is read in many, and takes several times as
 * long. https://docs.discord.com/developers/reference#uploading-files
 */
export const multipartOf = (message: object, files: readonly File[]) => ({
  headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  passThroughBody: true,
  body: Buffer.concat([
    ...files.flatMap((file, index) => [headOf(`files[${index}]`, file), file.data, LINE_END]),
    ...[headOf('payload_json'), Buffer.from(JSON.stringify(message)), LINE_END, END],
  ]),
});
