import type { Clock } from '../../clock.ts';
import type { Action } from '../../commands/actions/action.ts';
import { parseCustomId } from '../../commands/actions/custom-id.ts';
import { CommandMismatchError } from '../../commands/command.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import type { Invocation } from '../../commands/invocation.ts';
import { privateText } from '../../commands/reply.ts';
import type { Reply } from '../../commands/reply.ts';
import { faultMessage, refusalMessage } from '../../commands/user-message.ts';
import type { Log } from '../operations/log.ts';
import { readInteraction } from './interaction.ts';
import type { Occurrence } from './interaction.ts';
import { Recent } from './recent.ts';
import type { Announcement, Responder } from './responder.ts';

/** An interaction older than this when it arrives was replayed after a broken connection: its three seconds are over. */
const STALE_AFTER_MS = 3_000;
/** Discord may deliver an event twice; this many interactions are remembered. */
const REMEMBERED = 1_000;

export interface RouterOptions {
  commands: readonly Command[];
  actions: readonly Action[];
  context: Omit<CommandContext, 'invocation' | 'clock' | 'commands'>;
  responder: Responder;
  /** Makes the references by which a person and the log name the same fault. */
  newReference: () => string;
  clock: Clock;
  log: Log;
}

interface Task {
  announcement: Announcement;
  run: (context: CommandContext) => Promise<Reply>;
}

/** Leads what people do to the command or action that it is meant for. No interaction goes further than here. */
export class Router {
  readonly #options: RouterOptions;
  readonly #seen = new Recent(REMEMBERED);
  /** The shortest way an interaction has taken here, which holds the difference between Discord's clock and ours. */
  #shortestDelayMs = Infinity;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** Takes an INTERACTION_CREATE event. Never throws: whatever happens is answered, or at least logged. */
  handle(event: unknown): void {
    const { log, clock } = this.#options;
    const work = (async () => {
      try {
        await this.#route(readInteraction(event, clock.now()));
      } catch (error) {
        log.error('an interaction could not be handled', { error });
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
    const { invocation } = occurrence;
    if (this.#isStale(invocation)) return;
    const task = this.#taskOf(occurrence);
    const { responder, context, clock, commands } = this.#options;
    const full = { ...context, invocation, clock, commands: commands.map(({ data }) => data) };
    await responder.respond(invocation, task.announcement, this.#run(task, full));
  }

  #isStale({ interactionId, createdAt, receivedAt }: Invocation): boolean {
    const delayMs = receivedAt - createdAt;
    this.#shortestDelayMs = Math.min(this.#shortestDelayMs, delayMs);
    const staleMs = delayMs - this.#shortestDelayMs;
    const repeated = !this.#seen.add(interactionId);
    if (!repeated && staleMs <= STALE_AFTER_MS) return false;
    this.#options.log.warn('an interaction was dropped', { interactionId, repeated, staleMs });
    return true;
  }

  #taskOf(occurrence: Occurrence): Task {
    const { commands, actions } = this.#options;
    if (occurrence.kind === 'command') {
      const { name, values } = occurrence;
      const command = commands.find(({ data }) => data.name === name);
      if (!command) return refuse(new CommandMismatchError(name));
      const announcement = command.isPrivate(values) ? 'privately' : 'publicly';
      return { announcement, run: (context) => command.run(values, context) };
    }
    const reference = occurrence.kind === 'component' ? parseCustomId(occurrence.customId) : undefined;
    const action = actions.find(({ name }) => name === reference?.action);
    if (!reference || !action) return refuse(new CommandMismatchError(occurrence.kind));
    return { announcement: action.answers, run: (context) => action.run(reference.jobId, context) };
  }

  async #run({ run }: Task, context: CommandContext): Promise<Reply> {
    const { log, newReference } = this.#options;
    try {
      return await run(context);
    } catch (error) {
      const refusal = refusalMessage(error);
      if (refusal !== undefined) return privateText(refusal);
      const reference = newReference();
      log.error('a command failed', { reference, interactionId: context.invocation.interactionId, error });
      return privateText(faultMessage(reference));
    }
  }
}

const refuse = (error: Error): Task => ({ announcement: 'privately', run: () => Promise.reject(error) });
