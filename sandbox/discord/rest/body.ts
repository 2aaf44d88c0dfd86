import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fault, invalidField } from '../errors.ts';
import type { UploadedFile } from '../messages/files.ts';

export interface ReadRequest {
  body: unknown;
  uploads: UploadedFile[];
}

/** @throws DiscordFault 50109 */
export const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw fault('invalidJson');
  }
};

const readFile = async (part: MultipartFile): Promise<UploadedFile> => {
  const index = /^files\[(\d+)\]$/.exec(part.fieldname)?.[1];
  if (index === undefined)
    throw invalidField([part.fieldname], 'BASE_TYPE_INVALID', 'Files are named files[n].');
  const bytes = await part.toBuffer();
  // A part that names no type gets the general one from the parser; Discord then goes by the file's name.
  const contentType = part.mimetype === 'application/octet-stream' ? undefined : part.mimetype;
  return { index: Number(index), filename: part.filename, contentType, bytes };
};

/**
 * Reads JSON, or `payload_json` with `files[n]`.
 * docs.discord.com/developers/reference#uploading-files
 * @throws DiscordFault 50109, 50035, 40005
 */
export const readRequest = async (request: FastifyRequest, maxBytes: number): Promise<ReadRequest> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw fault('requestTooLarge');
  if (!request.isMultipart()) return { body: request.body, uploads: [] };
  const uploads: UploadedFile[] = [];
  let body: unknown;
  for await (const part of request.parts({ limits: { fileSize: maxBytes, fieldSize: maxBytes } })) {
    if (part.type === 'file') uploads.push(await readFile(part));
    else if (part.fieldname === 'payload_json') body = parseJson(String(part.value));
    else
      throw invalidField([part.fieldname], 'BASE_TYPE_INVALID', 'Fields beside files stand in payload_json.');
  }
  if (uploads.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > maxBytes)
    throw fault('requestTooLarge');
  return { body, uploads };
};
