import { messageView } from './messages/view.ts';
import type { Core } from './state/state.ts';
import { interactionView } from './user-side/view.ts';

/** Tells listeners of `discord.events` about messages and interactions. */
export function announceChanges(core: Core): void {
  const { changes, events } = core;
  changes.on('change', (change) => {
    switch (change.kind) {
      case 'message-created':
      case 'message-updated':
      case 'message-deleted': {
        if (events.listenerCount('message') === 0) return;
        const names = {
          'message-created': 'created',
          'message-updated': 'updated',
          'message-deleted': 'deleted',
        } as const;
        events.emit('message', names[change.kind], messageView(core, change.message));
        return;
      }
      case 'reaction-added':
      case 'reaction-removed':
        if (events.listenerCount('message') > 0)
          events.emit('message', 'updated', messageView(core, change.message));
        return;
      case 'interaction-created':
      case 'interaction-changed':
        events.emit('interaction', interactionView(change.interaction));
        return;
      default:
        return;
    }
  });
}
