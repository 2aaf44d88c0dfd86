import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows, GALLERY_SIZE } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { compact } from '../../lib/lists.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Reference } from '../../services/requests/ask.ts';
import type { Action } from '../framework/action.ts';
import type { MessageCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Words } from '../../messages/words/words.ts';
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';
import { privateText } from '../framework/reply.ts';
import { sourceOf } from '../requests/references.ts';
import { pictureForm } from './picture-form.ts';
import { measured } from '../../cards/picture-size.ts';
import { staysAgeRestricted } from './posting-rights.ts';
import type { MessageBody } from '../../messages/message.ts';

/** As many as fit two rows of buttons; a message's attachments are no more. */
const MAX_OFFERED = 10;

/** Each person has one, for a day after the last change. */
export const trayId = ({ invocation: { personId } }: CommandContext): string => `tray-${personId}`;

/** Embeds with the same address show their pictures as one gallery. */
const GALLERY_URL = 'https://discord.com/channels/@me';

/** The pictures that a person collected, whether or not they still exist. */
const trayOf = async (
  context: CommandContext,
): Promise<{ pictures: readonly Reference[]; madeIn?: string | undefined }> =>
  (await context.drafts.find('pictures', trayId(context), context.invocation.personId)) ?? { pictures: [] };

/** Those of the pictures that are still there, at addresses that work now. @throws UserError file-server-away */
const stillThere = async (pictures: readonly Reference[], context: CommandContext): Promise<Reference[]> => {
  const urls = await context.messages.refreshUrls(pictures.map(({ url }) => url));
  const look = async ({ source }: Reference) =>
    source !== undefined && context.sources.isDeleted(source, true, context.invocation.message?.id);
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

/** The pictures of a message from which a person chooses. */
interface Offer {
  draftId: string;
  pictures: readonly Reference[];
}

interface Panel {
  kept: readonly Reference[];
  /** How many older pictures made room. */
  replaced?: number;
  offer?: Offer | undefined;
  /** Shows what there is to choose from, and not the tray. */
  isOffering?: boolean;
}

const addButtons = ({ draftId, pictures }: Offer, { tray }: Words): APIButtonComponent[] =>
  compact([
    ...pictures.map((_picture, index) =>
      button(customId('tray-add', draftId, index + 1), tray.add(index + 1)),
    ),
    pictures.length <= GALLERY_SIZE && button(customId('tray-add', draftId, 0), tray.addAll),
  ]);

const panelFor = ({ kept, replaced = 0, offer, isOffering = false }: Panel, words: Words): MessageBody => {
  const { tray, pictures } = words;
  const shown = offer && isOffering ? offer.pictures : kept;
  return {
    content: compact([
      tray.title(kept.length, GALLERY_SIZE),
      replaced > 0 && tray.replaced(replaced),
      ...(offer ? [tray.choose] : [kept.length > 0 ? tray.hint : tray.empty]),
      // Nothing hides an embed's picture, but the preview of such a link.
      ...shown.flatMap(({ url, isSpoiler }) => (isSpoiler === true ? [`||${url}||`] : [])),
    ]).join('\n'),
    embeds: shown.flatMap(({ url, isSpoiler }, index) =>
      isSpoiler === true
        ? []
        : [{ url: GALLERY_URL, image: { url, description: pictures.numbered(index + 1) } }],
    ),
    components: [
      ...buttonRows(offer ? addButtons(offer, words) : []),
      ...(kept.length === 0
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
          ]),
    ],
  };
};

/** A file's address without the signature, which differs from message to message. */
const unsigned = (url: string): string => url.split('?ex=')[0] ?? url;

