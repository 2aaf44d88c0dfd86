import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import { UserError } from '../../../lib/user-error.ts';
import type { Check } from '../check.ts';
import type { StoreTime } from '../../storage/store-time.ts';
import type { Store } from '../../storage/store.ts';
import { GuildValues, type Changed } from '../guild-values.ts';
import { compile, matcherOf, type Matcher, type Steps } from './matcher.ts';
import { lengthOf, parseRule, ruleKey, type Rule } from './rule.ts';

const MAX_BANS = 1_000;
/** In UTF-16 units. */
export const REASON_LENGTH = 200;
/** Characters of the lists that are kept compiled. */
const COMPILED_LENGTH = 200_000;

const banSchema = z.object({
  personId: z.string(),
  /** When it ends, milliseconds since the epoch; absent: when an admin lifts it. */
  until: z.number().optional(),
  /** What the person reads. */
  reason: z.string().optional(),
});
/** A person who may not ask for pictures in a server. */
export type Ban = z.infer<typeof banSchema>;

export const blocklistSchema = z.object({
  /** Words and phrases, as they were typed. */
  rules: z.array(z.string()),
  /** Exceptions to the rules; of the same kinds. */
  exceptions: z.array(z.string()),
  bans: z.array(banSchema),
});
/** Blocked words and people of a server. */
export type Blocklist = z.infer<typeof blocklistSchema>;
/** One of the two lists of a blocklist. */
export type RuleList = 'rules' | 'exceptions';

const EMPTY: Blocklist = { rules: [], exceptions: [], bans: [] };

/** A list that people can still read. */
const MAX_RULES = 1_000;
/** The letters of all rules: compiling as many takes some milliseconds. */
const MAX_LETTERS = 10_000;

const checkSize = (rules: readonly Rule[]): void => {
  if (rules.length > MAX_RULES) throw new UserError('blocklist-full', { what: 'rules', limit: MAX_RULES });
  const letters = rules.reduce((sum, rule) => sum + lengthOf(rule), 0);
  if (letters > MAX_LETTERS) throw new UserError('blocklist-full', { what: 'letters', limit: MAX_LETTERS });
};

/**
 * Adds rules; those that are there already, in any spelling, stay as they are.
 *
 * @throws UserError not-a-rule, blocklist-full
 */
const withRules = (present: readonly string[], added: readonly string[]): string[] => {
  if (added.length > MAX_RULES) throw new UserError('blocklist-full', { what: 'rules', limit: MAX_RULES });
  if (added.length === 0) return [...present];
  const byKey = new Map<string, Rule>();
  for (const rule of [...present, ...added].map(parseRule))
    if (!byKey.has(ruleKey(rule))) byKey.set(ruleKey(rule), rule);
  const rules = [...byKey.values()];
  checkSize(rules);
  return rules.map(({ text }) => text);
};

