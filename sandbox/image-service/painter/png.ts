import { crc32, deflate } from 'node:zlib';
import { promisify } from 'node:util';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_PIXEL = 1;
const INDEXED = 3;

const compress = promisify<Buffer, { level: number }, Buffer>(deflate);

/** A picture of one colour, made in next to no time at any size. */
export const encodeFlatPng = async (
  colour: readonly [red: number, green: number, blue: number],
  width: number,
  height: number,
): Promise<Buffer> => {
  const bytesPerRow = 1 + Math.ceil(width / 8);
  const data = await compress(Buffer.alloc(bytesPerRow * height), { level: 1 });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([BITS_PER_PIXEL, INDEXED], 8);
  const chunks = [chunk('IHDR', head), chunk('PLTE', Buffer.from(colour)), chunk('IDAT', data)];
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const frame = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(frame.subarray(4, -4)), frame.length - 4);
  return frame;
};