/** Puts pictures into a person's tray; where it is full, the oldest give way. */
const addToTray = async (
  added: readonly Reference[],
  madeIn: string | undefined,
  context: CommandContext,
): Promise<Required<Pick<Panel, 'kept' | 'replaced'>>> => {
  const { pictures: collected, ...tray } = await trayOf(context);
  const before = await stillThere(collected, context);
  const known = new Set(before.map(({ url }) => unsigned(url)));
  const all = [...before, ...added.filter(({ url }) => !known.has(unsigned(url)))];
  const kept = all.slice(-GALLERY_SIZE);
  const { personId } = context.invocation;
  const after = { ...tray, personId, pictures: kept, madeIn: madeIn ?? tray.madeIn };
  await context.drafts.keep({ ...after, kind: 'pictures' }, trayId(context));
  return { kept, replaced: all.length - kept.length };
};

/** Keeps those of the pictures in a person's tray that are still there: its buttons and its form count what is shown. */
const keepInTray = async (pictures: readonly Reference[], context: CommandContext): Promise<Reference[]> => {
  const { pictures: before, ...tray } = await trayOf(context);
  const kept = await stillThere(pictures, context);
  const { personId } = context.invocation;
  const id = trayId(context);
  if (kept.length === 0 && before.length > 0) await context.drafts.forget(id);
  else if (kept.length < before.length)
    await context.drafts.keep({ ...tray, kind: 'pictures', personId, pictures: kept }, id);
  return kept;
};

/** *Use in Easel* in a message's menu: puts a picture of any message into the person's tray; of several they choose. */
export const useInEasel: MessageCommand = {
  name: 'use',
  answers: 'privately',
  run: async (message, context) => {
    const { words, drafts, invocation, rights } = context;
    const { channelId } = message;
    if (message.pictures.length === 0) return privateText(words.pictures.noPicture);
    const source = await sourceOf(message, context);
    const isRestricted = invocation.context === 'guild' && (await rights.isAgeRestricted(channelId)) === true;
    const madeIn = isRestricted ? channelId : undefined;
    const pictures = message.pictures.slice(0, MAX_OFFERED).map(({ url, isSpoiler, ...size }): Reference => ({
      url,
      source,
      isSpoiler,
      ...measured(size),
    }));
    if (pictures.length === 1)
      return { kind: 'private', message: panelFor(await addToTray(pictures, madeIn, context), words) };
    const { personId } = invocation;
    const draftId = await drafts.keep({ kind: 'pictures', personId, pictures, madeIn });
    const kept = await keepInTray((await trayOf(context)).pictures, context);
    return {
      kind: 'private',
      message: panelFor({ kept, offer: { draftId, pictures }, isOffering: true }, words),
    };
  },
};

/** The actions on one's own tray. */
export const trayActions: readonly Action[] = [
  /** Puts a picture of a message into the tray; the number, from 1, says which, and 0 all. */
  {
    name: 'tray-add',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject: draftId, number = 0 }, context) => {
      const { drafts, invocation, words } = context;
      const draft = await drafts.find('pictures', draftId, invocation.personId);
      if (!draft) throw new UserError('job-not-found');
      const { pictures, madeIn } = draft;
      const chosen = number === 0 ? pictures : pictures.slice(number - 1, number);
      const after = await addToTray(await stillThere(chosen, context), madeIn, context);
      const offer = number === 0 ? undefined : { draftId, pictures };
      return { kind: 'update', message: panelFor({ ...after, offer }, words) };
    },
  },

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
        modal: pictureForm(combined, customId('edit-draft', trayId(context)), context.words),
      };
    },
  },

  /** Takes out one picture; the number, from 1, says which. */
  {
    name: 'tray-remove',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ number }, context) => {
      const { pictures } = await trayOf(context);
      const left = pictures.filter((_picture, index) => index + 1 !== number);
      return { kind: 'update', message: panelFor({ kept: await keepInTray(left, context) }, context.words) };
    },
  },

  /** Takes out all pictures. */
  {
    name: 'tray-clear',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async (_use, context) => {
      await context.drafts.forget(trayId(context));
      return { kind: 'update', message: panelFor({ kept: [] }, context.words) };
    },
  },
];
