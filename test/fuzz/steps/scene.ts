import { setTimeout as delay } from 'node:timers/promises';
import {
  Permission,
  type InteractionResult,
  type Message,
  type OptionValue,
  type PickedFile,
} from '../../../sandbox/discord/index.ts';
import { customId } from '../../../src/messages/custom-id.ts';
import { allTextOf, customIdsOf, idOf, picturesOf } from '../../world/messages.ts';
import type { TestEnvironment } from '../../world/world.ts';
import type { SteppedProgram } from './stepped-program.ts';

const LOOK_EVERY_MS = 20;
/** For what comes, unless what went wrong keeps it from coming. */
const COMES_WITHIN_MS = 10_000;
/** Pictures come later where tasks took long before: Easel asks about them when they are usually done. */
const PAINTED_WITHIN_MS = 60_000;
/** An Easel that does nothing for so long waits for a person. */
const QUIET_MS = 600;
const CALM_WITHIN_MS = 12_000;
const LOADING = 1 << 7;
/** Actions that only a request's card offers. */
const OF_A_CARD = /^(?:notify|stop|refresh|again|check-again|try-again|edit-prompt):([0-9A-Z]{26})/;

type Options = Record<string, OptionValue | PickedFile>;
interface Doing {
  by?: string;
  in?: string;
}