/** Does work step by step, and lets others have their turn before each: a request has many prompts. */
const inTurns = async <T>(steps: Steps<T>): Promise<T> => {
  for (;;) {
    await setImmediate();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

const refuseBanned = ({ bans }: Blocklist, personId: string): void => {
  const ban = bans.find((candidate) => candidate.personId === personId);
  if (ban) throw new UserError('banned', { until: ban.until, reason: ban.reason });
};

/** The blocklists of all servers. */
export class Blocklists extends GuildValues<Blocklist> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #time: Pick<StoreTime, 'now'>;
  /** By the rules and exceptions that they were compiled from. */
  readonly #matchers = new LRUCache<string, Matcher>({
    maxSize: COMPILED_LENGTH,
    sizeCalculation: (_matcher, source) => source.length,
  });

  /** @param time a ban goes from the store once it is over by this, too: the time of day can be wrong, and a ban would be lost. */
  constructor(store: Store<Blocklist>, clock: Pick<Clock, 'now'>, time: Pick<StoreTime, 'now'>) {
    super(store, EMPTY);
    this.#clock = clock;
    this.#time = time;
  }

  /** A server's blocklist, without bans that are over. */
  override async of(guildId: string): Promise<Blocklist> {
    const blocklist = await super.of(guildId);
    return { ...blocklist, bans: this.#current(blocklist.bans) };
  }

  /** As of all servers' values; what is stored has no bans that are over. */
  override change(guildId: string, change: (value: Blocklist) => Blocklist): Promise<Changed<Blocklist>> {
    return super.change(guildId, (present) => {
      const bans = present.bans.filter((ban) => !this.#isPast(ban));
      return change({ ...present, bans });
    });
  }

  /** Removes bans that are over from what is stored for some servers. */
  async removeEnded(isMeant: (guildId: string) => boolean): Promise<void> {
    const guildIds = await this.find('"until":', (guildId, { bans } = EMPTY) =>
      isMeant(guildId) && bans.some((ban) => this.#isPast(ban)) ? [guildId] : [],
    );
    for (const guildId of guildIds) await this.change(guildId, (present) => present);
  }

  /** A rule that speaks against a prompt in a server. */
  async findIn(guildId: string, prompt: string): Promise<string | undefined> {
    return this.#find(await this.of(guildId), prompt);
  }

  /** What is stored about a person's blocks in servers, and how many lists name the person but can't be read. */
  async bansOf(personId: string): Promise<{ servers: (Ban & { guildId: string })[]; unreadable: number }> {
    const found = await this.find(personId, (guildId, list) =>
      list
        ? list.bans.filter((ban) => ban.personId === personId).map((ban) => ({ guildId, ...ban }))
        : [undefined],
    );
    const servers = found.filter((ban) => ban !== undefined);
    return { servers, unreadable: found.length - servers.length };
  }

  /** @throws UserError banned when the person is blocked in the server. */
  async refuseBlocked(guildId: string, personId: string): Promise<void> {
    refuseBanned(await this.of(guildId), personId);
  }

  /** @throws UserError banned, blocked-prompt */
  readonly check: Check = async ({ guildId, personId, requests }) => {
    if (guildId === undefined) return;
    const blocklist = await this.of(guildId);
    refuseBanned(blocklist, personId);
    const prompts = requests.flatMap(({ submission, shownPrompt = [] }) =>
      [submission.body.prompt].concat(shownPrompt),
    );
    for (const prompt of prompts) {
      const rule = await this.#find(blocklist, prompt);
      if (rule !== undefined) throw new UserError('blocked-prompt', { rule });
    }
  };

  /**
   * Adds rules and exceptions. Returns how many of each are new.
   *
   * @throws UserError not-a-rule, blocklist-full; nothing is added then.
   */
  async add(
    guildId: string,
    texts: Partial<Record<RuleList, readonly string[]>>,
  ): Promise<Record<RuleList, number>> {
    const { before, after } = await this.change(guildId, (present) => ({
      ...present,
      rules: withRules(present.rules, texts.rules ?? []),
      exceptions: withRules(present.exceptions, texts.exceptions ?? []),
    }));
    return {
      rules: after.rules.length - before.rules.length,
      exceptions: after.exceptions.length - before.exceptions.length,
    };
  }

  /** Removes a rule or exception. */
  async remove(guildId: string, list: RuleList, rule: string): Promise<void> {
    await this.change(guildId, (present) => ({
      ...present,
      [list]: present[list].filter((candidate) => candidate !== rule),
    }));
  }

  /** Bans a person, again if need be. @throws UserError blocklist-full */
  async ban(guildId: string, ban: Ban): Promise<void> {
    await this.change(guildId, (present) => {
      const others = present.bans.filter(({ personId }) => personId !== ban.personId);
      if (this.#current(others).length >= MAX_BANS)
        throw new UserError('blocklist-full', { what: 'bans', limit: MAX_BANS });
      return { ...present, bans: [...others, ban] };
    });
  }

  /** Lets a person ask again. Returns whether they were banned. */
  async unban(guildId: string, personId: string): Promise<boolean> {
    const { before, after } = await this.change(guildId, (present) => ({
      ...present,
      bans: present.bans.filter((ban) => ban.personId !== personId),
    }));
    return this.#current(after.bans).length < this.#current(before.bans).length;
  }

  #isPast({ until = Infinity }: Ban): boolean {
    return until <= Math.min(this.#time.now(), this.#clock.now());
  }

  #current(bans: readonly Ban[]): Ban[] {
    const now = this.#clock.now();
    return bans.filter(({ until = Infinity }) => until > now);
  }

  async #find(blocklist: Blocklist, prompt: string): Promise<string | undefined> {
    if (blocklist.rules.length === 0) return undefined;
    const matcher = await this.#matcherOf(blocklist);
    return inTurns(matcher(prompt));
  }

  async #matcherOf({ rules, exceptions }: Blocklist): Promise<Matcher> {
    const source = JSON.stringify([rules, exceptions]);
    const known = this.#matchers.get(source);
    if (known) return known;
    const matcher = matcherOf(await inTurns(compile(rules)), await inTurns(compile(exceptions)));
    this.#matchers.set(source, matcher);
    return matcher;
  }
}
