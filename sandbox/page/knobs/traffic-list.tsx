import { memo } from 'preact/compat';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TrafficEntry } from '../../demo/knobs-protocol.ts';
import { sizeText } from '../client/files.ts';
import { useStore } from '../client/store.ts';
import { Press } from '../look/icons.tsx';
import { sandbox } from './sandbox-side.ts';

type Kind = TrafficEntry['kind'];

const KINDS: Record<Kind, string> = { rest: 'REST', gateway: 'Gateway', service: 'Service', note: 'You' };
const KIND_LIST: readonly Kind[] = ['rest', 'gateway', 'service', 'note'];
/** Interaction tokens are longer than any line. */
const LONG_PART = /[\w-]{60,}/g;

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);
const shortPath = (path: string): string =>
  path.replace(LONG_PART, '‹token›').replace(/\d{13,}(\d{4})/g, '…$1');

/** How an entry is shown: its line, the facts that are no body, and its bodies by their titles. */
interface Shown {
  title: string;
  badge?: { text: string; isBad: boolean };
  facts?: string[];
  bodies?: Record<string, unknown>;
}

const statusBadge = (status = 0) => ({
  text: status === 0 ? 'cut off' : String(status),
  isBad: status === 0 || status >= 400,
});

const limitFacts = (headers: Record<string, string> = {}): string[] => {
  const [limit, left, resetAfter] = ['limit', 'remaining', 'reset-after'].map(
    (name) => headers[`x-ratelimit-${name}`],
  );
  return limit === undefined ? [] : [`limit: ${left} of ${limit} left, resets in ${Number(resetAfter)} s`];
};

const shownOf = (entry: TrafficEntry): Shown => {
  switch (entry.kind) {
    case 'rest': {
      const { method, path, status, headers, files, durationMs, body, answer } = entry.request;
      const sent = files.map(({ name, size }) => `file: ${name}, ${sizeText(size)}`);
      return {
        title: `${method} ${shortPath(path)}`,
        badge: statusBadge(status),
        facts: [`took ${durationMs.toFixed(1)} ms`, ...limitFacts(headers), ...sent],
        bodies: { Request: body, Answer: answer },
      };
    }
    case 'gateway': {
      const { event, sent, shardId, sequence, data } = entry.dispatch;
      const badge = sent ? {} : { badge: { text: 'kept', isBad: true } };
      return {
        title: event,
        ...badge,
        facts: [`shard ${shardId}, sequence ${sequence}`],
        bodies: { Data: data },
      };
    }
    case 'service': {
      const { operation, taskId, status, account, fault, body } = entry.call;
      return {
        title: `${operation}${taskId === undefined ? '' : ` → ${taskId.slice(0, 8)}…`}`,
        badge: statusBadge(status),
        facts: [`account ${account}`, ...(fault === undefined ? [] : [`fault: ${fault}`])],
        bodies: { Request: body },
      };
    }
    case 'note':
      return { title: entry.text };
  }
};

const Details = ({ facts = [], bodies = {} }: Shown) => (
  <div class="traffic-details">
    <ul>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
    {Object.entries(bodies)
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
  const shown = shownOf(entry);
  const { title, badge } = shown;
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
        <span class="traffic-title">{title}</span>
        {badge && <span class={badge.isBad ? 'badge bad' : 'badge'}>{badge.text}</span>}
      </Press>
      {isOpen && <Details {...shown} />}
    </li>
  );
});

interface FilterProps {
  hidden: readonly Kind[];
  onHidden: (hidden: readonly Kind[]) => void;
}

const Filter = ({ hidden, onHidden }: FilterProps) => {
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

/** So many lines are drawn at first, and more each time that a person asks for them. */
const SHOWN = 60;

/** Everything that went between the bot and the stand-ins, oldest first. */
export const TrafficList = () => {
  const { traffic } = useStore(sandbox.store);
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const [most, setMost] = useState(SHOWN);
  const wanted = traffic.filter(({ kind }) => !hidden.includes(kind));
  const earlier = Math.max(0, wanted.length - most);
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = end.current?.closest('.drawer-panel');
    if (panel && panel.scrollHeight - panel.scrollTop - panel.clientHeight < NEAR_END_PIXELS)
      panel.scrollTop = panel.scrollHeight;
  }, [traffic]);
  return (
    <>
      <Filter hidden={hidden} onHidden={setHidden} />
      {earlier > 0 && (
        <Press class="link-button earlier" onClick={() => setMost(most + 2 * SHOWN)}>
          Show earlier ({earlier})
        </Press>
      )}
      <ol class="traffic-list">
        {wanted.slice(earlier).map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ol>
      <div ref={end} />
    </>
  );
};
