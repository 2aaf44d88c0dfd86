import type { Clock } from '../../../lib/clock.ts';
import type { Action } from '../../../commands/framework/action.ts';
import { parseCustomId } from '../../../commands/framework/custom-id.ts';
import { answersOf, runAction } from '../../../commands/framework/run-action.ts';
import { CommandMismatchError } from '../../../commands/framework/command.ts';
import type {
  Command,
  CommandContext,
  MessageCommand,
  TopLevelCommand,
} from '../../../commands/framework/command.ts';
import { faultMessage, refusalMessage } from '../../../commands/refusals/index.ts';
import { privateText } from '../../../commands/framework/reply.ts';
import type { Reply } from '../../../commands/framework/reply.ts';
import { wordsFor } from '../../../commands/framework/language.ts';
import type { Log } from '../../operations/log.ts';
import { Delays } from './delays.ts';
import { readInteraction } from './interaction.ts';
import type { Occurrence } from './interaction.ts';
import { Recent } from './recent-set.ts';
import type { Announcement, Responder } from './responder.ts';

/** https://docs.discord.com/developers/interactions/receiving-and-responding: nobody waits for an answer any longer. */
const STALE_AFTER_MS = 3_000;
/** Discord may deliver an event twice; this many interactions are remembered. */
const REMEMBERED = 1_000;

export interface RouterOptions {
  commands: readonly TopLevelCommand[];
  messageCommands: readonly MessageCommand[];
  actions: readonly Action[];
  context: Omit<CommandContext, 'invocation' | 'commands'>;
  responder: Responder;
  /** Makes the references by which a person and the log name the same fault. */
  newReference: () => string;
  clock: Clock;
  log: Log;
  /** Aborts when Easel stops. */
  signal: AbortSignal;
}

interface Task {
  announcement: Announcement | ((context: CommandContext) => Promise<Announcement>);
  run: (context: CommandContext) => Promise<Reply>;
}

/** Leads what people do to the command or action that it is meant for. No interaction goes further than here. */
export class Router {
  readonly #options: RouterOptions;
  readonly #seen = new Recent(REMEMBERED);
  readonly #delays = new Delays();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /**
   * Takes an INTERACTION_CREATE event. Never throws: whatever happens is answered, or at least logged.
   *
   * @param isReplayed whether it happened while the connection was broken.
   */
  handle(event: unknown, isReplayed: boolean): void {
    const { log, clock, signal } = this.#options;
    const work = (async () => {
      try {
        const occurrence = readInteraction(event, clock.now());
        if (this.#isWanted(occurrence, isReplayed)) await this.#route(occurrence);
      } catch (error) {
        if (signal.aborted) log.warn('an interaction was left to the next start', { error });
        else log.error('an interaction could not be handled', { error });
      }
    })();
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  /** Resolves once everything under way is answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #route(occurrence: Occurrence): Promise<void> {
    const { responder, context, commands } = this.#options;
    const { invocation, kind, interactionId, token, applicationId } = occurrence;
    const full = { ...context, invocation, commands };
    const isClick = kind === 'component' || kind === 'modal';
    const question = { interactionId, token, applicationId, receivedAt: invocation.receivedAt, isClick };
    if (kind === 'autocomplete') {
      const command = this.#find(occurrence.path);
      const suggestions = await command?.suggest?.(occurrence.option, occurrence.typed, full);
      return responder.suggest(question, suggestions ?? []);
    }
    const task = this.#taskOf(occurrence);
    return responder.respond(question, this.#announcementOf(task, full), this.#run(task, full));
  }

  /**
   * Only what was replayed is dropped for its age. What comes as it happens is answered however old it seems: our clock may
   * have been set a moment ago, and Discord refuses for itself what is really too late.
   */
  #isWanted(occurrence: Occurrence, isReplayed: boolean): boolean {
    const { interactionId, createdAt, invocation } = occurrence;
    const { receivedAt } = invocation;
    const isRepeated = !this.#seen.add(interactionId);
    const latenessMs = isReplayed ? this.#delays.latenessMs(createdAt, receivedAt) : 0;
    if (!isReplayed && !isRepeated) this.#delays.learn(createdAt, receivedAt);
    if (!isRepeated && latenessMs <= STALE_AFTER_MS) return true;
    this.#options.log.warn('an interaction was dropped', { interactionId, isRepeated, latenessMs });
    return false;
  }

  #find([name, ...path]: readonly string[]): Command | undefined {
    const inner = path.at(-1) ?? name;
    const members = this.#options.commands.find((command) => command.name === name)?.members;
    return members?.find(({ data }) => data.name === inner);
  }

  #taskOf(occurrence: Occurrence): Task {
    switch (occurrence.kind) {
      case 'command': {
        const { path, values } = occurrence;
        const command = this.#find(path);
        if (!command) return refuse(path.join(' '));
        return {
          announcement: async (context) =>
            (await command.isPrivate(values, context)) ? 'privately' : 'publicly',
          run: (context) => command.run(values, context),
        };
      }
      case 'message-command': {
        const { name, message } = occurrence;
        const command = this.#options.messageCommands.find((candidate) => candidate.name === name);
        if (!command) return refuse(name);
        return { announcement: command.answers, run: (context) => command.run(message, context) };
      }
      case 'component':
      case 'modal':
        return this.#actionTask(occurrence);
      case 'autocomplete':
      case 'other':
        return refuse(occurrence.kind);
    }
  }

  #actionTask(occurrence: Occurrence & { kind: 'component' | 'modal' }): Task {
    const { customId } = occurrence;
    const reference = parseCustomId(customId);
    const action = this.#options.actions.find(({ name }) => name === reference?.action);
    if (!reference || !action) return refuse(customId);
    const { subject, number } = reference;
    const values = occurrence.kind === 'component' ? occurrence.values : [];
    const fields = occurrence.kind === 'modal' ? occurrence.fields : {};
    const use = { subject, ...(number !== undefined && { number }), values, fields };
    const step = occurrence.kind === 'modal' ? (action.form ?? action) : action;
    return {
      announcement: answersOf(action.name, step, use),
      run: (context) => runAction(action.name, step, use, context),
    };
  }

  #announcementOf({ announcement }: Task, context: CommandContext): Announcement | Promise<Announcement> {
    if (typeof announcement === 'string') return announcement;
    const decide = async (): Promise<Announcement> => {
      try {
        return await announcement(context);
      } catch (error) {
        this.#options.log.warn('it is not known who may see an answer, so only one person does', { error });
        return 'privately';
      }
    };
    return decide();
  }

  async #run({ run }: Task, context: CommandContext): Promise<Reply> {
    const { log, newReference } = this.#options;
    try {
      return await run(context);
    } catch (error) {
      const words = await wordsFor(context.invocation, context.guilds, log);
      const refusal = refusalMessage(error, words);
      if (refusal !== undefined) return privateText(refusal);
      const reference = newReference();
      log.error('a command failed', { reference, error });
      return privateText(faultMessage(reference, words));
    }
  }
}

const refuse = (what: string): Task => ({
  announcement: 'privately',
  run: () => Promise.reject(new CommandMismatchError(what)),
});
