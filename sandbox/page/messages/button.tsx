import type { Component } from '../../discord/model.ts';
import { isWaiting } from '../client/client-state.ts';
import { client, useClientState } from '../client/client.ts';
import { EmojiSign, EmojiText } from '../look/emoji.tsx';
import { Icon, OuterLink, Press } from '../look/icons.tsx';

/** docs.discord.com/developers/components/reference#button-button-styles */
const STYLES = ['', 'primary', 'secondary', 'success', 'danger', 'link'];

/** The three dots of something that waits for the bot. */
export const Dots = () => (
  <span class="dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);

const ButtonWords = ({ button: { emoji, label = '' } }: { button: Component }) => (
  <>
    <EmojiSign emoji={emoji} />
    {label !== '' && <EmojiText text={label} />}
  </>
);

const LinkButton = ({ button, address }: { button: Component; address: string }) => (
  <OuterLink class="button link" href={address}>
    <ButtonWords button={button} />
    <Icon name="external" size={15} />
  </OuterLink>
);

/** A button of a message. */
export const ButtonComponent = ({ button, messageId }: { button: Component; messageId: string }) => {
  const { waits } = useClientState();
  if (button.url !== undefined) return <LinkButton button={button} address={button.url} />;
  const customId = button.custom_id ?? '';
  const waiting = isWaiting(waits, messageId, customId);
  return (
    <Press
      class={`button ${STYLES[button.style ?? 2] ?? 'secondary'}${waiting ? ' waiting' : ''}`}
      disabled={button.disabled === true || waiting}
      aria-label={button.label === undefined ? (button.emoji?.name ?? 'Button') : undefined}
      aria-busy={waiting}
      onClick={() => void client.click({ messageId, customId })}
    >
      <span class="button-words">
        <ButtonWords button={button} />
      </span>
      {waiting && <Dots />}
    </Press>
  );
};
