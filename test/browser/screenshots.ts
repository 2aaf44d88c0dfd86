import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startSandbox, type Sandbox } from '../../sandbox/demo/sandbox.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { command, messageWith, openApp } from './page-actions.ts';

const FOLDER = join('docs', 'screenshots');
/** Sharp on the screens of today, and small enough for a page of documentation. */
const SCALE = 1.5;
const WEBP_QUALITY = 85;
const TIMEOUT_MS = 60_000;
/** Long enough to see a job that waits for the service's answer. */
const SLOW_SUBMISSION_MS = 4_000;
/** Long enough for an edit with a bar: the first comes after 5 s, and none in the last 5 s. */
const BAR_TASK_MS = 15_000;
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: SCALE };
/** High enough for the highest card. */
const HIGH = { viewport: { width: 1000, height: 1600 }, deviceScaleFactor: SCALE };

/** Who looks at what, in which theme. */
interface Scene {
  userId?: string;
  channelId?: string;
  context?: BrowserContextOptions;
}

class Photographer {
  readonly sandbox: Sandbox;
  readonly #browser: Browser;

  constructor(sandbox: Sandbox, browser: Browser) {
    this.sandbox = sandbox;
    this.#browser = browser;
  }

  async open({ userId, channelId, context }: Scene = {}): Promise<Page> {
    const { member, atelier } = this.sandbox.discord.world;
    const window = await this.#browser.newContext({ ...DESKTOP, colorScheme: 'dark', ...context });
    const page = await window.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(`${this.sandbox.page.url}/#/${userId ?? member.id}/${channelId ?? atelier.channelId}`);
    await page.locator('.messages').waitFor();
    return page;
  }

  async take(subject: Page | Locator, name: string): Promise<void> {
    const png = await subject.screenshot({ animations: 'disabled' });
    const picture = await loadImage(png);
    const canvas = createCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    await writeFile(join(FOLDER, `${name}.webp`), await canvas.encode('webp', WEBP_QUALITY));
    process.stdout.write(`${FOLDER}/${name}.webp\n`);
  }
}

/** Takes a message as soon as it says this. */
const takeWhen = async (
  camera: Photographer,
  message: Locator,
  text: string,
  name: string,
): Promise<void> => {
  await message.getByText(text).first().waitFor();
  await camera.take(message, name);
};

const awaitPictures = async (message: Locator, count: number): Promise<void> => {
  await message
    .locator('.gallery img.loaded')
    .nth(count - 1)
    .waitFor();
};

const takeWholePages = async (camera: Photographer): Promise<void> => {
  const prompt = 'a lighthouse at dusk, waves, warm light --ar 16:9';
  const page = await camera.open();
  await command(page, 'imagine', prompt);
  await awaitPictures(messageWith(page, prompt), 4);
  await camera.take(page, 'page-dark');
  await camera.take(messageWith(page, prompt), 'card-done');
  const light = await camera.open({ context: { colorScheme: 'light' } });
  await awaitPictures(messageWith(light, prompt), 4);
  await camera.take(light, 'page-light');
};

const takeCards = async (camera: Photographer): Promise<void> => {
  const { discord, service } = camera.sandbox;
  const page = await camera.open({ channelId: discord.world.atelier.secondChannelId, context: HIGH });
  // A bar needs three earlier tasks of its kind.
  service.planTasks({ durationMs: BAR_TASK_MS }, 4);
  const earlier = ['a tent by a lake', 'a tree on a hill', 'a boat at sea'];
  for (const prompt of earlier) await command(page, 'imagine', prompt, { mode: 'relaxed' });
  for (const prompt of earlier) await awaitPictures(messageWith(page, prompt), 4);
  await command(page, 'imagine', 'a castle in the clouds', { mode: 'relaxed' });
  const painting = messageWith(page, 'a castle in the clouds');
  await takeWhen(camera, painting, '▰', 'card-painting');
  await awaitPictures(painting, 4);
  await command(page, 'gen', 'a fox in the snow', { aspect_ratio: '16:9' });
  await awaitPictures(messageWith(page, 'a fox in the snow'), 1);
  await camera.take(messageWith(page, 'a fox in the snow'), 'card-gen');
  service.faults.order({ kind: 'slow', milliseconds: SLOW_SUBMISSION_MS, operation: 'artgen.submit' });
  await command(page, 'imagine', 'a snail on its way');
  await takeWhen(camera, messageWith(page, 'a snail on its way'), 'Submitted', 'card-submitted');
  service.planTasks({ failReason: 'The prompt was declined by the content filter' });
  await command(page, 'imagine', 'something unpaintable');
  await camera.take(messageWith(page, 'declined by the content filter'), 'card-failed');
  service.faults.order({ kind: 'cut-off', moment: 'after', operation: 'artgen.submit' });
  await command(page, 'imagine', 'lost on the way');
  await camera.take(messageWith(page, "couldn't confirm"), 'card-unknown');
};

