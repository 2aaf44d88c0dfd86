import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { File } from '../framework/reply.ts';

/** What is kept of a person, as a file that an answer can carry: packed when it is larger than that. */
export const dataFile = async (json: string, limitBytes: number): Promise<File> => {
  const data = Buffer.from(json);
  const altText = 'Everything that is kept of you, as JSON';
  if (data.length <= limitBytes)
    return { name: 'my-data.json', data, contentType: 'application/json', altText };
  const packed = await promisify(gzip)(data);
  return { name: 'my-data.json.gz', data: packed, contentType: 'application/gzip', altText };
};
