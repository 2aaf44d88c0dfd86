import { Icon } from '../look/icons.tsx';

/** Stands under what only one person sees. */
export const EphemeralNote = ({ onDismiss }: { onDismiss: () => void }) => {
  return (
    <div class="ephemeral-note">
      <Icon name="eye" size={16} />
      <span>
        Only you can see this •{' '}
        <button type="button" class="link-button" onClick={onDismiss}>
          Dismiss message
        </button>
      </span>
    </div>
  );
};
