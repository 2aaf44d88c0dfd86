import { expect } from 'vitest';
import type { Discord, Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { customIdsOf, expectText, said, textOf } from './messages.ts';

/** Opens `/privacy` as a person. */
export const openPrivacy = async (discord: Discord, personId: string): Promise<Message> => {
  const { message } = await discord.as(personId).slash(discord.world.atelier.channelId, 'privacy');
  if (!message) throw new Error('there is no answer');
  return message;
};

/** Deletes a person's data as they would. Returns what the answer says. */
export const erase = async (discord: Discord, personId: string): Promise<string> => {
  const panel = await openPrivacy(discord, personId);
  const question = await discord.as(personId).click(panel.id, customId('ask-to-erase'));
  const id = question.message?.id ?? '';
  expect(textOf(question.message)).toContain(ENGLISH.privacy.question);
  await discord.as(personId).click(id, customId('erase-data'));
  await expectText(discord, id, ENGLISH.privacy.deleted(0));
  expect(customIdsOf(discord.message(id))).toEqual([]);
  return said(discord, id);
};
