import { startDiscord, type InteractionResult } from '../../../sandbox/discord/index.ts';
import { customId } from '../../../src/messages/custom-id.ts';
import { allTextOf, customIdsOf, idOf, picturesOf } from '../../world/messages.ts';
import { errorText } from '../../world/words.ts';
import { stateOf } from '../card-checks.ts';
import { jobsOn, type Scene } from './scene.ts';

/** Less than the service gives to a task. */
const TASK_MS = 300_000;
/** Long enough that something happens while a task runs. */
const SHORT_TASK_MS = 1_000;
const USUAL_TASK = { minMs: 20, maxMs: 40 };

/** What people do of which each step is tried, what they do when it did not come of it, and what must hold then. */
export interface Way {
  go: () => Promise<unknown>;
  again?: () => Promise<unknown>;
  faults?: () => string[] | Promise<string[]>;
}

export interface WayOptions {
  /** So many tasks at most, all that were asked for. */
  pays: number;
  /** The cards are not to stay, or not all of them where they were. */
  isCardLost?: boolean;
  isDirect?: boolean;
  /** Prepares what comes before. */
  of: (scene: Scene) => Way | Promise<Way>;
}

const exactly = (count: number, wanted: number, what: string): string[] =>
  count === wanted ? [] : [`${what} ${count} times instead of ${wanted}`];

const answeredIn = (pressed: InteractionResult | undefined): string => pressed?.message?.id ?? '';

/** A picture of a card, large. */
const picked = async (scene: Scene, card: string): Promise<string> =>
  answeredIn(await scene.press(card, 'pick', scene.other));

/** Waits for so many requests on cards. */
const untilJobs = (scene: Scene, count: number) => scene.until(() => jobsOn(scene).size >= count);

const published = (scene: Scene) =>
  scene
    .messages()
    .filter((one) => one.ephemeralTo === null && one.channel_id === scene.channelId && picturesOf(one) > 0);

/** What everybody sees, everybody can use. */
const unusable = async (scene: Scene): Promise<string[]> => {
  const answers = published(scene).map(async ({ id }) => {
    const shown = await scene.press(id, 'pick', scene.other);
    if (picturesOf(shown?.message) === 1) return [];
    return [`the card is public, and its buttons tell others: ${allTextOf(shown?.message)}`];
  });
  return (await Promise.all(answers)).flat();
};

const several = (isPrivate: boolean): WayOptions => ({
  pays: 4,
  of: async (scene) => {
    const prompt = `{a, b, c, d} ${scene.prompt}`;
    const question = await scene.ask({ prompt, ...(isPrivate && { private: true }) });
    const make = async () => {
      await scene.press(question, 'make-several');
    };
    return { go: () => make().then(() => untilJobs(scene, 4)), again: make };
  },
});

const deleteCard = async (scene: Scene, card: string): Promise<string> => {
  const question = answeredIn(await scene.press(card, 'delete'));
  await scene.press(question, 'delete-card');
  return question;
};

/** A task that ends when the way has it end. No other request gets one. */
const askForLong = async (
  scene: Scene,
  { channelId, lastsMs = TASK_MS, ...options }: { channelId?: string; lastsMs?: number; private?: true } = {},
) => {
  const { service } = scene.world;
  service.setDurations('artgen', { minMs: lastsMs, maxMs: lastsMs });
  try {
    const card = await scene.ask(options, channelId === undefined ? {} : { in: channelId });
    await scene.until(() => scene.ownTasks().length > 0);
    return card;
  } finally {
    service.setDurations('artgen', USUAL_TASK);
  }
};
const endTask = ({ world }: Scene): void => world.clock.advance(TASK_MS);

