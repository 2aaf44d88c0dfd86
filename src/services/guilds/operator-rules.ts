import { z } from 'zod';
import { UserError } from '../../lib/user-error.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Runtime } from '../operations/runtime.ts';
import type { Store } from '../storage/store.ts';
import type { Check } from './check.ts';

/** More than anybody reads in a message, and still a small row. */
const MAX_BARRED = 1_000;

const idsSchema = z.array(z.string()).max(MAX_BARRED);

export const operatorRulesSchema = z.object({
  /** New requests are declined everywhere. */
  isPaused: z.boolean(),
  /** The servers, and the people, that make no requests. */
  servers: idsSchema,
  people: idsSchema,
  /** In which the panel was opened last. */
  language: z.string().optional(),
});

/** What the person who runs the bot has decided for all servers. */
export type OperatorDecisions = z.infer<typeof operatorRulesSchema>;

/** What that person may decide on the panel. */
type Decision = 'pause' | 'resume' | 'block' | 'unblock' | 'leave' | 'erase';

/** Whom a bar concerns. */
export type Barrable = 'servers' | 'people';

const NONE: OperatorDecisions = { isPaused: false, servers: [], people: [] };
const ONLY_KEY = 'all';

/** The rules of the person who runs the bot: whether requests are taken at all, and whose aren't. */
export class OperatorRules {
  constructor(
    private readonly runtime: Pick<Runtime, 'log'>,
    private readonly store: Store<OperatorDecisions>,
    private readonly metrics: Pick<Metrics, 'countDecision'>,
  ) {}

  /** @throws UnreadableError */
  async get(): Promise<OperatorDecisions> {
    return (await this.store.get(ONLY_KEY)) ?? NONE;
  }

  /** The language to write to that person in. */
  async speak(language: string): Promise<void> {
    if ((await this.get()).language === language) return;
    await this.store.update(ONLY_KEY, (rules = NONE) => ({ ...rules, language }));
  }

  /** Declines or takes new requests everywhere. */
  async pause(isPaused: boolean): Promise<void> {
    await this.store.update(ONLY_KEY, (rules = NONE) => ({ ...rules, isPaused }));
  }

  /** Bars a server or person, or no longer. The oldest bars give way to new ones. */
  async bar(what: Barrable, id: string, isBarred: boolean): Promise<void> {
    await this.store.update(ONLY_KEY, (rules = NONE) => {
      const others = rules[what].filter((one) => one !== id);
      return { ...rules, [what]: isBarred ? [...others, id].slice(-MAX_BARRED) : others };
    });
  }

  /** Logs and counts a decision: who made it, and about whom. */
  record(what: Decision, about: { by: string; of?: string | undefined }): void {
    this.runtime.log.warn('the person who runs the bot decided', { what, ...about });
    this.metrics.countDecision({ what });
  }

  /** @throws UserError paused, barred */
  readonly check: Check = async ({ guildId, personId }) => {
    const { isPaused, servers, people } = await this.get();
    if (guildId !== undefined && servers.includes(guildId)) throw new UserError('barred', { what: 'server' });
    if (people.includes(personId)) throw new UserError('barred', { what: 'person' });
    if (isPaused) throw new UserError('paused');
  };
}
