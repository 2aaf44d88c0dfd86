import { z } from 'zod';

const sealedKeySchema = z.object({
  kind: z.literal('sealed'),
  owner: z.string(),
  /** See `sealing.ts`. */
  sealed: z.string(),
});

const currentKeySchema = z.object({
  kind: z.literal('current'),
  keyRef: z.string(),
  fingerprint: z.string(),
  /** The last four characters, by which people recognise their key; absent when it is too short for that. */
  lastFour: z.string().optional(),
  /** The person who set it. */
  setBy: z.string(),
  /** Milliseconds since the epoch. */
  setAt: z.number(),
});

export const apiKeyRowSchema = z.discriminatedUnion('kind', [sealedKeySchema, currentKeySchema]);

/** One API key, sealed. Stands under its key ref. */
export type SealedApiKey = z.infer<typeof sealedKeySchema>;
/** An owner's current key, and what may be shown of it. Stored under the owner. */
export type CurrentApiKey = z.infer<typeof currentKeySchema>;
export type ApiKeyRow = z.infer<typeof apiKeyRowSchema>;

/** The sealed keys among the rows, by key ref. */
export const sealedKeysIn = (rows: readonly [string, ApiKeyRow][]): [keyRef: string, row: SealedApiKey][] =>
  rows.flatMap(([keyRef, row]) => (row.kind === 'sealed' ? [[keyRef, row] as [string, SealedApiKey]] : []));

const SERVER = 'server:';
const PERSON = 'person:';

/** The owner of a key: a server, or a person in direct messages. */
export interface Owner {
  guildId?: string | undefined;
  personId: string;
}

/** How an owner is named in the store. */
export const ownerName = ({ guildId, personId }: Owner): string =>
  guildId === undefined ? PERSON + personId : SERVER + guildId;

/** The key of the lock under which an owner's requests and keys take turns: the server's or the person's id. */
export const lockKeyOf = (owner: string): string => owner.slice(owner.indexOf(':') + 1);

/** The server id in an owner's name, if the owner is a server. */
export const guildIdOf = (owner: string): string | undefined =>
  owner.startsWith(SERVER) ? lockKeyOf(owner) : undefined;
