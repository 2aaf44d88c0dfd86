import { createHash } from 'node:crypto';
import { ulid } from 'ulid';

/** A form that a person opened. */
export interface OpenedForm {
  /** The id of the interaction that opened it, in which Discord writes the time. */
  opening: string;
  personId: string;
}

/** https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH = 1_420_070_400_000n;

/** The id of a form's job, however often the form is submitted. @param index of several jobs of the form. */
export const formJobId = ({ opening, personId }: OpenedForm, index = 0): string => {
  const random = createHash('sha256').update(`${opening} ${personId} ${index}`).digest().values();
  const openedAt = Number((BigInt(opening) >> 22n) + DISCORD_EPOCH);
  return ulid(openedAt, () => (random.next().value ?? 0) / 256);
};
