import type { Button, Durations, Switch } from '../../demo/knobs-protocol.ts';
import { Press } from '../look/icons.tsx';
import { sandbox, useKnobsView } from './sandbox-side.ts';

interface Words<Name> {
  name: Name;
  label: string;
  about: string;
}

const SERVICE: readonly Words<Switch>[] = [
  { name: 'service-slow', label: 'Slow service', about: 'Every call waits four seconds' },
  { name: 'service-down', label: 'Service down', about: 'Every call answers 503' },
  {
    name: 'service-rate-limit',
    label: 'Service rate limit',
    about: 'Every call answers 429, retry after 3 s',
  },
  { name: 'quota-empty', label: 'Quota empty', about: 'No account has submissions left' },
  { name: 'key-refused', label: 'Key refused', about: 'All accounts are closed, their keys unknown' },
];
const DISCORD: readonly Words<Switch>[] = [
  { name: 'discord-500', label: '500s from Discord', about: 'Every request of the bot answers 500' },
  { name: 'discord-slow', label: 'Slow Discord', about: 'Every request of the bot waits 1.5 s' },
];
const ONCE: readonly Words<Button>[] = [
  { name: 'fail-next-task', label: 'Fail the next task', about: 'The service takes it and then gives up' },
  { name: 'gateway-drop', label: 'Drop the gateway', about: 'Connections break; the bot may resume' },
  { name: 'gateway-lose', label: 'Lose the gateway', about: 'Connections break; sessions are over' },
  { name: 'expire-tokens', label: 'Expire all tokens', about: 'As if 15 minutes had passed' },
];

const KnobWords = ({ label, about }: { label: string; about: string }) => (
  <span class="knob-words">
    <span>{label}</span>
    <small>{about}</small>
  </span>
);

const SwitchRow = ({ name, label, about }: Words<Switch>) => {
  const isOn = useKnobsView()?.on.includes(name) === true;
  return (
    <label class="knob">
      <KnobWords label={label} about={about} />
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={isOn}
        onChange={({ currentTarget }) => void sandbox.turn('switch', { name, on: currentTarget.checked })}
      />
    </label>
  );
};

const ButtonRow = ({ name, label, about }: Words<Button>) => {
  const press = (): void => void sandbox.turn('press', { name });
  return (
    <div class="knob">
      <KnobWords label={label} about={about} />
      <Press class="button secondary" aria-label={`Do it: ${label}`} onClick={press}>
        Do it
      </Press>
    </div>
  );
};

const Accounts = () => {
  const knobs = useKnobsView();
  if (!knobs) return null;
  return (
    <>
      <h3>Accounts</h3>
      {knobs.accounts.map(({ name, quota }) => (
        <div key={name} class="knob">
          <span>{name}</span>
          <small>{quota} submissions left</small>
        </div>
      ))}
      <p class="key-to-set">
        A key to try <code>/key set</code> with: <code>{knobs.keyToSet}</code>
      </p>
    </>
  );
};

/** The faults that can be made. */
export const Faults = () => {
  const isAny = (useKnobsView()?.on.length ?? 0) > 0;
  return (
    <>
      <h3>Image service</h3>
      {SERVICE.map((words) => (
        <SwitchRow key={words.name} {...words} />
      ))}
      <h3>Discord</h3>
      {DISCORD.map((words) => (
        <SwitchRow key={words.name} {...words} />
      ))}
      <h3>Once</h3>
      {ONCE.map((words) => (
        <ButtonRow key={words.name} {...words} />
      ))}
      <Press
        class="button secondary all-off"
        disabled={!isAny}
        onClick={() => void sandbox.turn('press', { name: 'clear' })}
      >
        Switch everything off
      </Press>
      <Accounts />
    </>
  );
};

interface Time<Value> {
  value: Value;
  label: string;
  about: string;
}

const DURATIONS: readonly Time<Durations>[] = [
  { value: 'quick', label: 'About a second', about: 'To click through everything fast' },
  { value: 'usual', label: '5 to 16 seconds', about: 'Long enough to watch a card change' },
  { value: 'long', label: '60 to 90 seconds', about: 'To kill the bot with jobs in flight' },
];

const TOKEN_LIVES: readonly Time<number>[] = [
  { value: 900_000, label: '15 minutes', about: "Discord's own" },
  { value: 30_000, label: '30 seconds', about: 'Long jobs outlive their token' },
  { value: 5_000, label: '5 seconds', about: 'Nearly every job does' },
];

interface TimesProps<Value> {
  title: string;
  group: string;
  times: readonly Time<Value>[];
  picked: Value | undefined;
  onPick: (value: Value) => void;
}

const Times = <Value,>({ title, group, times, picked, onPick }: TimesProps<Value>) => (
  <fieldset>
    <legend>{title}</legend>
    {times.map(({ value, label, about }) => (
      <label key={label} class="knob">
        <KnobWords label={label} about={about} />
        <input type="radio" name={group} checked={value === picked} onChange={() => onPick(value)} />
      </label>
    ))}
  </fieldset>
);

/** How long things take. */
export const TimeKnobs = () => {
  const knobs = useKnobsView();
  const takeTimes = (durations: Durations): void => void sandbox.turn('durations', { durations });
  const liveFor = (tokenLifeMs: number): void => void sandbox.turn('token-life', { tokenLifeMs });
  return (
    <>
      <Times
        title="New tasks take"
        group="durations"
        times={DURATIONS}
        picked={knobs?.durations}
        onPick={takeTimes}
      />
      <Times
        title="Interaction tokens work for"
        group="token-life"
        times={TOKEN_LIVES}
        picked={knobs?.tokenLifeMs}
        onPick={liveFor}
      />
    </>
  );
};
