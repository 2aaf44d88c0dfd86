import type { Runtime } from '../services/operations/runtime.ts';
import type { Lease } from '../services/storage/lease.ts';
import {
  InteractionType,
  type APIInteraction,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type MessageComponentInteraction,
  type ModalSubmitInteraction,
  type RepliableInteraction,
} from 'discord.js';
import { InFlight } from '../lib/in-flight.ts';
import { latest } from '../lib/latest.ts';
import type { Action, ActionUse } from '../commands/framework/action.ts';
import { offeringCorrection } from '../commands/framework/correct.ts';
import { customId, openedAs, parseCustomId, parseFormId } from '../messages/custom-id.ts';
import { ENGLISH } from '../messages/language.ts';
import { answersOf, runAction, runForm } from '../commands/framework/run-action.ts';
import type { Command, MessageCommand, TopLevelCommand } from '../commands/framework/command.ts';
import { contextOf, type CommandContext, type SharedContext } from '../commands/framework/context.ts';
import { serverOf, type Invocation } from '../commands/framework/invocation.ts';
import type { Answers, Reply, ShownReply } from '../commands/framework/reply.ts';
import { refusalMessage } from '../commands/requests/refusal.ts';
import type { Ask } from '../services/requests/ask.ts';
import { explained } from '../discord/failures.ts';
import { fieldsOf, invocationOf, targetMessageOf, typedPrompt, valuesOf } from './interaction.ts';
import { pickedName, pickedValues, shownRoles } from '../discord/message-contents.ts';
import type { Responder } from './responder.ts';
import { UserError } from '../lib/user-error.ts';

/** The work that an interaction asks for. */
interface Handler {
  answers: Answers | ((context: CommandContext) => Promise<Answers>);
  run: (context: CommandContext) => Reply | Promise<Reply>;
}

const declining = (code: 'command-changed' | 'elsewhere' | 'interrupted' | 'store-away'): Handler => ({
  answers: 'privately',
  run: () => Promise.reject(new UserError(code)),
});

/** Nothing of that name is known. */
const COMMAND_CHANGED = declining('command-changed');
/** Another process has the jobs of that place. */
const ELSEWHERE = declining('elsewhere');
/** Easel ends before the answer is there. */
const INTERRUPTED = declining('interrupted');
/** The store can't be reached. */
const STORE_AWAY = declining('store-away');

/** Discord may deliver an event twice, so this many interactions are remembered. */
const MAX_REMEMBERED = 5_000;
/** Another process that has taken over announces its answer after 1.5 s at the latest. Leaves enough time to answer. */
const DECLINE_AFTER_MS = 2_000;
/** Easel waits three seconds for its answers before it ends. */
const INTERRUPT_AFTER_MS = 1_800;

