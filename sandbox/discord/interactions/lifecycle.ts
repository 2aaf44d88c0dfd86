import type { InteractionResult } from '../people/types.ts';
import { messageView } from '../messages/view.ts';
import { emitChange, type Core, type Interaction, type InteractionAnswer } from '../state/state.ts';

/** Whether the first answer would come too late. */
export const isLate = (core: Core, interaction: Interaction): boolean =>
  interaction.state === 'failed' || core.options.now() - interaction.createdAt > core.options.answerWithinMs;

/** Whether the token no longer edits anything. */
export const isTokenDead = (core: Core, interaction: Interaction): boolean =>
  interaction.tokenExpired || core.options.now() - interaction.createdAt >= core.options.tokenLifetimeMs;

/** The application did not respond. */
export const failInteraction = (core: Core, interaction: Interaction): void => {
  if (interaction.state !== 'waiting') return;
  interaction.state = 'failed';
  interaction.settle();
  emitChange(core, { kind: 'interaction-changed', interaction });
};

/** The first answer has arrived. */
export const settleInteraction = (
  core: Core,
  interaction: Interaction,
  answer: InteractionAnswer,
  extra: Pick<Interaction, 'modal' | 'choices'> = {},
): void => {
  Object.assign(interaction, { state: 'answered', answer, ...extra });
  interaction.settle();
  emitChange(core, { kind: 'interaction-changed', interaction });
};

/** Puts a new interaction in front of the bot and starts its clock. */
export const announceInteraction = (
  core: Core,
  draft: Omit<Interaction, 'settled' | 'settle'>,
  payload: Record<string, unknown>,
): Interaction => {
  let resolve: () => void = () => undefined;
  const settled = new Promise<void>((done) => {
    resolve = done;
  });
  // People wait in real time, whatever the injected clock says.
  const timer = setTimeout(() => failInteraction(core, interaction), core.options.answerWithinMs);
  const interaction: Interaction = {
    ...draft,
    settled,
    settle: () => {
      clearTimeout(timer);
      resolve();
    },
  };
  core.state.interactions.set(interaction.id, interaction);
  core.state.interactionsByToken.set(interaction.token, interaction);
  emitChange(core, { kind: 'interaction-created', interaction, payload });
  return interaction;
};

/** How an interaction stands now. */
const resultOf = (core: Core, interaction: Interaction): InteractionResult => {
  const { answer, modal, choices } = interaction;
  const stored = core.state.messages.get(answer?.messageId ?? '');
  return {
    interactionId: interaction.id,
    token: interaction.token,
    answered: interaction.state === 'answered',
    deferred: answer?.type === 5 || answer?.type === 6,
    ...(answer && { type: answer.type }),
    ...(stored && { message: messageView(core, stored) }),
    ...(modal && { modal }),
    ...(choices && { choices }),
  };
};

/** Waits for the bot's first answer, or the end of its time. */
export const untilSettled = async (core: Core, interaction: Interaction): Promise<InteractionResult> => {
  await interaction.settled;
  return resultOf(core, interaction);
};
