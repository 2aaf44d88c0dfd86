import { messageView } from './messages/view.ts';
import { messageChangeOf, type Core } from './state/state.ts';
import { interactionView } from './user-side/view.ts';

/** Tells listeners of `discord.events` about messages and interactions. */
export const announceChanges = (core: Core): void => {
  const { changes, events } = core;
  changes.on('change', (change) => {
    // A view costs a copy of the message, so none is made for nobody.
    if ('message' in change && events.listenerCount('message') > 0)
      events.emit('message', messageChangeOf(change.kind), messageView(core, change.message));
    if ('interaction' in change) events.emit('interaction', interactionView(change.interaction));
  });
};
