import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { expectPainted, interact, openDetails, press, promptsOf, typeCommand } from '../world/asking.ts';
import { allTextOf, expectPictures, idOf, textOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { make } from '../world/styles.ts';
import { startWorld } from '../world/world.ts';

const { card, details } = ENGLISH;

describe('a /gen prompt is sent as an instruction', () => {
  const PROMPTS = [
    ['a fox', 'Draw: a fox'],
    ['a male lion in wet paint', 'Draw: a male lion in wet paint'],
    ['3D render of a fox, sketched make-up', 'Draw: 3D render of a fox, sketched make-up'],
    ['ein Fuchs', 'Draw: ein Fuchs'],
    ['夕暮れの灯台', 'Draw: 夕暮れの灯台'],
    ['DRAW a fox', 'DRAW a fox'],
    ['in the snow, paint a fox', 'in the snow, paint a fox'],
    ['Zeichne einen Fuchs', 'Zeichne einen Fuchs'],
    ['Male mir einen Fuchs', 'Male mir einen Fuchs'],
    ['Ge\u0301ne\u0300re un renard', 'Ge\u0301ne\u0300re un renard'],
    ['dibújame un zorro', 'dibújame un zorro'],
    ['crie uma raposa', 'crie uma raposa'],
    ['狐を描いて', '狐を描いて'],
    ['请生成一只狐狸', '请生成一只狐狸'],
    ['нарисуй лису', 'нарисуй лису'],
  ] as const;

  test('unless it is one, in whichever language', async () => {
    const world = await startWorld();
    for (const [prompt] of PROMPTS) await expectPainted(world, prompt, { command: 'gen' });
    expect(promptsOf(world)).toEqual(PROMPTS.map(([, sent]) => sent));
  });

  test('as the service wants it, and only the details show it', async () => {
    const world = await startWorld({ service: { instruction: /\bdraw\b/i } });
    const { discord } = world;
    const { member } = discord.world;
    const id = await expectPainted(world, 'a fox', { command: 'gen' });
    expect(textOf(discord.message(id))).not.toContain('Draw');
    const told = allTextOf((await openDetails(world, id)).message);
    expect(told).toContain(`**${details.sentAs}** \`Draw: a fox\``);
    const again = await press(discord, member.id, id, card.buttons.again);
    await expectPictures(discord, idOf(again), 1);
    const { modal } = await press(discord, member.id, id, card.buttons.editPrompt);
    expect(JSON.stringify(modal)).not.toContain('Draw');
    await expectPictures(discord, idOf(await discord.as(member.id).submitModal(modal!, {})), 1);
    expect(promptsOf(world)).toEqual(['Draw: a fox', 'Draw: a fox', 'Draw: a fox']);
  });

  test('where a style has the verb, with pictures, and in /imagine nothing is added', async () => {
    const world = await startWorld();
    await make(world, { name: 'Ink', text: 'draw {prompt} in ink' });
    await expectPainted(world, 'a fox', { command: 'gen', options: { style: 'Ink' } });
    const reference = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
    await expectPainted(world, 'at night', { command: 'gen', options: { reference } });
    await expectPainted(world, 'a hen');
    expect(promptsOf(world)).toEqual(['draw a fox in ink', 'at night', 'a hen']);
  });

  test('also a prompt with choices; the longest prompt is as long as it was typed', async () => {
    const world = await startWorld();
    const { message } = await interact(world, 'a {red, blue} fox', { command: 'gen' });
    expect(allTextOf(message)).not.toContain('Draw');
    await press(world.discord, world.discord.world.member.id, message?.id ?? '', 'Make 2');
    await expect.poll(() => promptsOf(world)).toEqual(['Draw: a red fox', 'Draw: a blue fox']);
    await typeCommand(world, 'gen', { prompt: 'x'.repeat(6_000) });
    await expect.poll(() => promptsOf(world)[2]).toBe(`Draw: ${'x'.repeat(6_000)}`);
  });
});
