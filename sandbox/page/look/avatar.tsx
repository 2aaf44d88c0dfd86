import { useId } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { Icon } from './icons.tsx';
import type { WireUser } from '../../discord/model.ts';
import { displayName } from '../client/client-state.ts';

const PALETTES = [
  ['#ff9a8b', '#ff6a88', '#fff1e6'],
  ['#84fab0', '#1fa2a6', '#f2fff7'],
  ['#fbc2eb', '#8f72d8', '#fff5fd'],
  ['#fddb92', '#f08a4b', '#fffaf0'],
  ['#a1c4fd', '#4a7fe0', '#f3f8ff'],
  ['#d4fc79', '#5cab52', '#fbfff0'],
] as const;

const hashOf = (text: string): number => {
  // FNV-1a, whose last bits differ for names that hardly do.
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash ^ (hash >>> 15);
};

const paletteOf = (hash: number): (typeof PALETTES)[number] =>
  PALETTES[hash % PALETTES.length] ?? PALETTES[0];

interface GroundProps {
  from: string;
  to: string;
  rises?: boolean;
}

/** A square that shades from its upper left to its lower right, or upwards. */
const Ground = ({ from, to, rises = false }: GroundProps) => {
  // Each has its own, since one in a part of the page that is hidden colours nothing.
  const id = useId();
  return (
    <>
      <linearGradient id={id} x1="0" y1={rises ? '1' : '0'} x2="1" y2={rises ? '0' : '1'}>
        <stop offset="0" stop-color={from} />
        <stop offset="1" stop-color={to} />
      </linearGradient>
      <rect width="40" height="40" fill={`url(#${id})`} />
    </>
  );
};

const Face = ({ name }: { name: string }) => {
  const hash = hashOf(name);
  const [light, dark, skin] = paletteOf(hash);
  const tilt = (hash % 24) - 12;
  return (
    <>
      <Ground from={light} to={dark} />
      <g transform={`rotate(${tilt} 20 24)`}>
        <circle cx="20" cy="26" r="14" fill={skin} />
        <path d={`M6 24a14 14 0 0 1 28 0c-${5 + (hash % 4)}-5-9-6-14-6s-9 1-14 6Z`} fill={dark} />
        <circle cx="15.2" cy="26" r="1.7" fill="#25262b" />
        <circle cx="24.8" cy="26" r="1.7" fill="#25262b" />
        <path
          d="M16.4 31q3.6 3 7.2 0"
          stroke="#25262b"
          stroke-width="1.5"
          fill="none"
          stroke-linecap="round"
        />
      </g>
    </>
  );
};

const Easel = () => (
  <>
    <Ground from="#7c5cff" to="#3b6df0" />
    <path
      d="M12 32 18.6 9h2.8L28 32M20 9V6.4"
      stroke="#fff"
      stroke-width="2"
      fill="none"
      stroke-linecap="round"
    />
    <rect x="10.5" y="12.5" width="19" height="13" rx="1.8" fill="#fff" />
    <path d="m12.6 23.4 4.6-5.6 3.3 3.7 2.7-2.6 4.2 4.5Z" fill="#3ba55d" />
    <circle cx="24.6" cy="16.2" r="1.7" fill="#f0a020" />
  </>
);

/** A person's picture: a face drawn from the name, or the app's own. */
export const Avatar = ({ user, size }: { user: WireUser; size: number }) => (
  <svg class="avatar" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
    {user.bot ? <Easel /> : <Face name={displayName(user)} />}
  </svg>
);

/** A server's picture: its initial on a colour of its own. */
export const GuildIcon = ({ name }: { name: string }) => {
  const hash = hashOf(`server ${name}`);
  const [light, dark] = paletteOf(hash);
  return (
    <svg class="guild-icon" viewBox="0 0 40 40" aria-hidden="true">
      <Ground from={dark} to={light} rises />
      <circle cx={6 + (hash % 28)} cy="36" r="15" fill="#fff" opacity=".16" />
      <circle cx={34 - (hash % 20)} cy="2" r="11" fill="#fff" opacity=".14" />
      <text x="20" y="27" text-anchor="middle" font-size="19" font-weight="700" fill="#fff">
        {name.slice(0, 1)}
      </text>
    </svg>
  );
};

/** Whom direct messages are with, or the sign of a channel. */
export const ChannelSign = ({
  channel,
  size,
  hash,
}: {
  channel: ChannelView;
  size: number;
  hash: number;
}) => {
  const [recipient] = channel.recipients;
  if (channel.guildId === null && recipient) return <Avatar user={recipient} size={size} />;
  return <Icon name="hash" size={hash} />;
};

/** Marks what an app wrote. */
export const AppTag = () => <span class="app-tag">APP</span>;
