import type { Button, Switch } from '../../demo/knobs-protocol.ts';
import { Press } from '../look/icons.tsx';
import { sandbox, useKnobsView } from './sandbox-side.ts';
import words from './words.json';

interface Words {
  label: string;
  about: string;
}

/** The names of a list of words, in its order. */
const namesOf = <Name extends string>(list: Record<Name, Words>): Name[] => {
  const names: Name[] = [];
  for (const name in list) names.push(name);
  return names;
};

const KnobWords = ({ label, about }: Words) => (
  <span class="knob-words">
    <span>{label}</span>
    <small>{about}</small>
  </span>
);

const SwitchRow = ({ name, label, about }: Words & { name: Switch }) => {
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

const ButtonRow = ({ name, label, about }: Words & { name: Button }) => {
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
      {namesOf(words.service).map((name) => (
        <SwitchRow key={name} name={name} {...words.service[name]} />
      ))}
      <h3>Discord</h3>
      {namesOf(words.discord).map((name) => (
        <SwitchRow key={name} name={name} {...words.discord[name]} />
      ))}
      <h3>Once</h3>
      {namesOf(words.once).map((name) => (
        <ButtonRow key={name} name={name} {...words.once[name]} />
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

/** How long things take. */
export const TimeKnobs = () => {
  const durations = useKnobsView()?.durations;
  return (
    <fieldset>
      <legend>New tasks take</legend>
      {namesOf(words.durations).map((name) => (
        <label key={name} class="knob">
          <KnobWords {...words.durations[name]} />
          <input
            type="radio"
            name="durations"
            checked={name === durations}
            onChange={() => void sandbox.turn('durations', { durations: name })}
          />
        </label>
      ))}
    </fieldset>
  );
};
