import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { interact, submissionsOf } from '../world/asking.ts';
import { program, type EaselProcess } from '../world/easel-program.ts';
import { expectPictures, textOf } from '../world/messages.ts';
import { freePort } from '../world/ports.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { errorText } from '../world/words.ts';
import { run } from './operator-commands.ts';

/**
 * From now on no file of the process takes another byte, or takes them again: what a disk is like that another program fills. It
 * needs no rights (https://man7.org/linux/man-pages/man2/setrlimit.2.html, RLIMIT_FSIZE).
 */
const fill = ({ pid }: EaselProcess): void => {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:']);
};
const free = ({ pid }: EaselProcess): void => {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:']);
};

const canLimit = process.platform === 'linux';

const openWorld = async () => {
  const port = String(await freePort());
  const world = await startProgramWorld({ env: { HTTP_PORT: port } });
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: answer.status, ...((await answer.json()) as { store: boolean }) };
  };
  return { ...world, readiness };
};

test.skipIf(!canLimit)(
  'a disk that is full while Easel runs: said by /readyz, requests are declined with their prompt, and all goes on once there is space',
  async () => {
    const world = await openWorld();
    const { discord, readiness } = world;
    const easel = await world.start();
    await expectPictures(discord, (await interact(world, 'before')).message?.id ?? '', 4);
    expect(await readiness()).toMatchObject({ status: 200, store: true });
    fill(easel);
    // The first may have its card before it is known.
    const first = await interact(world, 'a long prompt about a fox');
    const second = discord.until(
      () => textOf(discord.message(first.message?.id ?? '')).includes(errorText('store-away')),
      { what: 'the first to be declined' },
    );
    await second;
    expect(textOf(discord.message(first.message?.id ?? ''))).toContain('> a long prompt about a fox');
    expect(await readiness()).toMatchObject({ status: 503, store: false });
    expect((await run('health-check', [], world.env)).stdout).toContain('"store":false');
    const later = await interact(world, 'one more');
    expect(textOf(later.message)).toContain(errorText('store-away'));
    expect(textOf(later.message)).toContain('> one more');
    expect(submissionsOf(world, 'a long prompt about a fox')).toEqual([]);
    free(easel);
    await expect.poll(readiness).toMatchObject({ status: 200, store: true });
    await expectPictures(discord, (await interact(world, 'after')).message?.id ?? '', 4);
  },
);

test.skipIf(!canLimit)(
  'at a stop, no card of a request that could not be stored says "Waiting"',
  async () => {
    const world = await openWorld();
    const { discord, service } = world;
    const easel = await world.start();
    fill(easel);
    await Promise.all(
      ['a fox', 'a heron', 'a lynx'].map((prompt) =>
        interact(world, prompt, { options: { private: prompt === 'a heron' } }),
      ),
    );
    expect(await easel.end('SIGTERM')).toMatchObject({ code: 0 });
    // A first answer that was deferred, on a slow machine, is another message than the refusal.
    const said = discord.messagesIn(discord.world.atelier.channelId).map(textOf);
    for (const prompt of ['a fox', 'a heron', 'a lynx']) {
      const about = said.filter((text) => text.includes(prompt));
      expect(about).toEqual([expect.stringMatching(`${errorText('job-lost')}|${errorText('store-away')}`)]);
    }
    await world.start();
    expect(service.submissions).toEqual([]);
  },
);

test.skipIf(!canLimit)(
  'an encryption key that does not fit is named so, and leaves no half of it',
  async () => {
    const world = await startProgramWorld();
    const first = await world.start();
    await first.end('SIGTERM');
    await rm(`${world.folder}/encryption.key`);
    const { env, folder } = world;
    const keys = join(dirname(program()), 'services/accounts/encryption-keys.js');
    const script = `import(${JSON.stringify(keys)})
    .then(({ EncryptionKeys }) => EncryptionKeys.load({ dataDir: ${JSON.stringify(folder)}, randomBytes: (count) => Buffer.alloc(count) }, []))
    .catch((error) => console.log(error.message))`;
    const said = execFileSync('prlimit', ['--fsize=0', process.execPath, '-e', script], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
    expect(said).toContain('the disk is full. Free some space');
    expect((await readdir(folder)).filter((name) => name.startsWith('encryption.key'))).toEqual([]);
  },
);
