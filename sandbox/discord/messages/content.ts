import { fault, invalidField } from '../errors.ts';
import type { Component, Embed } from '../model.ts';
import { MessageFlag } from '../numbers.ts';
import { checkLayout, completeComponents } from '../rules/component-layout.ts';
import type { AllowedMentions, AttachmentBody } from '../rules/messages.ts';
import type { Core, StoredFile, StoredMessage } from '../state/state.ts';
import { storeFile, type UploadedFile } from './files.ts';
import { resolveEmbeds, shownAddresses } from './media.ts';

/** What an author writes into a message; a field that is undefined stays as it was, null empties it. */
export interface ContentBody {
  content?: string | null | undefined;
  embeds?: Embed[] | null | undefined;
  components?: Component[] | null | undefined;
  attachments?: AttachmentBody[] | null | undefined;
  flags?: number | undefined;
  allowed_mentions?: AllowedMentions | undefined;
}

/** What an author sends: what is written, and the files that come along. */
export interface Draft<Body extends ContentBody = ContentBody> {
  body: Body;
  uploads: readonly UploadedFile[];
}

export type Content = Pick<StoredMessage, 'content' | 'embeds' | 'components' | 'files' | 'flags'>;

/** Limits that depend on who sends where. */
export interface UploadRules {
  channelId: string;
  limitBytes: number;
}

// docs.discord.com/developers/resources/message#create-message
const FILES_PER_MESSAGE = 10;

export const emptyContent = (flags = 0): Content => ({
  content: '',
  embeds: [],
  components: [],
  files: [],
  flags,
});

/** @throws DiscordFault 40005 */
const takeUploads = (core: Core, { body, uploads }: Draft, rules: UploadRules): StoredFile[] => {
  if (uploads.some(({ bytes }) => bytes.byteLength > rules.limitBytes)) throw fault('requestTooLarge');
  return uploads.map((upload) => {
    const entry = body.attachments?.find(({ id }) => id === String(upload.index));
    const filename = entry?.filename ?? upload.filename;
    const about = { description: entry?.description, spoiler: entry?.is_spoiler };
    return storeFile(core, { ...upload, filename }, rules.channelId, about);
  });
};

/** The files of before that the body keeps: all of them unless it lists which. */
const keptFiles = (before: Content, { body, uploads }: Draft): StoredFile[] => {
  if (body.attachments === undefined) return before.files;
  const isNew = (id: string): boolean => uploads.some(({ index }) => String(index) === id);
  const kept: StoredFile[] = [];
  for (const [position, entry] of (body.attachments ?? []).entries()) {
    const file = before.files.find(({ id }) => id === entry.id);
    if (!file) {
      if (isNew(entry.id)) continue;
      const message = `Attachment data not found: ${entry.id}`;
      throw invalidField(['attachments', position, 'id'], 'ATTACHMENT_NOT_FOUND', message);
    }
    if (entry.description !== undefined) file.description = entry.description;
    if (entry.is_spoiler !== undefined) file.spoiler = entry.is_spoiler;
    kept.push(file);
  }
  return kept;
};

const nextFlags = (before: Content, body: ContentBody): number => {
  const kept =
    before.flags & ~(MessageFlag.Loading | (body.flags === undefined ? 0 : MessageFlag.SuppressEmbeds));
  return kept | (body.flags ?? 0);
};

/**
 * What a message holds after a body was applied to it.
 * @throws DiscordFault 50035 for a forbidden combination, 50006 when nothing is left, 40005, 30015
 */
export const applyBody = (core: Core, before: Content, draft: Draft, rules: UploadRules): Content => {
  const { body, uploads } = draft;
  const flags = nextFlags(before, body);
  if (body.components !== undefined) checkLayout(body.components ?? []);
  const kept = keptFiles(before, draft);
  if (kept.length + uploads.length > FILES_PER_MESSAGE) throw fault('tooManyAttachments');
  const files = [...kept, ...takeUploads(core, draft, rules)];
  const { content = before.content, embeds, components } = body;
  const result: Content = {
    content: (content ?? '').trim(),
    embeds: embeds === undefined ? before.embeds : resolveEmbeds(core, embeds ?? [], files),
    components: components === undefined ? before.components : completeComponents(components ?? []),
    files,
    flags,
  };
  return withShownFiles(before, result);
};

/** A file that embeds still show stays, even when no longer listed. */
const withShownFiles = (before: Content, result: Content): Content => {
  const shown = shownAddresses(result);
  const forgotten = before.files.filter((file) => shown.has(file.base) && !result.files.includes(file));
  const files = [...forgotten, ...result.files];
  const isEmpty = [result.content, result.embeds, result.components, files].every(
    ({ length }) => length === 0,
  );
  if (isEmpty) throw fault('emptyMessage');
  return { ...result, files };
};
