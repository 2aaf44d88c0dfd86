import { Icon, type IconName } from './icons.tsx';

interface IconButtonProps {
  icon: IconName;
  label: string;
  size?: number;
  class?: string;
  opensMenu?: boolean;
  onPress: (button: HTMLButtonElement) => void;
}

/** A button that shows an icon, and says in words what it does. */
export const IconButton = ({
  icon,
  label,
  size = 20,
  class: name = '',
  opensMenu,
  onPress,
}: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${name}`}
    aria-label={label}
    aria-haspopup={opensMenu ? 'menu' : undefined}
    title={label}
    onClick={({ currentTarget }) => onPress(currentTarget)}
  >
    <Icon name={icon} size={size} />
  </button>
);
