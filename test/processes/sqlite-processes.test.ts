import { symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StoreOpenError } from '../../src/services/storage/store.ts';
import { easelProcess } from '../storage/spawn-easel.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { makeFolder, openForTest, numberSchema } from '../storage/storages.ts';

describe('a second Easel', () => {
  it('is refused while the first one lives, and let in after it was killed', async () => {
    const file = join(await makeFolder(), 'easel.sqlite');
    const first = easelProcess(file, 'hold');
    expect(await first.nextLine()).toBe('open');
    const refused = openForTest(`sqlite://${file}`);
    const second = easelProcess(file, 'hold').nextLine();
    await expect(refused).rejects.toThrow(StoreOpenError);
    await expect(refused).rejects.toThrow('Another Easel uses this file');
    expect(await second).toBe('StoreOpenError');
    await first.kill();
    const storage = await openForTest(`sqlite://${file}`);
    await storage.open('open', numberSchema).set('a', 1);
  });

  it('is let in when the first one ends soon, as on a disk that is slow to write what is left', async () => {
    const file = join(await makeFolder(), 'easel.sqlite');
    const first = easelProcess(file, 'hold');
    expect(await first.nextLine()).toBe('open');
    const opening = openForTest(`sqlite://${file}`);
    await first.kill();
    const storage = await opening;
    await storage.open('open', numberSchema).set('a', 1);
  });

  it('is refused in the same process too, by whatever path it comes, without harm to the first', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'easel.sqlite');
    const storage = await openForTest(`sqlite://${file}`);
    await symlink(file, join(folder, 'link.sqlite'));
    const second = easelProcess(file, 'hold').nextLine();
    const paths = [file, `${folder}/../${basename(folder)}/link.sqlite`];
    const refused = await Promise.allSettled(paths.map((path) => openForTest(`sqlite://${path}`)));
    for (const one of refused) expect(one).toMatchObject({ reason: { name: 'StoreOpenError' } });
    expect(await second).toBe('StoreOpenError');
    await storage.close();
    await openForTest(`sqlite://${file}`);
  });
});

describe('a process that is killed while it writes', () => {
  it('has lost nothing that it was told is stored', async () => {
    const file = join(await makeFolder(), 'easel.sqlite');
    const easel = easelProcess(file, 'write');
    expect(await easel.nextLine()).toBe('open');
    const acknowledged = new Map<string, number>();
    const note = (line: string): void => {
      const [key = '', count = ''] = line.split(' ');
      acknowledged.set(key, Number(count));
    };
    for (let seen = 0; seen < 2_000; seen += 1) note(await easel.nextLine());
    const killed = easel.kill();
    // Also what it had said before it died counts.
    for (let line = await easel.lines.next(); line.done !== true; line = await easel.lines.next())
      note(line.value);
    await killed;
    const storage = await openForTest(`sqlite://${file}`);
    const store = storage.open('open', z.object({ count: z.number() }));
    const stored = new Map(await store.entries());
    const lost = [...acknowledged].filter(([key, count]) => (stored.get(key)?.count ?? -1) < count);
    expect(lost).toEqual([]);
    expect(await (await tool(file)).query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it('has made all of the changes that belong together, or none', async () => {
    const file = join(await makeFolder(), 'easel.sqlite');
    const easel = easelProcess(file, 'pairs');
    for (let seen = 0; seen < 1_500; seen += 1) await easel.nextLine();
    await easel.kill();
    const storage = await openForTest(`sqlite://${file}`);
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => storage.open(name, numberSchema).entries()),
    );
    expect(one).toEqual(other);
    const keys = one?.map(([key]) => key.replace('x', '')) ?? [];
    expect(keys).not.toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