/** Routes interactions to their command or action, which see plain data alone. */
export class Router {
  readonly #seen = latest<true>(MAX_REMEMBERED);
  readonly #work = new InFlight();

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'randomBytes' | 'log' | 'signal'>,
    private readonly commands: readonly TopLevelCommand[],
    private readonly messageCommands: readonly MessageCommand[],
    private readonly actions: readonly Action[],
    private readonly context: SharedContext,
    private readonly responder: Responder,
    /** The right to this process's part of the shards. */
    private readonly lease: Pick<Lease, 'isHeld' | 'isUncertain' | 'owns'>,
  ) {}

  /** Takes what came in, where this process has its part; while that isn't known, another one may answer first. */
  take(interaction: Interaction, event: APIInteraction): void {
    if (this.lease.isHeld()) this.#handle(interaction, event);
    else if (this.lease.isUncertain()) this.#decline(interaction, event);
  }

  /** Never throws: every error is answered, or at least logged. */
  #handle(interaction: Interaction, event: APIInteraction): void {
    this.#begin(async () => {
      if (this.#isRepeated(interaction)) return;
      const invocation = invocationOf(interaction, event, this.runtime.clock.steady());
      if (interaction.isAutocomplete()) await this.#suggest(interaction, invocation);
      // Outside of Easel's servers jobs are those of direct messages, which another process may have.
      else if (!this.lease.owns(serverOf(invocation))) await this.#answer(interaction, invocation, ELSEWHERE);
      else await this.#answer(interaction, invocation, this.#handlerOf(interaction, event));
    });
  }

  /**
   * While the store can't be reached, answers that Easel can do nothing. If another process has taken over, that one answers first.
   */
  #decline(interaction: Interaction, event: APIInteraction): void {
    this.#begin(async () => {
      if (interaction.isAutocomplete()) return;
      const invocation = invocationOf(interaction, event, this.runtime.clock.steady());
      await this.runtime.clock.sleep(DECLINE_AFTER_MS, this.runtime.signal);
      if (this.lease.isHeld() || this.lease.isUncertain())
        await this.#answer(interaction, invocation, STORE_AWAY);
    });
  }

  #begin(act: () => Promise<void>): void {
    const work = (async () => {
      try {
        await act();
      } catch (error) {
        if (this.runtime.signal.aborted)
          this.runtime.log.warn('left an interaction to the next start', { error });
        else this.runtime.log.error("couldn't handle an interaction", { error });
      }
    })();
    void this.#work.track(work);
  }

  /** Resolves once everything under way is answered. */
  async idle(): Promise<void> {
    await this.#work.idle();
  }

  async #suggest(interaction: AutocompleteInteraction, invocation: Invocation): Promise<void> {
    if (!this.lease.owns(serverOf(invocation))) return;
    const { name, value } = interaction.options.getFocused(true);
    const context = contextOf(this.context, invocation);
    await interaction.respond((await this.#find(interaction)?.suggest?.(name, value, context)) ?? []);
  }

  async #answer(interaction: RepliableInteraction, invocation: Invocation, handler: Handler): Promise<void> {
    const context = contextOf(this.context, invocation);
    const typed = typedPrompt(interaction);
    const reply = this.#inTime(this.#run(handler, context, typed), () =>
      this.#run(INTERRUPTED, context, typed),
    );
    return this.responder.respond({ interaction, invocation }, this.#answersTo(handler, context), reply);
  }

  /** The reply of the work or, once Easel is about to end, the one instead of it. */
  async #inTime(work: Promise<ShownReply>, instead: () => Promise<ShownReply>): Promise<ShownReply> {
    let interrupt = (): void => undefined;
    const interrupted = new Promise<void>((resolve) => {
      interrupt = () => void this.runtime.clock.sleep(INTERRUPT_AFTER_MS).then(resolve);
    });
    if (this.runtime.signal.aborted) interrupt();
    this.runtime.signal.addEventListener('abort', interrupt);
    const reply = await Promise.race([work, interrupted]);
    this.runtime.signal.removeEventListener('abort', interrupt);
    if (reply) return reply;
    void work.then((late) => {
      this.responder.discard(late);
    });
    return instead();
  }

  /** Discord may deliver an event twice. */
  #isRepeated({ id: interactionId }: Interaction): boolean {
    const isRepeated = this.#seen.has(interactionId);
    this.#seen.set(interactionId, true);
    if (isRepeated) this.runtime.log.warn('dropped a repeated interaction', { interactionId });
    return isRepeated;
  }

  #find(typed: ChatInputCommandInteraction | AutocompleteInteraction): Command | undefined {
    const command = this.commands.find(({ data }) => data.name === typed.commandName);
    if (!command || !('members' in command)) return command;
    return command.members.find(({ data }) => data.name === typed.options.getSubcommand(false));
  }

  #handlerOf(interaction: RepliableInteraction, event: APIInteraction): Handler {
    if (interaction.isChatInputCommand()) {
      const command = this.#find(interaction);
      if (!command) return COMMAND_CHANGED;
      const values = valuesOf(interaction);
      const { answers } = command;
      return {
        answers: typeof answers === 'string' ? answers : (context) => answers(values, context),
        run: (context) => command.run(values, context),
      };
    }
    if (interaction.isMessageContextMenuCommand()) {
      const command = this.messageCommands.find(
        ({ name }) => ENGLISH.menus[name] === interaction.commandName,
      );
      const message = targetMessageOf(event);
      if (!command || !message) return COMMAND_CHANGED;
      return { answers: command.answers, run: (context) => command.run(message, context) };
    }
    return interaction.isMessageComponent() || interaction.isModalSubmit()
      ? this.#actionHandler(interaction, event)
      : COMMAND_CHANGED;
  }

  #actionHandler(
    interaction: MessageComponentInteraction | ModalSubmitInteraction,
    event: APIInteraction,
  ): Handler {
    const isForm = interaction.isModalSubmit();
    const parse = isForm ? parseFormId : parseCustomId;
    const { action: name, ...parts } = parse(interaction.customId) ?? { subject: '' };
    const action = this.actions.find((one) => one.name === name);
    const values = event.type === InteractionType.MessageComponent ? pickedValues(event) : [];
    if (!action || !values) return COMMAND_CHANGED;
    const isUse = event.type === InteractionType.MessageComponent;
    const use = {
      ...parts,
      values,
      shown: isUse ? shownRoles(event) : undefined,
      picked: isUse ? pickedName(event) : undefined,
      fields: isForm ? fieldsOf(interaction) : {},
    };
    const step = isForm ? (action.form ?? action) : action;
    return {
      answers: answersOf(action, step, use),
      run: (context) => (isForm ? this.#form(action, use, context) : runAction(action, step, use, context)),
    };
  }

  #form(action: Action, use: ActionUse, context: CommandContext): Promise<Reply> {
    const { subject, number, text, fields } = use;
    const work = () => runForm(action, action.form ?? action, use, context);
    return offeringCorrection(customId(action.name, subject, number, text), { fields, work }, context);
  }

  #answersTo({ answers }: Handler, context: CommandContext): Answers | Promise<Answers> {
    if (typeof answers === 'string') return answers;
    return answers(context).catch((error: unknown) => {
      this.runtime.log.repeated('warn', "who may see an answer isn't known, so only one person does", {
        error,
      });
      return 'privately' as const;
    });
  }

  async #run({ run }: Handler, context: CommandContext, typed?: string): Promise<ShownReply> {
    try {
      const reply = await run(context);
      if (reply.kind === 'refused')
        return await this.#refusal(reply.error, context, { typed, ask: reply.ask });
      const { interaction } = context.invocation;
      if (reply.kind !== 'modal' || !interaction) return reply;
      const { modal } = reply;
      return { kind: 'modal', modal: { ...modal, custom_id: openedAs(modal.custom_id, interaction.id) } };
    } catch (thrown) {
      return this.#refusal(thrown, context, { typed });
    }
  }

  async #refusal(
    thrown: unknown,
    context: CommandContext,
    about: { typed: string | undefined; ask?: Ask },
  ): Promise<ShownReply> {
    const { error, text } = explained(thrown, context.words, this.runtime);
    return { kind: 'private', message: await refusalMessage(text, { error, ...about }, context) };
  }
}