/** A picture in 4K, and the list of requests with a private one. */
const takePosts = async (camera: Photographer): Promise<void> => {
  const { gallery } = camera.sandbox.discord.world;
  const page = await camera.open({ channelId: gallery.secondChannelId, context: HIGH });
  await command(page, 'gen', 'a heron at dawn');
  const heron = messageWith(page, 'a heron at dawn');
  await awaitPictures(heron, 1);
  await heron.getByRole('button', { name: 'Redraw in 4K' }).click();
  const large = messageWith(page, 'In 4K by');
  await awaitPictures(large, 1);
  await camera.take(large, 'card-4k');
  await command(page, 'imagine', 'a quiet garden', { private: 'True' });
  await awaitPictures(messageWith(page, 'a quiet garden'), 4);
  await command(page, 'history');
  const history = messageWith(page, 'Your requests');
  await history.waitFor();
  await camera.take(history, 'history');
};

/** What a member with a German client sees in an English server. */
const takeGerman = async (camera: Photographer): Promise<void> => {
  const { discord } = camera.sandbox;
  const { atelier, secondMember } = discord.world;
  const phone = { viewport: { width: 390, height: 1200 }, deviceScaleFactor: SCALE };
  const page = await camera.open({ userId: secondMember.id, channelId: atelier.channelId, context: phone });
  secondMember.user.locale = 'de';
  await page.reload();
  await command(page, 'gen', 'a robin on a fence');
  const card = messageWith(page, 'a robin on a fence');
  await awaitPictures(card, 1);
  await openApp(page, card, 'Details zum Bild');
  await page.getByText('Nur du kannst dies sehen').waitFor();
  await camera.take(page, 'german-phone');
};

/** A prompt with choices, and a tray with two pictures. */
const takeSeveral = async (camera: Photographer): Promise<void> => {
  const page = await camera.open({
    channelId: camera.sandbox.discord.world.atelier.secondChannelId,
    context: HIGH,
  });
  await command(page, 'imagine', '{red, blue} fox in {snow, sand}');
  await takeWhen(camera, messageWith(page, 'red fox in snow'), 'Make 4', 'several');
  for (const prompt of ['a cat with a hat', 'a garden in spring']) {
    await command(page, 'gen', prompt);
    const message = messageWith(page, prompt);
    await awaitPictures(message, 1);
    await openApp(page, message, 'Use in Easel');
    await messageWith(page, 'Your tray').waitFor();
  }
  const tray = messageWith(page, '2 of 4 pictures');
  await awaitPictures(tray, 2);
  await camera.take(tray, 'tray');
};

const takeStyles = async (camera: Photographer): Promise<void> => {
  const page = await camera.open({
    channelId: camera.sandbox.discord.world.atelier.secondChannelId,
    context: HIGH,
  });
  await command(page, 'styles');
  const panel = messageWith(page, 'New style');
  await panel.getByRole('button', { name: 'New style' }).click();
  const form = page.getByRole('dialog');
  await form.locator('input[type=text]').first().fill('Poster');
  await form.locator('textarea').first().fill('a poster of {prompt}, 1960s, grainy');
  await form.getByRole('button', { name: 'Submit' }).click();
  await panel.getByText('1 of 25').waitFor();
  await camera.take(panel, 'styles');
};

