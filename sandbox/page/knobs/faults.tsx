import type { Button, Durations, Switch } from '../../demo/knobs-protocol.ts';
import { useKnobsView, useSandbox } from './sandbox-side.ts';

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

const SwitchRow = ({ name, label, about }: Words<Switch>) => {
  const sandbox = useSandbox();
  const isOn = useKnobsView()?.on.includes(name) === true;
  return (
    <label class="knob">
      <span class="knob-words">
        <span>{label}</span>
        <small>{about}</small>
      </span>
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
  const sandbox = useSandbox();
  return (
    <div class="knob">
      <span class="knob-words">
        <span>{label}</span>
        <small>{about}</small>
      </span>
      <button
        type="button"
        class="button secondary"
        aria-label={`Do it: ${label}`}
        onClick={() => void sandbox.turn('press', { name })}
      >
        Do it
      </button>
    </div>
  );
};

/** Whose submissions are left, and a key to try `/key set` with. */
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
  const sandbox = useSandbox();
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
      <button
        type="button"
        class="button secondary all-off"
        disabled={!isAny}
        onClick={() => void sandbox.turn('press', { name: 'clear' })}
      >
        Switch everything off
      </button>
      <Accounts />
    </>
  );
};

const DURATIONS: readonly { name: Durations; label: string; about: string }[] = [
  { name: 'quick', label: 'About a second', about: 'To click through everything fast' },
  { name: 'usual', label: '5 to 16 seconds', about: 'Long enough to watch a card change' },
  { name: 'long', label: '60 to 90 seconds', about: 'To kill the bot with jobs in flight' },
];

const TOKEN_LIVES: readonly { label: string; about: string; tokenLifeMs: number }[] = [
  { label: '15 minutes', about: "Discord's own", tokenLifeMs: 900_000 },
  { label: '30 seconds', about: 'Long jobs outlive their token', tokenLifeMs: 30_000 },
  { label: '5 seconds', about: 'Nearly every job does', tokenLifeMs: 5_000 },
];

interface RadioProps {
  group: string;
  label: string;
  about: string;
  isOn: boolean;
  onPick: () => void;
}

const Radio = ({ group, label, about, isOn, onPick }: RadioProps) => (
  <label class="knob">
    <span class="knob-words">
      <span>{label}</span>
      <small>{about}</small>
    </span>
    <input type="radio" name={group} checked={isOn} onChange={onPick} />
  </label>
);

/** How long things take. */
export const TimeKnobs = () => {
  const sandbox = useSandbox();
  const knobs = useKnobsView();
  return (
    <>
      <fieldset>
        <legend>New tasks take</legend>
        {DURATIONS.map(({ name, label, about }) => (
          <Radio
            key={name}
            group="durations"
            label={label}
            about={about}
            isOn={knobs?.durations === name}
            onPick={() => void sandbox.turn('durations', { durations: name })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Interaction tokens work for</legend>
        {TOKEN_LIVES.map(({ label, about, tokenLifeMs }) => (
          <Radio
            key={label}
            group="token-life"
            label={label}
            about={about}
            isOn={knobs?.tokenLifeMs === tokenLifeMs}
            onPick={() => void sandbox.turn('token-life', { tokenLifeMs })}
          />
        ))}
      </fieldset>
    </>
  );
};
