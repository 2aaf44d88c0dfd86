import type { Component } from '../../discord/model.ts';
import { ComponentType } from '../../discord/numbers.ts';
import { fileAddress } from '../client/files.ts';
import { Markdown, Spoiler } from '../markdown/markdown.tsx';
import { ButtonComponent } from './button.tsx';
import { cssColor } from './embed.tsx';
import { FileCard, Gallery, type Picture } from './gallery.tsx';
import { SelectComponent } from './pick-list.tsx';

const picturesOf = ({ items = [] }: Component): Picture[] =>
  items.map(({ media, description, spoiler }) => ({
    url: media.url,
    alt: description ?? '',
    width: media.width,
    height: media.height,
    isSpoiler: spoiler === true,
  }));

const Container = ({ part, messageId }: { part: Component; messageId: string }) => {
  const inner = <Components components={part.components ?? []} messageId={messageId} />;
  return (
    <div class="container" style={{ borderLeftColor: cssColor(part.accent_color) }}>
      {part.spoiler === true ? <Spoiler>{inner}</Spoiler> : inner}
    </div>
  );
};

const Section = ({ part, messageId }: { part: Component; messageId: string }) => (
  <div class="section">
    <div>
      <Components components={part.components ?? []} messageId={messageId} />
    </div>
    {part.accessory && <One part={part.accessory} messageId={messageId} />}
  </div>
);

const nameIn = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? 'file');

const One = ({ part, messageId }: { part: Component; messageId: string }) => {
  switch (part.type) {
    case ComponentType.ActionRow:
      return (
        <div class="action-row">
          <Components components={part.components ?? []} messageId={messageId} />
        </div>
      );
    case ComponentType.Button:
      return <ButtonComponent button={part} messageId={messageId} />;
    case ComponentType.Container:
      return <Container part={part} messageId={messageId} />;
    case ComponentType.Section:
      return <Section part={part} messageId={messageId} />;
    case ComponentType.TextDisplay:
      return (
        <div class="text-display">
          <Markdown text={part.content ?? ''} masked />
        </div>
      );
    case ComponentType.Thumbnail:
      return <img class="thumbnail" src={fileAddress(part.media?.url ?? '')} alt={part.description ?? ''} />;
    case ComponentType.MediaGallery:
      return <Gallery pictures={picturesOf(part)} />;
    case ComponentType.File:
      return <FileCard name={nameIn(part.file?.url ?? '')} url={part.file?.url ?? ''} size={undefined} />;
    case ComponentType.Separator:
      return <hr class={part.divider === false ? 'gap' : ''} />;
    default:
      return <SelectComponent field={part} messageId={messageId} />;
  }
};

/** The components of a message, in rows or in the layout that Components V2 gives them. */
export const Components = ({
  components,
  messageId,
}: {
  components: readonly Component[];
  messageId: string;
}) => (
  <>
    {components.map((part, index) => (
      <One key={part.custom_id ?? part.id ?? index} part={part} messageId={messageId} />
    ))}
  </>
);
