import { expect, test } from 'vitest';
import { startProxy } from '../network/proxy.ts';
import { API_KEY, openTestEnvironment, startWorld } from '../world/world.ts';
import { run } from './operator-commands.ts';

test('the doctor tells of a bot that runs, leaves it alone, and prints no secret', async () => {
  const { env, discord } = await startWorld();
  const before = discord.dispatches.length;
  const { code, stdout, stderr } = await run('doctor', [], env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/✔ token: The token belongs to Easel, in 2 servers/);
  expect(stdout).toMatch(/✔ store: SQLite at \/.+; written by this version/);
  expect(stdout + stderr).not.toContain(API_KEY);
  expect(stdout + stderr).not.toContain(discord.botToken);
  expect(discord.dispatches).toHaveLength(before);
});

test('by its exit code and its JSON the doctor tells scripts what is broken, and what could not be looked at', async () => {
  const { env } = await openTestEnvironment();
  const broken = await run('doctor', ['--json'], { ...env, DISCORD_TOKEN: 'the.wrong.token' });
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ check: 'token', state: 'broken' })]) as unknown,
  });
  const misspelt = { ...env, DISCORD_TOKEN: '', DISCORD_TOKN: 'a.bot.token' };
  const unusable = await run('doctor', ['--json'], misspelt);
  expect(unusable.code).toBe(2);
  expect(JSON.parse(unusable.stdout)).toMatchObject({
    error: expect.stringMatching(/DISCORD_TOKEN is required/) as unknown,
    checks: [expect.objectContaining({ check: 'names', advice: 'Is it DISCORD_TOKEN?' })],
  });
  expect((await run('doctor', [], misspelt)).stdout).toMatch(/is required[^]+→ Is it DISCORD_TOKEN\?/);
  expect(await run('doctor', ['--unknown'], env)).toMatchObject({ code: 2 });
});

test('the doctor asks Discord and the service through the proxy, and says what goes without it', async () => {
  const proxy = await startProxy();
  const { env } = await openTestEnvironment();
  const far = (address = '') => address.replace('127.0.0.1', 'far.example');
  const DISCORD_API_URL = far(env['DISCORD_API_URL']);
  const IMAGE_API_URL = far(env['IMAGE_API_URL']);
  const { stdout } = await run('doctor', [], {
    ...env,
    DISCORD_API_URL,
    IMAGE_API_URL,
    HTTP_PROXY: proxy.url,
  });
  for (const check of ['token', 'shards', 'image service']) expect(stdout).toContain(`✔ ${check}:`);
  expect(stdout).toMatch(/– encryption: IMAGE_API_URL is http:\/\//);
  expect(stdout).toContain(`– proxy: ${new URL(proxy.url).host} is used`);
  const ports = [DISCORD_API_URL, IMAGE_API_URL].map((address) => `far.example:${new URL(address).port}`);
  expect(new Set(proxy.asked)).toEqual(new Set(ports));
});
