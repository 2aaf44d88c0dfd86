import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EncryptionKeyError } from '../../src/services/accounts/encryption-keys.ts';
import { sealedRows, withKeys } from './database.ts';
import type { World } from '../world/world.ts';
import { NEW_KEY, NO_SHARED_KEY, SERVER_KEY, setKey, startKeyed } from '../world/keys.ts';
import { ask, expectPainted, expectSubmissions } from '../world/asking.ts';
import { expectPictures, textOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { eventually } from '../world/eventually.ts';

const newKey = () => randomBytes(32).toString('base64');
const fileOf = ({ folder }: World) => join(folder, 'encryption.key');

/** What start says when it refuses. */
const refusal = async (world: World): Promise<string> => {
  const error: unknown = await world.startEasel().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await world.stopEasel();
  expect(error).toBeInstanceOf(EncryptionKeyError);
  return error instanceof Error ? error.message : '';
};

const removed = (world: World) =>
  eventually(() => {
    expect(world.log.join('')).toContain('removed an unused API key');
  });

test('the first start makes a key that only the owner of the file may read, and later ones keep it', async () => {
  const world = await startKeyed();
  const made = await readFile(fileOf(world), 'utf8');
  expect(Buffer.from(made.trim(), 'base64')).toHaveLength(32);
  expect((await stat(fileOf(world))).mode & 0o777).toBe(0o600);
  await world.restart();
  expect(await readFile(fileOf(world), 'utf8')).toBe(made);
});

test('with ENCRYPTION_KEY no key is made', async () => {
  const world = await startKeyed({ ...NO_SHARED_KEY, ENCRYPTION_KEY: newKey() });
  await setKey(world.discord, SERVER_KEY);
  await expect(stat(fileOf(world))).rejects.toThrow('ENOENT');
});

test('when the file is gone while sealed keys exist, start refuses and makes no new one', async () => {
  const world = await startKeyed();
  await setKey(world.discord, SERVER_KEY);
  await world.stopEasel();
  const kept = await readFile(fileOf(world));
  await rm(fileOf(world));
  expect(await refusal(world)).toMatch(/^1 stored API keys are encrypted, but the encryption key is missing/);
  await expect(stat(fileOf(world))).rejects.toThrow('ENOENT');
  await writeFile(fileOf(world), kept);
  await world.startEasel();
  await expectPainted(world, 'saved');
});

test('a wrong ENCRYPTION_KEY is refused, and the right one still works afterwards', async () => {
  const right = newKey();
  const world = await startKeyed({ ...NO_SHARED_KEY, ENCRYPTION_KEY: right });
  await setKey(world.discord, SERVER_KEY);
  await world.stopEasel();
  const wrong = newKey();
  world.env['ENCRYPTION_KEY'] = wrong;
  const message = await refusal(world);
  expect(message).toMatch(
    /^1 of 1 stored API keys were encrypted with another key than the one in ENCRYPTION_KEY\./,
  );
  for (const secret of [right, wrong, SERVER_KEY]) expect(message).not.toContain(secret);
  world.env['ENCRYPTION_KEY'] = right;
  await world.startEasel();
  await expectPainted(world, 'saved');
});

test('a spoilt file is refused, though nothing is sealed, and not written over', async () => {
  const world = await startKeyed();
  await world.stopEasel();
  await writeFile(fileOf(world), 'nonsense');
  expect(await refusal(world)).toContain("doesn't contain an encryption key");
  expect(await readFile(fileOf(world), 'utf8')).toBe('nonsense');
});

test("a sealed key that is moved to another server's row does not open, and harms nobody else", async () => {
  const world = await startKeyed();
  const { discord, service } = world;
  const { gallery, admin, member } = discord.world;
  await setKey(discord, SERVER_KEY);
  const { modal } = await discord.as(admin.id).slash(gallery.channelId, 'key set');
  if (!modal) throw new Error('there is no form');
  await discord.as(admin.id).submitModal(modal, { key: NEW_KEY });
  await world.stopEasel();
  await withKeys(world, async (store) => {
    const rows = (await store.entries()).flatMap(([key, row]) =>
      row.kind === 'sealed' ? [{ key, row }] : [],
    );
    const [victim, thief] = [`server:${discord.world.atelier.guild.id}`, `server:${gallery.guild.id}`].map(
      (owner) => rows.find(({ row }) => row.owner === owner),
    );
    if (!victim || !thief) throw new Error('a row is missing');
    await store.set(thief.key, { ...thief.row, sealed: victim.row.sealed });
  });
  await world.startEasel();
  const stolen = await discord.as(member.id).slash(gallery.channelId, 'imagine', { prompt: 'stolen' });
  await discord.until(
    () => textOf(discord.message(stolen.message?.id ?? '')).includes(ENGLISH.card.failures['key-gone'].title),
    {
      what: 'a refusal',
    },
  );
  const { message } = await discord.as(admin.id).slash(gallery.channelId, 'key status');
  expect(textOf(message)).toContain('damaged');
  await expectPainted({ discord }, 'unharmed');
  expect(service.submissions.map(({ account }) => account)).toEqual(['server']);
});

test('a replaced key is removed at the next tidying once no job needs it', async () => {
  const world = await startKeyed(NO_SHARED_KEY, { isHurried: true });
  const { discord, service } = world;
  await setKey(discord, SERVER_KEY);
  service.planTasks({ durationMs: 1_500 });
  const id = await ask({ discord }, 'under the old key');
  await expectSubmissions({ service }, 1);
  await setKey(discord, NEW_KEY);
  await world.stopEasel();
  expect(await sealedRows(world)).toHaveLength(2);
  await world.startEasel();
  await expectPictures(discord, id, 4);
  await world.restart();
  await removed(world);
  await world.stopEasel();
  expect(await sealedRows(world)).toHaveLength(1);
  await world.startEasel();
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  expect(await sealedRows(world)).toHaveLength(1);
});
