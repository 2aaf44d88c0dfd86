import { describe, expect, test } from 'vitest';
import type { OptionValue } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { bodiesOf, expectPainted, expectSubmissions, press, typeCommand } from '../world/asking.ts';
import { allTextOf, expectPictures, idOf, labelsOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { make, valueOf } from '../world/styles.ts';
import { startWorld, type World } from '../world/world.ts';

const { card } = ENGLISH;

/** A picture that says it is that large. */
const picture = (width: number, height: number) => {
  const bytes = pictureOf();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { filename: 'mine.png', contentType: 'image/png', bytes };
};

const gen = async (world: World, prompt: string, options: Record<string, OptionValue> = {}) => {
  const id = await expectPainted(world, prompt, { command: 'gen', options });
  return { body: bodiesOf(world).at(-1), said: allTextOf(world.discord.message(id)), id };
};

describe('/gen from one picture', () => {
  test('keeps its shape, and says so', async () => {
    const world = await startWorld();
    const { body, said } = await gen(world, 'make the sky green', { reference: picture(1_280, 800) });
    expect(body).toMatchObject({ aspect_ratio: '16:9', prompt: 'make the sky green' });
    expect(said).toContain(card.asThePicture('16:9'));
  });

  test('keeps it from the last picture and the tray, too, also where a default says otherwise', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { member, atelier } = discord.world;
    const defaults = idOf(await typeCommand(world, 'defaults'));
    await discord.as(member.id).select(defaults, customId('default', 'aspectRatio'), ['1:1']);
    await expectPainted(world, 'a bay', { options: { aspect_ratio: '2:1' } });
    expect((await gen(world, 'at night', { start_from: 'last' })).body).toMatchObject({
      aspect_ratio: '2:1',
    });
    const message = discord.as(member.id).send(atelier.channelId, 'look', [picture(600, 800)]);
    await discord.as(member.id).menu(atelier.channelId, 'Use in Easel', message.id);
    expect((await gen(world, 'at noon', { start_from: 'tray' })).body).toMatchObject({ aspect_ratio: '3:4' });
  });

  test('gives way to an option and to a flag', async () => {
    const world = await startWorld();
    const reference = picture(1_280, 720);
    for (const { body, said } of [
      await gen(world, 'a fox', { reference, aspect_ratio: '1:1' }),
      await gen(world, 'a fox --ar 1:1', { reference }),
    ]) {
      expect(body).toMatchObject({ aspect_ratio: '1:1', prompt: 'a fox' });
      expect(said).not.toContain(card.asThePicture('16:9'));
    }
  });

  test('of several, or with an exact size, none counts', async () => {
    const world = await startWorld();
    const two = { reference: picture(1_280, 720), reference_2: picture(1_280, 720) };
    expect((await gen(world, 'together', two)).body).not.toHaveProperty('aspect_ratio');
    const exact = { reference: picture(1_280, 720), size: '4K', output_size: '2000x2000' };
    expect((await gen(world, 'large', exact)).body).not.toHaveProperty('aspect_ratio');
  });
});

