import { customId } from '../framework/custom-id.ts';
import type { MessageCommand } from '../framework/command.ts';
import { pictureForm } from './picture-form.ts';
import { privateText } from '../framework/reply.ts';

/** *Edit this picture* in a message's menu: hands pictures of any message to the image service, with words for the change. */
export const editThisPicture: MessageCommand = {
  name: 'Edit this picture',
  answers: 'at-once',
  run: async ({ id, channelId, pictures }, { drafts, invocation }) => {
    if (pictures.length === 0)
      return privateText('There is no picture in this message. Use this on a message that shows one.');
    const draftId = await drafts.keep({
      personId: invocation.personId,
      link: `https://discord.com/channels/${invocation.guildId ?? '@me'}/${channelId}/${id}`,
      pictureUrls: pictures.map(({ url }) => url),
    });
    const names = pictures.map(({ name }) => name);
    const reference = customId({ action: 'edit-draft', subject: draftId });
    return { kind: 'modal', modal: pictureForm(names, reference) };
  },
};
