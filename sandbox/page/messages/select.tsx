import { useState } from 'preact/hooks';
import type { Component } from '../../discord/model.ts';
import { shownChannel } from '../client/client-state.ts';
import { useClient, useClientState } from '../client/context.ts';
import { choicesOf, presetOf } from './choices.ts';
import { PickList } from './pick-list.tsx';

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

/** A select of a message: one value is sent at once, several when the list closes. */
export const SelectComponent = ({ field, messageId }: { field: Component; messageId: string }) => {
  const client = useClient();
  const state = useClientState();
  const channel = shownChannel(state);
  const [picked, setPicked] = useState(() => presetOf(field));
  if (!state.snapshot || !channel) return null;
  const customId = field.custom_id ?? '';
  const maximum = field.max_values ?? 1;
  const send = (values: readonly string[]): void =>
    void client.select({ messageId, customId, values: [...values] });
  return (
    <PickList
      label={field.placeholder ?? 'Make a selection'}
      placeholder={field.placeholder ?? 'Make a selection'}
      choices={choicesOf(field, state.snapshot, channel)}
      picked={picked}
      maximum={maximum}
      disabled={field.disabled === true}
      isWaiting={state.waits.some(
        (wait) => wait.messageId === messageId && wait.customId === customId && wait.state === 'waiting',
      )}
      onPick={(values) => {
        setPicked(values);
        if (maximum === 1) send(values);
      }}
      onDone={(values) => {
        const isEnough = values.length >= (field.min_values ?? 1);
        if (maximum > 1 && isEnough && !isSame(values, presetOf(field))) send(values);
      }}
    />
  );
};
