import { expect, test } from 'vitest';
import { openApp } from './page-actions.ts';
import { awaitPictures, command, messageWith, usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();

test('a prompt with choices is listed, and a press makes a message for each', async () => {
  const page = await visit(world());
  await command(page, 'imagine', '{red, blue} fox');
  const question = messageWith(page, 'red fox');
  await question.getByRole('button', { name: 'Make 2' }).click();
  await messageWith(page, '2 requests, each in').waitFor();
  for (const prompt of ['red fox', 'blue fox']) await awaitPictures(messageWith(page, prompt), 4);
  expect(world().service.submissions.map(({ body }) => (body as { prompt: string }).prompt)).toEqual([
    'red fox',
    'blue fox',
  ]);
});

test('pictures of a message are collected, and combined in a form', async () => {
  const page = await visit(world());
  await command(page, 'gen', 'a grey cat');
  const cat = messageWith(page, 'a grey cat');
  await awaitPictures(cat, 1);
  await openApp(page, cat, 'Use in Easel');
  const tray = messageWith(page, 'Your tray');
  await awaitPictures(tray, 1);
  await tray.getByRole('button', { name: 'Combine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('the cat on a hill');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await awaitPictures(messageWith(page, 'the cat on a hill'), 1);
  // What was combined is used.
  await openApp(page, cat, 'Use in Easel');
  await messageWith(page, '1 of 4 pictures').last().waitFor();
  await command(page, 'gen', 'the cat at sea', { start_from: 'My tray' });
  await awaitPictures(messageWith(page, 'the cat at sea'), 1);
  const references = world()
    .service.submissions.slice(-2)
    .map(({ body }) => body as { referImages?: unknown[] });
  expect(references.map(({ referImages }) => referImages?.length)).toEqual([1, 1]);
});