describe('flags in /gen', () => {
  const TYPED = [
    ['a fox --ar 16:9', { prompt: 'Draw: a fox', aspect_ratio: '16:9' }, undefined],
    ['a fox —ar 16x9', { prompt: 'Draw: a fox', aspect_ratio: '16:9' }, undefined],
    ['“a fox —ar 16:9”', { prompt: 'Draw: a fox', aspect_ratio: '16:9' }, undefined],
    ['a fox --aspect 9:16 in snow', { prompt: 'Draw: a fox in snow', aspect_ratio: '9:16' }, undefined],
    ['a fox --ar 16:9 --v 7', { prompt: 'Draw: a fox', aspect_ratio: '16:9' }, card.idleFlags('`--v 7`', 1)],
    ['a fox --ar 7:5', { prompt: 'Draw: a fox', aspect_ratio: '4:3' }, card.ratioReplaced('7:5', '4:3')],
    ['a fox --v 7 --tile', { prompt: 'Draw: a fox' }, card.idleFlags('`--v 7`, `--tile`', 2)],
    ['a fox --no text', { prompt: 'Draw: a fox' }, card.idleFlags('`--no text`', 1)],
    ['a fox —no text', { prompt: 'Draw: a fox' }, card.idleFlags('`--no text`', 1)],
    ['a fox --relax in the snow', { prompt: 'Draw: a fox in the snow' }, card.idleFlags('`--relax in`', 1)],
    ['a fox --v 7 in the snow', { prompt: 'Draw: a fox in the snow' }, card.idleFlags('`--v 7`', 1)],
    ['a fox --style raw in snow', { prompt: 'Draw: a fox in snow' }, card.idleFlags('`--style raw`', 1)],
    ['a fox --glimmer gold', { prompt: 'Draw: a fox --glimmer gold' }, undefined],
    ['a fox -- and a hen', { prompt: 'Draw: a fox -- and a hen' }, undefined],
    ['a sign "--ar 16:9"', { prompt: 'Draw: a sign "--ar 16:9"' }, undefined],
  ] as const;

  test('--ar is the ratio, and what does nothing there is left out and said', async () => {
    const world = await startWorld();
    for (const [prompt, expected, note] of TYPED) {
      const { body, said } = await gen(world, prompt);
      expect(body, prompt).toEqual(expected);
      if (note === undefined) expect(said).not.toContain('no effect');
      else expect(said).toContain(note);
    }
  });

  test('out of a style, --ar counts, but the person’s own does more', async () => {
    const world = await startWorld();
    await make(world, { name: 'Poster', text: 'a poster of {prompt} --ar 3:4 --v 7' });
    const style = await valueOf(world, 'Poster');
    expect((await gen(world, 'a fox', { style })).body).toMatchObject({
      prompt: 'Draw: a poster of a fox',
      aspect_ratio: '3:4',
    });
    expect((await gen(world, 'a fox --ar 1:1', { style })).body).toMatchObject({ aspect_ratio: '1:1' });
  });

  test('a ratio before an option’s is said, before a default’s it isn’t, and it stands there while it runs', async () => {
    const world = await startWorld();
    const { discord } = world;
    const options = { aspect_ratio: '1:1' };
    const first = await gen(world, 'draw a fox --ar 16:9', options);
    expect(first.said).toContain(card.optionOverridden('ar', '`1:1`'));
    const defaults = idOf(await typeCommand(world, 'defaults'));
    await discord.as(discord.world.member.id).select(defaults, customId('default', 'aspectRatio'), ['1:1']);
    const second = await gen(world, 'draw a hen --ar 16:9');
    expect(second.said).not.toContain('overrides');
    world.service.planTasks({ durationMs: 60_000 });
    const { message } = await typeCommand(world, 'gen', { prompt: 'draw an owl --ar 16:9' });
    expect(message?.embeds[0]?.footer?.text).toBe('/gen · 16:9');
    expect((await gen(world, 'draw a dog')).body).toMatchObject({ aspect_ratio: '1:1' });
  });

  test('of nothing but a ratio, there is nothing to make', async () => {
    const world = await startWorld();
    await typeCommand(world, 'gen', { prompt: '--ar 16:9' });
    await expectSubmissions(world, 0);
  });
});

describe('a picture that is as large as it can be', () => {
  test('has no button for 4K; another one has', async () => {
    const world = await startWorld();
    const { discord } = world;
    const buttons = (id: string) => labelsOf(discord.message(id)).flat().join(' ');
    const small = await gen(world, 'small');
    expect(buttons(small.id)).toContain('Redraw in 4K');
    const large = await gen(world, 'large', { size: '4K' });
    expect(buttons(large.id)).not.toContain('Redraw in 4K');
    const { message } = await press(discord, discord.world.member.id, small.id, 'Redraw in 4K');
    await expectPictures(discord, message?.id ?? '', 1);
    expect(buttons(message?.id ?? '')).not.toContain('Redraw in 4K');
  });
});
