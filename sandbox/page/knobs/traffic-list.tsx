import { memo } from 'preact/compat';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TrafficEntry } from '../../demo/knobs-protocol.ts';
import { sizeText } from '../client/files.ts';
import { useStore } from '../client/store.ts';
import { Press } from '../look/icons.tsx';
import { useSandbox } from './sandbox-side.ts';

type Kind = TrafficEntry['kind'];

const KINDS: Record<Kind, string> = { rest: 'REST', gateway: 'Gateway', service: 'Service', note: 'You' };
const KIND_LIST: readonly Kind[] = ['rest', 'gateway', 'service', 'note'];
/** Interaction tokens are longer than any line. */
const LONG_PART = /[\w-]{60,}/g;

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);
const shortPath = (path: string): string =>
  path.replace(LONG_PART, '‹token›').replace(/\d{13,}(\d{4})/g, '…$1');

const titleOf = (entry: TrafficEntry): string => {
  switch (entry.kind) {
    case 'rest':
      return `${entry.method} ${shortPath(entry.path)}`;
    case 'gateway':
      return entry.event;
    case 'service':
      return `${entry.operation}${entry.taskId === null ? '' : ` → ${entry.taskId.slice(0, 8)}…`}`;
    case 'note':
      return entry.text;
  }
};

const badgeOf = (entry: TrafficEntry): { text: string; isBad: boolean } | null => {
  if (entry.kind === 'rest')
    return {
      text: entry.status === 0 ? 'cut off' : String(entry.status),
      isBad: entry.status === 0 || entry.status >= 400,
    };
  if (entry.kind === 'service')
    return {
      text: entry.status === null ? 'cut off' : String(entry.status),
      isBad: (entry.status ?? 500) >= 400,
    };
  if (entry.kind === 'gateway' && !entry.sent) return { text: 'kept', isBad: true };
  return null;
};

/** The facts of an entry that are no body, in a line each. */
const factsOf = (entry: TrafficEntry): string[] => {
  if (entry.kind === 'rest') {
    const { limit, files, durationMs } = entry;
    return [
      `took ${durationMs.toFixed(1)} ms`,
      ...(limit
        ? [`limit: ${limit.remaining} of ${limit.limit} left, resets in ${limit.resetAfterS} s`]
        : []),
      ...files.map(({ name, size }) => `file: ${name}, ${sizeText(size)}`),
    ];
  }
  if (entry.kind === 'gateway') return [`shard ${entry.shard}, sequence ${entry.sequence}`];
  if (entry.kind === 'service')
    return [`account ${entry.account}`, ...(entry.fault === null ? [] : [`fault: ${entry.fault}`])];
  return [];
};

const bodiesOf = (entry: TrafficEntry): [string, unknown][] => {
  if (entry.kind === 'rest')
    return [
      ['Request', entry.body],
      ['Answer', entry.answer],
    ];
  if (entry.kind === 'gateway') return [['Data', entry.data]];
  return entry.kind === 'service' ? [['Request', entry.body]] : [];
};

const Details = ({ entry }: { entry: TrafficEntry }) => (
  <div class="traffic-details">
    <ul>
      {factsOf(entry).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
    {bodiesOf(entry)
      .filter(([, body]) => body !== undefined && body !== null)
      .map(([title, body]) => (
        <div key={title}>
          <b>{title}</b>
          <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
        </div>
      ))}
  </div>
);

const Row = memo(function TrafficRow({ entry }: { entry: TrafficEntry }) {
  const [isOpen, setOpen] = useState(false);
  const badge = badgeOf(entry);
  return (
    <li class={`traffic ${entry.kind}`}>
      <Press
        class="traffic-line"
        aria-expanded={isOpen}
        disabled={entry.kind === 'note'}
        onClick={() => setOpen(!isOpen)}
      >
        <time>{timeOf(entry.at)}</time>
        <span class="kind">{KINDS[entry.kind]}</span>
        <span class="traffic-title">{titleOf(entry)}</span>
        {badge && <span class={badge.isBad ? 'badge bad' : 'badge'}>{badge.text}</span>}
      </Press>
      {isOpen && <Details entry={entry} />}
    </li>
  );
});

interface FilterProps {
  hidden: readonly Kind[];
  onHidden: (hidden: readonly Kind[]) => void;
}

const Filter = ({ hidden, onHidden }: FilterProps) => {
  const sandbox = useSandbox();
  return (
    <div class="traffic-filter">
      {KIND_LIST.map((kind) => (
        <button
          key={kind}
          type="button"
          class={`chip ${kind}`}
          aria-pressed={!hidden.includes(kind)}
          onClick={() =>
            onHidden(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
          }
        >
          {KINDS[kind]}
        </button>
      ))}
      <Press class="link-button" onClick={() => sandbox.clearTraffic()}>
        Clear
      </Press>
    </div>
  );
};

/** Nearer to the end than this, a reader wants to see what comes. */
const NEAR_END_PIXELS = 200;

/** Everything that went between the bot and the stand-ins, oldest first. */
export const TrafficList = () => {
  const { traffic } = useStore(useSandbox().store);
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = end.current?.closest('.drawer-panel');
    if (panel && panel.scrollHeight - panel.scrollTop - panel.clientHeight < NEAR_END_PIXELS)
      panel.scrollTop = panel.scrollHeight;
  }, [traffic]);
  return (
    <>
      <Filter hidden={hidden} onHidden={setHidden} />
      <ol class="traffic-list">
        {traffic
          .filter(({ kind }) => !hidden.includes(kind))
          .map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
      </ol>
      <div ref={end} />
    </>
  );
};