/** The ways that a request can go. */
export const WAYS: Record<string, WayOptions> = {
  imagine: { pays: 1, of: (scene) => ({ go: () => scene.ask() }) },
  private: { pays: 1, of: (scene) => ({ go: () => scene.ask({ private: true }) }) },
  direct: { pays: 1, isDirect: true, of: (scene) => ({ go: () => scene.ask({}, { in: scene.direct }) }) },
  gen: {
    pays: 1,
    of: (scene) => {
      const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
      const reference = { filename: 'a.png', contentType: 'image/png', bytes };
      return { go: () => scene.ask({ reference }, { command: 'gen' }) };
    },
  },
  failing: {
    pays: 1,
    // The stand-in's service makes none of it.
    of: (scene) => ({ go: () => scene.ask({ prompt: `forbidden ${scene.prompt}` }) }),
  },
  'stopped in the line': {
    pays: 1,
    of: async (scene) => {
      await scene.limit({ personAtOnce: '1' });
      await askForLong(scene);
      let card = '';
      const stop = () => scene.press(card, 'stop');
      return {
        go: async () => {
          card = await scene.ask();
          await stop();
        },
        again: async () => {
          await stop();
          endTask(scene);
        },
      };
    },
  },
  'again by button': {
    pays: 2,
    of: async (scene) => {
      const card = await scene.paint();
      return { go: () => scene.press(card, 'again', scene.other) };
    },
  },
  'again by reaction': {
    pays: 2,
    of: async (scene) => {
      const card = await scene.paint();
      return {
        go: () => {
          scene.react(card, '🔄', scene.other);
          return untilJobs(scene, 2);
        },
      };
    },
  },
  'changed prompt': {
    pays: 2,
    of: async (scene) => {
      const card = await scene.paint();
      return {
        go: async () => {
          const form = await scene.press(card, 'edit-prompt', scene.other);
          await scene.fill(form, { prompt: `two ${scene.prompt}` }, scene.other);
        },
      };
    },
  },
  variation: {
    pays: 2,
    of: async (scene) => {
      const picture = await picked(scene, await scene.paint());
      return { go: () => scene.press(picture, 'vary', scene.other).then(() => untilJobs(scene, 2)) };
    },
  },
  several: several(false),
  'several privately': several(true),
  'refused at first': {
    pays: 2,
    of: async (scene) => {
      await scene.limit({ personDaily: '1' });
      await scene.paint();
      const refusal = await scene.ask();
      await scene.limit({ personDaily: '50' });
      return {
        go: async () => {
          if (scene.idsOf(refusal, 'try-refused') !== undefined) return scene.press(refusal, 'try-refused');
          return scene.fill(await scene.press(refusal, 'edit-refused'), { prompt: scene.prompt });
        },
        again: () => scene.press(refusal, 'try-refused'),
      };
    },
  },
  'asked about': {
    pays: 1,
    of: async (scene) => {
      const question = await scene.ask({ prompt: `${scene.prompt} --arr 3:2` });
      const send = () => scene.press(question, 'send-as-written');
      return { go: () => send().then(() => untilJobs(scene, 1)), again: send };
    },
  },
  combined: {
    pays: 2,
    of: async (scene) => {
      const card = await scene.paint();
      const { discord } = scene.world;
      const { message } = await discord.as(scene.member).menu(scene.channelId, 'Use in Easel', card);
      const panel = message?.id ?? '';
      await scene.press(panel, 'tray-add');
      await scene.calm();
      const form = await scene.press(panel, 'tray-combine');
      const send = () => scene.fill(form, { prompt: `draw ${scene.prompt}` });
      return { go: () => send().then(() => untilJobs(scene, 2)), again: send };
    },
  },
  'one form twice': {
    pays: 2,
    of: async (scene) => {
      const card = await scene.paint();
      const form = await scene.press(card, 'edit-prompt', scene.other);
      const send = () => scene.fill(form, { prompt: `two ${scene.prompt}` }, scene.other);
      return { go: () => Promise.all([send(), send()]), again: send };
    },
  },
  'late pictures': {
    pays: 1,
    of: (scene) => ({
      go: async () => {
        const late = scene.world.service.faults.order({
          kind: 'picture-missing',
          times: 4,
        });
        await scene.ask();
        await scene.calm();
        late.remove();
      },
    }),
  },
  'a key set meanwhile': {
    pays: 2,
    of: async (scene) => {
      await scene.limit({ personAtOnce: '1' });
      await askForLong(scene);
      const key = `key-of-a-server-${scene.tag}`;
      scene.world.service.openAccount({ name: scene.tag, key, quota: 10 });
      const set = async () => {
        const form = await scene.slash('key set', {}, { by: scene.admin });
        await scene.fill(form, { key }, scene.admin);
      };
      return {
        go: async () => {
          await scene.ask();
          await set();
          endTask(scene);
        },
        again: async () => {
          await set();
          endTask(scene);
        },
      };
    },
  },
  'barred by the operator': {
    pays: 1,
    of: async (scene) => {
      const { id: operator, directChannelId } = scene.world.discord.world.admin;
      const panel = idOf(await scene.slash('help', {}, { by: operator, in: directChannelId }));
      await scene.press(panel, 'operator', operator);
      await scene.fill(await scene.press(panel, 'operator-find', operator), { text: scene.tag }, operator);
      await scene.choose(panel, customId('operator-server'), [scene.guildId], operator);
      let refusal = '';
      const barAndAsk = async () => {
        await scene.press(panel, 'operator-bar', operator);
        // Where Discord didn't say who the operator is, it is still to be pressed.
        if (scene.idsOf(panel, 'operator-bar') === undefined) refusal = await scene.ask();
      };
      return {
        go: async () => {
          await askForLong(scene, { lastsMs: SHORT_TASK_MS });
          await barAndAsk();
        },
        again: barAndAsk,
        faults: () => {
          const answer = allTextOf(scene.message(refusal));
          return answer.includes(errorText('barred', { what: 'server' })) ? [] : [`not refused: ${answer}`];
        },
      };
    },
  },
  'another application between': {
    pays: 1,
    of: (scene) => {
      let said = '';
      let wrote = 0;
      return {
        go: async () => {
          try {
            await askForLong(scene);
          } finally {
            await scene.program().end('SIGTERM');
            const other = await startDiscord({ rateLimits: 'off' });
            const another = { DISCORD_TOKEN: other.botToken, DISCORD_API_URL: other.apiUrl };
            said = await scene.program().refusalOf(another);
            wrote = other.requests.filter(({ method }) => method !== 'GET').length;
            await other.stop();
          }
        },
        again: async () => {
          endTask(scene);
          await scene.calm();
        },
        faults: () => [
          ...(said.includes(`belongs to the application ${scene.world.discord.applicationId}`)
            ? []
            : [`the other application is not refused: ${said}`]),
          ...exactly(wrote, 0, 'the other application wrote'),
        ],
      };
    },
  },
  'checked again': {
    pays: 1,
    of: async (scene) => {
      const card = await askForLong(scene);
      const isTimedOut = () => {
        const message = scene.message(card);
        return message && stateOf(message) === 'timed-out';
      };
      await scene.forwardDeadlines(isTimedOut);
      endTask(scene);
      const check = async () => {
        if (isTimedOut() === true) await scene.press(card, 'check-again', scene.other);
        await scene.until(() => scene.hasPictures(card));
      };
      return { go: check, again: check };
    },
  },
  'shown on a click': {
    pays: 1,
    of: async (scene) => {
      const card = await askForLong(scene, { private: true });
      scene.world.discord.expireAllTokens();
      endTask(scene);
      await scene.calm(1);
      const show = async () => {
        await scene.press(card, 'refresh');
        await scene.until(() => scene.hasPictures(card));
      };
      return { go: show, again: show };
    },
  },
  'sent directly': {
    pays: 1,
    of: (scene) => {
      const copies = () =>
        scene.messages().filter((one) => one.channel_id === scene.direct && picturesOf(one) > 0);
      return {
        go: async () => {
          const card = await askForLong(scene);
          const sendDirectly = () =>
            customIdsOf(scene.message(card)).filter((id) => id.startsWith('notify:'))[1];
          const button = await scene.until(sendDirectly);
          if (button !== undefined) await scene.world.discord.as(scene.member).click(card, button);
          endTask(scene);
          await scene.until(() => copies().length > 0);
        },
        again: () => {
          endTask(scene);
          return scene.calm();
        },
        faults: () => (copies().length > 1 ? exactly(copies().length, 1, 'sent directly') : []),
      };
    },
  },
  'in an archived thread': {
    pays: 1,
    of: async (scene) => {
      const thread = scene.world.discord.addThread(scene.channelId, 'thread').id;
      scene.channels.push(thread);
      await askForLong(scene, { channelId: thread });
      scene.world.discord.expireAllTokens();
      scene.world.discord.archiveThread(thread);
      const ended = () =>
        scene.world.discord
          .messagesIn(thread)
          .filter((one) => ['pictures', 'unknown'].includes(stateOf(one)));
      return {
        go: () => {
          endTask(scene);
          return scene.until(() => ended().length > 0);
        },
        faults: () => exactly(ended().length, 1, 'shown in the thread'),
      };
    },
  },
  posted: {
    pays: 1,
    of: async (scene) => {
      const card = await scene.paint();
      const picture = await picked(scene, card);
      const posts = () => published(scene).filter(({ id }) => id !== card);
      const post = () => scene.press(picture, 'post', scene.other);
      return {
        go: post,
        again: async () => {
          if (posts().length === 0) await post();
        },
        faults: () => exactly(posts().length, 1, 'posted'),
      };
    },
  },
  'posted while deleted': {
    ...{ pays: 1, isCardLost: true },
    of: async (scene) => {
      const card = await scene.paint();
      const picture = await picked(scene, card);
      const question = answeredIn(await scene.press(card, 'delete'));
      const remove = () => scene.press(question, 'delete-card');
      return {
        go: () => Promise.all([scene.press(picture, 'post', scene.other), remove()]),
        again: async () => {
          if (scene.message(card)) await deleteCard(scene, card);
        },
        faults: () => exactly(published(scene).length, 0, 'still public'),
      };
    },
  },
  published: {
    pays: 1,
    of: async (scene) => {
      const card = await scene.paint({ private: true });
      return { go: () => scene.press(card, 'publish'), faults: () => unusable(scene) };
    },
  },
  'published twice': {
    pays: 1,
    of: async (scene) => {
      const card = await scene.paint({ private: true });
      const press = () => scene.press(card, 'publish');
      return {
        ...{ go: press, again: press },
        faults: async () => [...exactly(published(scene).length, 1, 'published'), ...(await unusable(scene))],
      };
    },
  },
  'in the gallery': {
    pays: 1,
    of: async (scene) => {
      const panel = idOf(await scene.slash('settings', {}, { by: scene.admin }));
      await scene.world.discord.as(scene.admin).click(panel, customId('settings-page', 'channels'));
      await scene.choose(panel, customId('settings', 'gallery'), [scene.galleryId], scene.admin);
      await scene.choose(panel, customId('settings', 'stars'), ['2'], scene.admin);
      const card = await scene.paint();
      const posts = () => scene.world.discord.messagesIn(scene.galleryId);
      const star = async (...people: string[]) => {
        for (const by of people) scene.react(card, '⭐', by);
        await scene.until(() => posts().length > 0);
      };
      return {
        go: () => star(scene.other, scene.admin),
        again: () => star(scene.fourth),
        faults: () => exactly(posts().length, 1, 'in the gallery'),
      };
    },
  },
  deleted: {
    ...{ pays: 1, isCardLost: true },
    of: async (scene) => {
      const card = await scene.paint();
      let question = '';
      return {
        go: async () => {
          question = await deleteCard(scene, card);
        },
        again: async () => {
          if (scene.message(card)) await deleteCard(scene, card);
          else await scene.press(question, 'delete-card');
        },
        faults: async () => [
          ...(scene.message(card) ? ['the card is still there'] : []),
          ...(/deleted/i.test(await scene.read('history'))
            ? []
            : ['the history does not say that it is deleted']),
        ],
      };
    },
  },
  erased: {
    ...{ pays: 1, isCardLost: true },
    of: async (scene) => {
      await scene.paint();
      const panel = idOf(await scene.slash('privacy'));
      const question = answeredIn(await scene.press(panel, 'ask-to-erase'));
      const erase = () => scene.press(question, 'erase-data');
      return {
        ...{ go: erase, again: erase },
        faults: async () =>
          (await scene.read('history')).includes(scene.tag) ? ['the history still has it'] : [],
      };
    },
  },
};
