import { crc32 } from 'node:zlib';

/** A file in an archive. */
export interface ZippedFile {
  name: string;
  data: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the earliest date that the format has. */
const NO_DATE = 0x0021;

/** The fields that stand before a file and in the directory alike. */
const headOf = ({ data }: ZippedFile, name: Buffer): Buffer => {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(VERSION, 0);
  head.writeUInt16LE(UTF8_NAMES, 2);
  head.writeUInt16LE(NO_DATE, 8);
  head.writeUInt32LE(crc32(data), 10);
  head.writeUInt32LE(data.length, 14);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** An archive of a few files, stored as they are: pictures don't get smaller. */
export const zip = (files: readonly ZippedFile[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const head = headOf(file, name);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(signature(CENTRAL), Buffer.from([VERSION, 0]), head, rest, name);
    const local = [signature(LOCAL), head, name, file.data];
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, signature(END), end]);
};
