import { button, buttonRows, GALLERY_SIZE } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Action } from '../framework/action.ts';
import type { CommandContext, MessageCommand } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';
import { privateText, type MessageBody } from '../framework/reply.ts';
import { pictureForm } from './picture-form.ts';
import { staysAgeRestricted } from './posting-rights.ts';

/** Each person has one, for a day after the last change. */
const idOf = ({ invocation: { personId } }: CommandContext): string => `tray-${personId}`;

/** Embeds with the same address show their pictures as one gallery. */
const GALLERY_URL = 'https://discord.com/channels/@me';

/** The pictures that a person collected, whether or not they still exist. */
const trayOf = async (
  context: CommandContext,
): Promise<{ pictureUrls: readonly string[]; madeIn?: string }> =>
  (await context.drafts.find('pictures', idOf(context), context.invocation.personId)) ?? { pictureUrls: [] };

/** Those of the pictures that are still there, at addresses that work now. @throws UserError file-server-away */
const stillThere = async (urls: readonly string[], { messenger }: CommandContext): Promise<string[]> =>
  (await messenger.refreshUrls(urls)).filter((url) => url !== undefined);

/**
 * All pictures of a person's tray, at addresses that work now.
 *
 * @throws UserError tray-empty, pictures-gone, age-restricted, file-server-away
 */
export const picturesInTray = async (context: CommandContext): Promise<string[]> => {
  const { pictureUrls, ...tray } = await trayOf(context);
  if (pictureUrls.length === 0) throw new UserError('tray-empty');
  await staysAgeRestricted(tray, context);
  const urls = await stillThere(pictureUrls, context);
  if (urls.length < pictureUrls.length) throw new UserError('pictures-gone');
  return urls;
};

const panelFor = (urls: readonly string[], { tray, pictures }: Words, left = 0): MessageBody => ({
  content: [
    tray.title(urls.length, GALLERY_SIZE),
    ...(left > 0 ? [tray.noRoom(left)] : []),
    urls.length > 0 ? tray.hint : tray.empty,
  ].join('\n'),
  embeds: urls.map((url, index) => ({
    url: GALLERY_URL,
    image: { url, description: pictures.numbered(index + 1) },
  })),
  components:
    urls.length === 0
      ? []
      : [
          ...buttonRows([
            button(customId('tray-combine'), tray.combine, { style: 'primary', emoji: '🎨' }),
            button(customId('tray-clear'), tray.clear),
          ]),
          ...buttonRows(
            urls.map((_url, index) =>
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
  run: async ({ pictures, channelId }, context) => {
    const { words, drafts, invocation, isAgeRestricted } = context;
    if (pictures.length === 0) return privateText(words.pictures.noPicture);
    const { pictureUrls, ...tray } = await trayOf(context);
    const before = await stillThere(pictureUrls, context);
    const known = new Set(before.map(unsigned));
    const all = [...before, ...pictures.map(({ url }) => url).filter((url) => !known.has(unsigned(url)))];
    const kept = all.slice(0, GALLERY_SIZE);
    const isRestricted = invocation.context === 'guild' && (await isAgeRestricted(channelId)) === true;
    const { personId } = invocation;
    const after = { ...tray, personId, pictureUrls: kept, ...(isRestricted && { madeIn: channelId }) };
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
      const { pictureUrls } = await trayOf(context);
      if (pictureUrls.length === 0) throw new UserError('tray-empty');
      const combined = { names: pictureUrls.map(() => ''), size: undefined, use: 'combine' as const };
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
      const { pictureUrls, ...tray } = await trayOf(context);
      const left = pictureUrls.filter((_url, index) => index + 1 !== number);
      const { personId } = context.invocation;
      await context.drafts.keep({ ...tray, kind: 'pictures', personId, pictureUrls: left }, idOf(context));
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
