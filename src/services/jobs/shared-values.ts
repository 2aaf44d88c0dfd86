/** What jobs have in common. */
interface Shareable {
  account: { id: string; keyRef: string };
  personId: string;
  guildId?: string;
  target: { applicationId: string; channelId: string; guildId?: string };
  notes: unknown[];
}

/** Of so many different texts. */
const MAX_SHARED = 50_000;
const texts = new Map<string, string>();
/** By key. */
const accounts = new Map<string, Shareable['account']>();
const NO_NOTES: never[] = [];
Object.freeze(NO_NOTES);

const sharedText = (text: string): string => {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MAX_SHARED) texts.clear();
  texts.set(text, text);
  return text;
};

const sharedAccount = (account: Shareable['account']): Shareable['account'] => {
  const known = accounts.get(account.keyRef);
  if (known?.id === account.id) return known;
  if (accounts.size >= MAX_SHARED) accounts.clear();
  accounts.set(account.keyRef, account);
  return account;
};

/** Each row that is read brings its own copy of a value: of those that many jobs have in common, one is kept in memory. */
export const shareValues = <J extends Shareable>(job: J): J => {
  const { target } = job;
  job.account = sharedAccount(job.account);
  job.personId = sharedText(job.personId);
  if (job.guildId !== undefined) job.guildId = sharedText(job.guildId);
  if (target.guildId !== undefined)
    target.guildId = target.guildId === job.guildId ? job.guildId : sharedText(target.guildId);
  target.applicationId = sharedText(target.applicationId);
  target.channelId = sharedText(target.channelId);
  if (job.notes.length === 0) job.notes = NO_NOTES;
  return job;
};
