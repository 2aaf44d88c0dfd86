import { button, buttonRows, GALLERY_SIZE } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Reference } from '../../services/jobs/drafts.ts';
import type { Action } from '../framework/action.ts';
import type { CommandContext, MessageCommand } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';
import { privateText, type MessageBody } from '../framework/reply.ts';
import { isSourceDeleted, sourceOf } from '../requests/references.ts';
import { pictureForm } from './picture-form.ts';
import { measured } from './picture-size.ts';
import { staysAgeRestricted } from './posting-rights.ts';

/** Each person has one, for a day after the last change. */
const idOf = ({ invocation: { personId } }: CommandContext): string => `tray-${personId}`;

/** Embeds with the same address show their pictures as one gallery. */
const GALLERY_URL = 'https://discord.com/channels/@me';

/** The pictures that a person collected, whether or not they still exist. */
const trayOf = async (
  context: CommandContext,
): Promise<{ pictures: readonly Reference[]; madeIn?: string }> =>
  (await context.drafts.find('pictures', idOf(context), context.invocation.personId)) ?? { pictures: [] };

/** Those of the pictures that are still there, at addresses that work now. @throws UserError file-server-away */
const stillThere = async (pictures: readonly Reference[], context: CommandContext): Promise<Reference[]> => {
  const urls = await context.messenger.refreshUrls(pictures.map(({ url }) => url));
  const look = async ({ source }: Reference) => source !== undefined && isSourceDeleted(source, context);
  const deleted = await Promise.all(pictures.map(look));
  return pictures.flatMap((picture, index) => {
    const url = urls[index];
    return url === undefined || deleted[index] === true ? [] : [{ ...picture, url }];
  });
};

/**
 * All pictures of a person's tray, at addresses that work now.
 *
 * @throws UserError tray-empty, pictures-gone, age-restricted, file-server-away
 */
export const picturesInTray = async (context: CommandContext): Promise<Reference[]> => {
  const { pictures, ...tray } = await trayOf(context);
  if (pictures.length === 0) throw new UserError('tray-empty');
  await staysAgeRestricted(tray, context);
  const left = await stillThere(pictures, context);
  if (left.length < pictures.length) throw new UserError('pictures-gone');
  return left;
};

const panelFor = (kept: readonly Reference[], { tray, pictures }: Words, left = 0): MessageBody => ({
  content: [
    tray.title(kept.length, GALLERY_SIZE),
    ...(left > 0 ? [tray.noRoom(left)] : []),
    kept.length > 0 ? tray.hint : tray.empty,
    // Nothing hides an embed's picture, but the preview of such a link.
    ...kept.flatMap(({ url, isSpoiler }) => (isSpoiler === true ? [`||${url}||`] : [])),
  ].join('\n'),
  embeds: kept.flatMap(({ url, isSpoiler }, index) =>
    isSpoiler === true
      ? []
      : [{ url: GALLERY_URL, image: { url, description: pictures.numbered(index + 1) } }],
  ),
  components:
    kept.length === 0
      ? []
      : [
          ...buttonRows([
            button(customId('tray-combine'), tray.combine, { style: 'primary' }),
            button(customId('tray-clear'), tray.clear),
          ]),
          ...buttonRows(
            kept.map((_picture, index) =>
              button(customId('tray-remove', 'here', index + 1), tray.remove(index + 1)),
            ),
          ),
        ],
});

/** A file's address without the signature, which differs from message to message. */
const unsigned = (url: string): string => url.split('?ex=')[0] ?? url;

/** *Use in Easel* in a message's menu: puts the pictures of any message into the person's tray. */
export const useInEasel: MessageCommand = {
  name: { en: 'Use in Easel', de: 'In Easel verwenden' },
  answers: 'privately',
  run: async (message, context) => {
    const { words, drafts, invocation, isAgeRestricted } = context;
    const { pictures, channelId } = message;
    if (pictures.length === 0) return privateText(words.pictures.noPicture);
    const { pictures: collected, ...tray } = await trayOf(context);
    const before = await stillThere(collected, context);
    const source = await sourceOf(message, context);
    const known = new Set(before.map(({ url }) => unsigned(url)));
    const added = pictures
      .filter(({ url }) => !known.has(unsigned(url)))
      .map(({ url, isSpoiler, ...size }) => ({
        url,
        source,
        ...(isSpoiler && { isSpoiler }),
        ...measured(size),
      }));
    const all = [...before, ...added];
    const kept = all.slice(0, GALLERY_SIZE);
    const isRestricted = invocation.context === 'guild' && (await isAgeRestricted(channelId)) === true;
    const { personId } = invocation;
    const after = { ...tray, personId, pictures: kept, ...(isRestricted && { madeIn: channelId }) };
    await drafts.keep({ ...after, kind: 'pictures' }, idOf(context));
    return { kind: 'private', message: panelFor(kept, words, all.length - kept.length) };
  },
};

/** The actions on one's own tray. */
export const trayActions: readonly Action[] = [
  /** Opens the form in which the pictures become one. */
  {
    name: 'tray-combine',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'at-once',
    run: async (_use, context) => {
      const { pictures } = await trayOf(context);
      if (pictures.length === 0) throw new UserError('tray-empty');
      const combined = { names: pictures.map(() => ''), size: undefined, use: 'combine' as const };
      return {
        kind: 'modal',
        modal: pictureForm(combined, customId('edit-draft', idOf(context)), context.words),
      };
    },
  },

  /** Takes out one picture; the number, from 1, says which. */
  {
    name: 'tray-remove',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ number }, context) => {
      const { pictures, ...tray } = await trayOf(context);
      const left = pictures.filter((_picture, index) => index + 1 !== number);
      const { personId } = context.invocation;
      await context.drafts.keep({ ...tray, kind: 'pictures', personId, pictures: left }, idOf(context));
      return { kind: 'update', message: panelFor(await stillThere(left, context), context.words) };
    },
  },

  /** Takes out all pictures. */
  {
    name: 'tray-clear',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async (_use, context) => {
      await context.drafts.forget(idOf(context));
      return { kind: 'update', message: panelFor([], context.words) };
    },
  },
];
