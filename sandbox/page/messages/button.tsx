import type { Component, EmojiReference } from '../../discord/model.ts';
import { client, useClientState } from '../client/client.ts';
import { Icon, OuterLink, Press } from '../look/icons.tsx';

/** docs.discord.com/developers/components/reference#button-button-styles */
const STYLES = ['', 'primary', 'secondary', 'success', 'danger', 'link'];

/** An emoji on a button or in a list. */
export const EmojiSign = ({ emoji }: { emoji: EmojiReference | undefined }) => {
  if (!emoji?.name) return null;
  return <span class="emoji">{emoji.id ? `:${emoji.name}:` : emoji.name}</span>;
};

/** The three dots of something that waits for the bot. */
export const Dots = () => (
  <span class="dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);

const LinkButton = ({ button, address }: { button: Component; address: string }) => (
  <OuterLink class="button link" href={address}>
    <EmojiSign emoji={button.emoji} />
    {button.label}
    <Icon name="external" size={15} />
  </OuterLink>
);

/** A button of a message. */
export const ButtonComponent = ({ button, messageId }: { button: Component; messageId: string }) => {
  const { waits } = useClientState();
  if (button.url !== undefined) return <LinkButton button={button} address={button.url} />;
  const customId = button.custom_id ?? '';
  const isWaiting = waits.some(
    (wait) => wait.messageId === messageId && wait.customId === customId && wait.state === 'waiting',
  );
  const name = button.label ?? button.emoji?.name ?? 'Button';
  return (
    <Press
      class={`button ${STYLES[button.style ?? 2] ?? 'secondary'}${isWaiting ? ' waiting' : ''}`}
      disabled={button.disabled === true || isWaiting}
      aria-label={button.label === undefined ? name : undefined}
      aria-busy={isWaiting}
      onClick={() => void client.click({ messageId, customId })}
    >
      <span class="button-words">
        <EmojiSign emoji={button.emoji} />
        {button.label}
      </span>
      {isWaiting && <Dots />}
    </Press>
  );
};
