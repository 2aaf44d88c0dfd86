import { within, type Clock } from '../../lib/clock.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';
import type { ApiKeys } from '../../services/accounts/api-keys.ts';
import type { AdminLog } from '../../services/guilds/admin-log.ts';
import type { OperatorRules } from '../../services/guilds/operator-rules.ts';
import type { SharedBudget } from '../../services/usage/shared-budget.ts';
import type { Usage } from '../../services/usage/usage.ts';
import type { Settings } from '../../services/guilds/settings.ts';
import type { Guilds } from '../../services/guilds/index.ts';
import { spokenOf, wordsIn, type Language } from '../../messages/language.ts';
import type { Deletions } from '../../services/jobs/deletions.ts';
import type { Drafts } from '../../services/people/drafts.ts';
import type { Jobs } from '../../services/jobs/jobs.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import type { PersonalJobs } from '../../services/jobs/personal-jobs.ts';
import type { Submitter } from '../../services/jobs/submitter.ts';
import type { Web } from '../../services/network/web.ts';
import type { Lease } from '../../services/storage/lease.ts';
import type { History } from '../../services/people/history.ts';
import type { Profiles } from '../../services/people/profiles.ts';
import { languageFor, languageOf, serverOf, type Invocation } from './invocation.ts';
import type { Messages } from '../../discord/messages.ts';
import type { Membership } from '../../discord/membership.ts';
import type { Rights } from '../../discord/rights.ts';
import type { ServerChannels } from '../../discord/server-channels.ts';
import type { Sources } from '../../discord/sources.ts';
import type { Takedowns } from '../../discord/takedowns.ts';
import type { ClickGuard } from './click-guard.ts';
import type { Words } from '../../messages/words/words.ts';

/** The services, which are the same for all invocations. */
export interface SharedContext {
  jobs: Jobs;
  openJobs: OpenJobs;
  submitter: Pick<Submitter, 'waitsOf' | 'followKey'>;
  /** Which servers' jobs are this process's own: another one's can be looked at, and nothing else. */
  lease: Pick<Lease, 'owns'>;
  deletions: Deletions;
  drafts: Drafts;
  /** What stands in Discord already. */
  messages: Messages;
  /** Whether the pictures that requests start from are still there. */
  sources: Sources;
  /** Downloads attachments and checks addresses. */
  web: Web;
  clickGuard: ClickGuard;
  /** Who may do what, as Discord tells. */
  rights: Rights;
  /** The servers in which the bot is. */
  membership: Membership;
  /** Of which servers channels are. */
  channels: ServerChannels;
  takedowns: Takedowns;
  guilds: Guilds;
  /** Which key pays. */
  accounts: Accounts;
  apiKeys: ApiKeys;
  usage: Usage;
  /** Publishes admins' changes, for example to the log channel. */
  adminLog: AdminLog;
  /** People's choices. */
  profiles: Profiles;
  /** Which requests people made. */
  history: History;
  personalJobs: PersonalJobs;
  jobRetentionDays: number;
  /** Makes deleted data unreadable in the store's files. */
  scrub: () => Promise<void>;
  /** What the person who runs the bot decides, and pays. */
  operator: {
    rules: OperatorRules;
    budget: Pick<SharedBudget, 'spent'>;
  };
  clock: Clock;
}

/** The services and the invocation, for a command or action. */
export interface CommandContext extends SharedContext {
  invocation: Invocation;
  /** The settings that hold where the person acts, read once. */
  settings: () => Promise<Settings>;
  /** The person's own if Easel speaks it, else English. */
  language: Language;
  /** The catalogue of that language. */
  words: Words;
  /** The same words where they name buttons of cards, which are in the server's language. */
  wordsBesideCards: () => Promise<Words>;
}

/** A slow store delays no text. */
const SETTINGS_WITHIN_MS = 500;

/** The context of an invocation. */
export const contextOf = (shared: SharedContext, invocation: Invocation): CommandContext => {
  const language = languageOf(invocation);
  let read: Promise<Settings> | undefined;
  const { serverLocale } = invocation;
  const spoken = serverLocale === undefined ? undefined : spokenOf(serverLocale);
  const settings = () => (read ??= shared.guilds.settings.seenIn(serverOf(invocation), spoken));
  const wordsBesideCards = async () => {
    // The store logs its failures, and a text is worth more than the label of a button.
    const present = await within(
      SETTINGS_WITHIN_MS,
      settings().catch(() => undefined),
      shared.clock,
    );
    return wordsIn(language, present && languageFor(invocation, present));
  };
  return { ...shared, invocation, settings, language, words: wordsIn(language), wordsBesideCards };
};
