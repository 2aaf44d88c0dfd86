import type { Durations } from '../../demo/knobs-protocol.ts';
import { useKnobsView, useSandbox } from './sandbox-side.ts';

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
            onPick={() => void sandbox.setDurations(name)}
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
            onPick={() => void sandbox.setTokenLife(tokenLifeMs)}
          />
        ))}
      </fieldset>
    </>
  );
};