/** Four people in a server of their own, for one try of one way. */
export const newScene = (world: TestEnvironment, tag: string, program: () => SteppedProgram) => {
  const { discord } = world;
  const people = ['member', 'other', 'admin', 'fourth'].map((name) =>
    discord.addUser({ username: `${name}-${tag}` }),
  );
  const [member, other, admin, fourth] = people.map(({ id }) => id) as [string, string, string, string];
  const [direct, otherDirect] = people.map(({ directChannelId }) => directChannelId) as [string, string];
  const { guild, channelId, secondChannelId } = discord.addGuild({
    name: `Server ${tag}`,
    memberIds: people.map(({ id }) => id),
  });
  const permissions = Permission.ManageGuild | Permission.ManageMessages | Permission.ViewChannel;
  const role = discord.addRole(guild.id, { name: 'Keeper', permissions });
  guild.members.get(admin)?.roleIds.push(role.id);
  let life = new AbortController();
  const channels = [channelId, secondChannelId, direct, otherDirect];

  /** What a person does; nothing more once the process has died, and then it throws. */
  const done = async <T>(act: Promise<T>): Promise<T> => {
    const { signal } = life;
    const result = await act;
    signal.throwIfAborted();
    return result;
  };
  /** Waits for what may never come. */
  const until = async <T>(
    condition: () => T | false | undefined,
    withinMs = COMES_WITHIN_MS,
  ): Promise<T | undefined> => {
    const { signal } = life;
    const givenUpAt = performance.now() + withinMs;
    while (performance.now() < givenUpAt) {
      signal.throwIfAborted();
      const found = condition();
      if (found !== false && found !== undefined) return found;
      await delay(LOOK_EVERY_MS);
    }
    return undefined;
  };
  /** Waits until Easel does nothing, and has no more jobs open than those; not for what waits for a person. */
  const calm = async (open = 0): Promise<void> => {
    const { signal } = life;
    const givenUpAt = performance.now() + CALM_WITHIN_MS;
    let [noted, quietSince] = [-1, performance.now()];
    while (performance.now() < givenUpAt) {
      signal.throwIfAborted();
      if (program().noted() !== noted) [noted, quietSince] = [program().noted(), performance.now()];
      const isQuiet = performance.now() - quietSince > QUIET_MS;
      if (isQuiet && ((await program().openJobs()) ?? Infinity) <= open) return;
      await delay(LOOK_EVERY_MS);
    }
  };
  const slash = (
    command: string,
    options: Options = {},
    { by = member, in: place = channelId }: Doing = {},
  ) => done(discord.as(by).slash(place, command, options));
  const message = (id: string): Message | undefined => discord.message(id);
  const idsOf = (id: string, action: string): string | undefined =>
    customIdsOf(message(id)).find((one) => one.startsWith(`${action}:`));
  /** Presses a button, if the message is there and has it. */
  const press = async (id: string, action: string, by = member): Promise<InteractionResult | undefined> => {
    const button = idsOf(id, action);
    return button === undefined ? undefined : done(discord.as(by).click(id, button));
  };
  /** What a command answers privately, once it is all there. */
  const read = async (command: string, doing: Doing = {}): Promise<string> => {
    const id = idOf(await slash(command, {}, doing));
    await until(() => ((message(id)?.flags ?? LOADING) & LOADING) === 0);
    return allTextOf(message(id));
  };
  const prompt = `fox ${tag}`;
  const ask = async (
    options: Options = {},
    { command = 'imagine', ...doing }: Doing & { command?: string } = {},
  ) => idOf(await slash(command, { prompt, ...options }, doing));
  const ownTasks = () =>
    world.service.submissions.flatMap(({ body, taskId }) =>
      taskId !== undefined && JSON.stringify(body).includes(tag) ? taskId : [],
    );
  const hasPictures = (id: string): boolean => picturesOf(message(id)) > 0;
  return {
    ...{ world, tag, prompt, guildId: guild.id, channelId, galleryId: secondChannelId, direct, channels },
    ...{
      program,
      member,
      other,
      admin,
      fourth,
      until,
      calm,
      slash,
      press,
      read,
      message,
      ask,
      hasPictures,
      idsOf,
      ownTasks,
    },
    /** Asks for pictures, and waits until they stand there and nothing is open. Returns the card's id. */
    paint: async (options: Options = {}): Promise<string> => {
      const id = await ask(options);
      if ((await until(() => hasPictures(id), PAINTED_WITHIN_MS)) !== true)
        throw new Error(`not painted: ${allTextOf(message(id))}`);
      await calm();
      return id;
    },
    /** Everything that the bot said in the scene's channels. */
    messages: (): Message[] => channels.flatMap((id) => discord.messagesIn(id)),
    react: (id: string, emoji: string, by: string): void => {
      if (message(id)) discord.as(by).react(id, emoji);
    },
    fill: async (result: InteractionResult | undefined, fields: Record<string, string>, by = member) => {
      if (result?.modal) await done(discord.as(by).submitModal(result.modal, fields));
    },
    choose: (id: string, action: string, values: string[], by: string) =>
      done(discord.as(by).select(id, action, values)),
    limit: async (numbers: Record<string, string>): Promise<void> => {
      const panel = idOf(await slash('limits', {}, { by: admin }));
      const { modal } = await discord.as(admin).click(panel, customId('limits-edit'));
      if (modal) await discord.as(admin).submitModal(modal, numbers);
    },
    /** Has the deadlines of all tasks pass, once the task is asked for. */
    forwardDeadlines: async (isPast: () => boolean | undefined): Promise<void> => {
      await until(() =>
        world.service.calls.some(
          ({ operation, taskIds }) =>
            operation.endsWith('.job-status') && taskIds?.some((id) => ownTasks().includes(id)),
        ),
      );
      process.kill(program().pid, 'SIGUSR2');
      await until(isPast);
      await calm();
    },
    /** The process is dead: what people still wait for ends. */
    die: (): void => {
      life.abort();
      discord.endFirstSeconds();
    },
    revive: (): void => {
      life = new AbortController();
    },
  };
};
export type Scene = ReturnType<typeof newScene>;

/** The cards of each request, by the id of its job. */
export const jobsOn = (scene: Scene): Map<string, Message[]> => {
  const jobs = new Map<string, Message[]>();
  for (const message of scene.messages()) {
    const jobId = customIdsOf(message).flatMap((id) => OF_A_CARD.exec(id)?.[1] ?? [])[0];
    if (jobId !== undefined && allTextOf(message).includes(scene.tag))
      jobs.set(jobId, [...(jobs.get(jobId) ?? []), message]);
  }
  return jobs;
};
