import type { ComponentProps } from 'preact';

/** The page's icons: strokes on a field of 24 by 24. */
const PATHS = {
  hash: 'M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .9 3.2 2.7 3.5 5.5',
  knobs: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  plus: 'M12 5v14M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'm14.5 5-7 7 7 7M8 12h12',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.5c1 1.4 2.1 2 3.5 2s2.5-.6 3.5-2M9 9.5v.1M15 9.5v.1',
  more: 'M5.5 12h.1M12 12h.1M18.5 12h.1',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5',
  copy: 'M9 9h10v11H9ZM15 9V4H5v11h4',
  slash: 'M8 4H4v16h16V4h-4M14.5 6.5l-5 11',
  chevron: 'm7 10 5 5 5-5',
  file: 'M6 3h8l4 4v14H6ZM13.5 3v4.5H18',
  picture: 'M4 5h16v14H4ZM4 16l4.5-5 4 4.5 2.5-2.5 5 5M15.5 9v.1',
  external: 'M14 4h6v6M20 4l-9 9M17 14v6H4V7h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  alert: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17v.1',
  apps: 'M5 5h5v5H5ZM14 5h5v5h-5ZM5 14h5v5H5ZM16.5 14v5M14 16.5h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  bubble: 'M4 5h16v11.5H10L5.5 20v-3.5H4Z',
  send: 'M4 12 3.5 4.5 21 12 3.5 19.5 4 12ZM4 12h8',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon without words; what it stands for is said by whoever uses it. */
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
    <path d={PATHS[name]} />
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
