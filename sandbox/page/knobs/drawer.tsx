import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../client/store.ts';
import { IconButton, Press } from '../look/icons.tsx';
import { Faults, TimeKnobs } from './faults.tsx';
import { sandbox } from './sandbox-side.ts';
import { TrafficList } from './traffic-list.tsx';

const TABS = [
  ['traffic', 'Traffic'],
  ['faults', 'Faults'],
  ['time', 'Time'],
] as const;
type Tab = (typeof TABS)[number][0];

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

const Tabs = ({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) => (
  <div
    class="tabs"
    role="tablist"
    onKeyDown={({ key, currentTarget }) => {
      const step = STEPS[key];
      if (step === undefined) return;
      const at = TABS.findIndex(([name]) => name === tab);
      const [next] = TABS[(at + step + TABS.length) % TABS.length] ?? TABS[0];
      onTab(next);
      currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
    }}
  >
    {TABS.map(([name, label]) => (
      <button
        key={name}
        id={`tab-${name}`}
        type="button"
        role="tab"
        aria-selected={name === tab}
        aria-controls="drawer-panel"
        tabIndex={name === tab ? 0 : -1}
        onClick={() => onTab(name)}
      >
        {label}
      </button>
    ))}
  </div>
);

const BotButtons = ({ isRunning }: { isRunning: boolean }) => {
  const [isBusy, setBusy] = useState(false);
  const button = (name: 'bot-kill' | 'bot-start' | 'bot-restart', label: string, style: string) => (
    <Press
      class={`button ${style}`}
      disabled={isBusy}
      onClick={() => {
        setBusy(true);
        void sandbox.turn('press', { name }).finally(() => setBusy(false));
      }}
    >
      {label}
    </Press>
  );
  if (!isRunning) return button('bot-start', 'Start', 'success');
  return (
    <>
      {button('bot-kill', 'Kill', 'danger')}
      {button('bot-restart', 'Kill and restart', 'secondary')}
    </>
  );
};

/** The bot's own state, with which jobs in flight are put to the test. */
const BotBar = () => {
  const { knobs, problem } = useStore(sandbox.store);
  const isRunning = knobs?.botRunning === true;
  return (
    <div class="bot-bar">
      <span class={isRunning ? 'lamp on' : 'lamp'} aria-hidden="true" />
      <span class="bot-words" role="status">
        <b>{isRunning ? 'The bot is running' : 'The bot is down'}</b>
        <small>
          {knobs?.tasksInFlight ?? 0} {knobs?.tasksInFlight === 1 ? 'task' : 'tasks'} in flight
        </small>
      </span>
      <BotButtons isRunning={isRunning} />
      {problem !== null && <div class="problem">{problem}</div>}
    </div>
  );
};

/** What happens behind the scenes, and the knobs that disturb it. */
export const Drawer = ({ onClose }: { onClose: () => void }) => {
  const [tab, setTab] = useState<Tab>('traffic');
  useEffect(() => {
    sandbox.open();
    return () => sandbox.close();
  }, [sandbox]);
  return (
    <aside
      class="drawer"
      aria-label="Sandbox"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header>
        <h2>Sandbox</h2>
        <IconButton icon="close" label="Close the sandbox drawer" onPress={onClose} />
      </header>
      <BotBar />
      <Tabs tab={tab} onTab={setTab} />
      <div id="drawer-panel" class="drawer-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'traffic' && <TrafficList />}
        {tab === 'faults' && <Faults />}
        {tab === 'time' && <TimeKnobs />}
      </div>
    </aside>
  );
};
