import { spawn, spawnSync } from 'node:child_process';
import { createClient } from '@keyv/redis';
import { expect, it, onTestFinished } from 'vitest';
import { StorageWriteError } from '../../src/services/storage/store.ts';
import { freePort } from '../world/ports.ts';
import { makeFolder, openForTest, parseText } from './storages.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of the test's own, since its memory is limited. */
const startRedis = async () => {
  const port = String(await freePort());
  const options = ['--port', port, '--save', '', '--dir', await makeFolder()];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  onTestFinished(() => void server.kill());
  const url = `redis://127.0.0.1:${port}`;
  const tool = createClient({ url }).on('error', () => undefined);
  // It tries until the server is there.
  await tool.connect();
  onTestFinished(() => {
    tool.destroy();
  });
  return { url, tool };
};

it.skipIf(!isInstalled)(
  'what has to stay removed is removed from a Redis that has no memory left',
  async () => {
    const { url, tool } = await startRedis();
    const store = (await openForTest(url)).open('kept', parseText, { staysRemoved: true });
    await store.set('a', 'a sealed key');
    await tool.configSet('maxmemory', '100kb');
    await expect(store.set('b', 'has no room')).rejects.toThrow(StorageWriteError);
    await store.delete('a');
    expect(await store.entries()).toEqual([]);
  },
);