/** A post in the gallery, for the stars of two people. */
const takeGallery = async (camera: Photographer): Promise<void> => {
  const { discord } = camera.sandbox;
  const { channelId, secondChannelId } = discord.world.atelier;
  const { admin, secondMember, member } = discord.world;
  const { message: panel } = await discord.as(admin.id).slash(channelId, 'settings');
  await discord.as(admin.id).click(panel?.id ?? '', customId('settings-page', 'channels'));
  await discord.as(admin.id).select(panel?.id ?? '', customId('settings', 'gallery'), [secondChannelId]);
  await discord.as(admin.id).select(panel?.id ?? '', customId('settings', 'stars'), ['2']);
  const { message } = await discord
    .as(member.id)
    .slash(channelId, 'imagine', { prompt: 'a lantern in the fog' });
  const page = await camera.open({ channelId, context: HIGH });
  await awaitPictures(messageWith(page, 'a lantern in the fog'), 4);
  for (const { id } of [admin, secondMember]) discord.as(id).react(message?.id ?? '', '⭐');
  const gallery = await camera.open({ channelId: secondChannelId, context: HIGH });
  const post = messageWith(gallery, 'a lantern in the fog');
  await awaitPictures(post, 4);
  await camera.take(post, 'gallery');
};

const takeAdministration = async (camera: Photographer): Promise<void> => {
  const { admin, gallery } = camera.sandbox.discord.world;
  const page = await camera.open({ userId: admin.id, channelId: gallery.channelId, context: HIGH });
  for (const prompt of ['a red balloon', 'a quiet harbour', 'a field of tulips']) {
    await command(page, 'imagine', prompt);
    await awaitPictures(messageWith(page, prompt), 4);
  }
  await command(page, 'settings');
  const panel = page.locator('.message', { has: page.locator('.pick-list, .layout .container') }).last();
  await panel.waitFor();
  await camera.take(panel, 'settings');
  await command(page, 'blocklist');
  const blocklist = messageWith(page, 'Blocklist');
  await blocklist.getByRole('button', { name: 'Add or test' }).click();
  await page.locator('dialog textarea').first().fill('gore\ndead body\nnud*\n!dead body of water');
  await page.getByRole('button', { name: 'Submit' }).click();
  await blocklist.getByText('Always allowed').first().waitFor();
  await camera.take(blocklist, 'blocklist');
  await command(page, 'imagine', 'a nude statue');
  const refused = messageWith(page, 'This server blocks');
  await refused.waitFor();
  await camera.take(refused, 'card-refused');
  await command(page, 'usage');
  const usage = messageWith(page, 'Server usage');
  await awaitPictures(usage, 1);
  await camera.take(usage, 'usage');
};

/** The states that need a service that takes one submission at a time. */
const takeRareCards = async (camera: Photographer): Promise<void> => {
  const { service } = camera.sandbox;
  const page = await camera.open({ context: HIGH });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  for (const prompt of ['the first in the queue', 'the second', 'the third', 'a patient turtle'])
    await command(page, 'imagine', prompt);
  const waiting = messageWith(page, 'a patient turtle');
  await takeWhen(camera, waiting, 'place 3 in the queue', 'card-waiting');
  held.release();
  await awaitPictures(waiting, 4);
  for (const { name } of service.accounts) service.setQuota(name, 0);
  await command(page, 'gen', 'one picture too many');
  await camera.take(messageWith(page, 'quota is used up'), 'card-quota');
};

const visit = async (
  browser: Browser,
  env: Readonly<Record<string, string>>,
  take: (camera: Photographer) => Promise<void>,
): Promise<void> => {
  const sandbox = await startSandbox({
    port: 0,
    env,
    onLine: () => undefined,
    service: { durations: { artgen: { minMs: 2_000, maxMs: 3_000 }, gen: { minMs: 1_500, maxMs: 2_500 } } },
  });
  try {
    await take(new Photographer(sandbox, browser));
  } finally {
    await sandbox.stop();
  }
};

const browser = await launchBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  await visit(browser, {}, async (camera) => {
    await takeWholePages(camera);
    await takeCards(camera);
    await takeSeveral(camera);
    await takeStyles(camera);
    await takeAdministration(camera);
    await takePosts(camera);
    await takeGerman(camera);
    await takeGallery(camera);
  });
  await visit(browser, { ACCOUNT_CONCURRENCY: '1' }, takeRareCards);
} finally {
  await browser.close();
}
