import { expect, test } from 'vitest';
import { inviteLink } from '../../src/commands/framework/preflight.ts';
import { ask } from '../world/asking.ts';
import { textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const PUT = { method: 'PUT', route: /applications\/\d+\/commands$/ };
const SOMETHING_OLD = [
  {
    name: 'imagine',
    description: 'Something old',
    options: [{ type: 3, name: 'prompt', description: 'Words', required: true }],
  },
];
const LAUNCH = {
  type: 4,
  name: 'launch',
  description: 'Play together',
  handler: 2,
  integration_types: [0, 1],
};

const puts = ({ discord }: World) =>
  discord.requests.filter(({ method, route }) => method === 'PUT' && route?.endsWith('/commands'));

/** Registers commands, as another program of the same application does. */
const register = async ({ discord }: World, commands: unknown[]): Promise<void> => {
  const answer = await fetch(`${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`, {
    method: 'PUT',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(commands),
  });
  expect(answer.status).toBe(200);
};

/** Stops it, and leaves other commands than it wants for its next start. */
const stopWithOldCommands = async (world: World): Promise<void> => {
  await world.stopEasel();
  await register(world, SOMETHING_OLD);
};

const descriptionOf = ({ discord }: World, wanted: string) =>
  discord.commands().find(({ name }) => name === wanted)?.description;

const refusals = ({ log }: World): unknown[] =>
  log
    .filter((line) => line.includes("couldn't register the commands"))
    .map((line): unknown => JSON.parse(line));

test('commands are registered once, and again only when they differ', async () => {
  const world = await startWorld();
  expect(puts(world)).toHaveLength(1);
  expect(world.discord.commands().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['imagine', 'gen', 'history', 'help']),
  );

  await world.restart();
  expect(puts(world)).toHaveLength(1);

  await stopWithOldCommands(world);
  await world.startEasel();
  expect(puts(world)).toHaveLength(3);
  expect(descriptionOf(world, 'imagine')).not.toBe('Something old');
});

test('the Entry Point command of an activity stays as it is, and does not count as a difference', async () => {
  const world = await startWorld();
  await world.stopEasel();
  await register(world, [...SOMETHING_OLD, LAUNCH]);
  await world.startEasel();
  expect(refusals(world)).toEqual([]);
  expect(descriptionOf(world, 'imagine')).not.toBe('Something old');
  expect(world.discord.commands().find(({ name }) => name === 'launch')).toMatchObject(LAUNCH);
  const before = puts(world).length;
  await world.restart();
  expect(puts(world)).toHaveLength(before);
});

test.each([
  {
    why: 'a text that a translator made too long',
    answer: {
      status: 400,
      body: {
        code: 50_035,
        message: 'Invalid Form Body',
        errors: {
          1: {
            options: {
              0: {
                description_localizations: {
                  de: {
                    _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 100 or fewer in length.' }],
                  },
                },
              },
            },
          },
        },
      },
    },
    named: () => ({
      refused:
        'gen.options[0].description_localizations.de[BASE_TYPE_MAX_LENGTH]: Must be 100 or fewer in length.',
    }),
  },
  {
    why: 'a scope that is missing',
    answer: { status: 403, body: { code: 50_001, message: 'Missing Access' } },
    named: ({ discord }: World) => ({
      advice: expect.stringContaining('applications.commands') as string,
      invite: inviteLink(discord.applicationId),
    }),
  },
  {
    why: 'too many new commands on one day',
    answer: {
      status: 400,
      body: {
        code: 30_034,
        message: 'Max number of daily application command creates has been reached (200)',
      },
    },
    named: () => ({
      error: expect.objectContaining({
        code: 30_034,
        message: 'Max number of daily application command creates has been reached (200)',
      }) as object,
    }),
  },
])('$why holds up nothing but the commands, is named, and is asked rarely', async ({ answer, named }) => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  await stopWithOldCommands(world);
  discord.faults.answer({ ...PUT, times: Infinity }, answer);
  await world.startEasel();
  service.planTasks({ durationMs: 600_000 });
  const id = await ask(world, 'a fox');
  await expect
    .poll(() => {
      clock.advance(1_000);
      return textOf(discord.message(id));
    })
    .toContain('In progress');
  expect(refusals(world)[0]).toMatchObject({ level: 'error', ...named(world) });
  const before = puts(world).length;
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(60_000);
    await clock.sleep(20);
  }
  expect(puts(world).length - before).toBeLessThanOrEqual(6);

  discord.faults.clear();
  await expect
    .poll(() => {
      clock.advance(60_000);
      return descriptionOf(world, 'imagine');
    })
    .not.toBe('Something old');
});
