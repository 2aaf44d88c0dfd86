import type { ComponentProps } from 'preact';
import paths from './icons.json';

export type IconName = keyof typeof paths;

/** An icon without words; its user says what it stands for. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    class="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);

interface IconButtonProps {
  icon: IconName;
  label: string;
  size?: number;
  class?: string;
  opensMenu?: boolean;
  onPress: (button: HTMLButtonElement) => void;
}

/** A button that submits nothing. */
export const Press = (props: ComponentProps<'button'>) => <button type="button" {...props} />;

/** A link that leads out of the page. */
export const OuterLink = (props: ComponentProps<'a'>) => (
  <a target="_blank" rel="noreferrer noopener" {...props} />
);

/** A button that shows an icon, and says in words what it does. */
export const IconButton = ({
  icon,
  label,
  size = 20,
  class: name = '',
  opensMenu,
  onPress,
}: IconButtonProps) => (
  <Press
    class={`icon-button ${name}`}
    aria-label={label}
    aria-haspopup={opensMenu ? 'menu' : undefined}
    title={label}
    onClick={({ currentTarget }) => onPress(currentTarget)}
  >
    <Icon name={icon} size={size} />
  </Press>
);
