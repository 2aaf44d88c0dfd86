/** The page's icons: strokes on a field of 24 by 24. */
const PATHS = {
  hash: 'M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .9 3.2 2.700 3.500 5.500',
  knobs: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500v5M8 14.500v5',
  sun: 'M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M5 5l1.700 1.700M17.300 17.300 19 19M19 5l-1.700 1.700M6.700 17.300 5 19',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z',
  plus: 'M12 5v14M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'm14.500 5-7 7 7 7M8 12h12',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.500 14.500c1 1.400 2.100 2 3.500 2s2.500-.6 3.500-2M9 9.500v.1M15 9.500v.1',
  more: 'M5.500 12h.1M12 12h.1M18.500 12h.1',
  trash: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5M13.500 11v5',
  copy: 'M9 9h10v11H9ZM15 9V4H5v11h4',
  slash: 'M8 4H4v16h16V4h-4M14.500 6.500l-5 11',
  chevron: 'm7 10 5 5 5-5',
  file: 'M6 3h8l4 4v14H6ZM13.500 3v4.500H18',
  picture: 'M4 5h16v14H4ZM4 16l4.500-5 4 4.500 2.500-2.500 5 5M15.500 9v.1',
  external: 'M14 4h6v6M20 4l-9 9M17 14v6H4V7h6',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 14.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600Z',
  alert: 'M12 4 2.800 20h18.400ZM12 10v4.500M12 17v.1',
  apps: 'M5 5h5v5H5ZM14 5h5v5h-5ZM5 14h5v5H5ZM16.500 14v5M14 16.500h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  send: 'M4 12 3.500 4.500 21 12 3.500 19.500 4 12ZM4 12h8',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon without words; what it stands for is said by whoever uses it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
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
}
