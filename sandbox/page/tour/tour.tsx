import { useState } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { client, useSnapshot } from '../client/client.ts';
import { Store, useStore } from '../client/store.ts';
import { sandbox } from '../knobs/sandbox-side.ts';
import { IconButton, Press } from '../look/icons.tsx';

const imagine = (channel: ChannelView, prompt: string): Promise<void> =>
  client.slash({ channelId: channel.id, name: 'imagine', options: { prompt } }, []);

const LAST_PROMPT = 'a phoenix in the morning light';

const become = async (role: string): Promise<void> => {
  const people = Object.entries(sandbox.store.state.knobs?.people ?? {});
  const [id] = people.find(([, theirs]) => theirs === role) ?? [];
  if (id !== undefined) await client.become(id);
};

const starLastPicture = async ({ id }: ChannelView): Promise<void> => {
  const messages = client.store.state.snapshot?.messages[id] ?? [];
  const last = messages.findLast(({ embeds }) => embeds.some(({ image }) => image));
  if (last) await client.act('react', { messageId: last.id, emoji: '⭐' });
};

interface Action {
  label: string;
  act: (channel: ChannelView) => Promise<void>;
}

interface Step {
  title: string;
  about: string;
  actions: readonly Action[];
}

const STEPS: readonly Step[] = [
  {
    title: 'Make one',
    about: 'Make a request and watch its card. The pictures take about 15 seconds.',
    actions: [{ label: 'Make a picture', act: (channel) => imagine(channel, 'a lighthouse at dusk, waves') }],
  },
  {
    title: 'Fail one',
    about: 'The service takes the next request and then declines it. The card says why and what you can do.',
    actions: [
      {
        label: 'Make one fail',
        act: async (channel) => {
          await sandbox.turn('press', { name: 'fail-next-task' });
          await imagine(channel, 'something the service declines');
        },
      },
    ],
  },
  {
    title: 'Save a style',
    about: 'Add a style with {prompt} where the prompt goes, then choose it in the list and press Try it.',
    actions: [
      {
        label: 'Open the styles',
        act: (channel) => client.slash({ channelId: channel.id, name: 'styles' }, []),
      },
    ],
  },
  {
    title: 'Be the admin',
    about:
      'Ada manages both servers, so only she can use /settings and /key there. You can switch back at any time.',
    actions: [
      { label: 'Be Ada', act: () => become('Admin') },
      {
        label: 'Open the settings',
        act: (channel) => client.slash({ channelId: channel.id, name: 'settings' }, []),
      },
      { label: 'Be Mona again', act: () => become('Member') },
    ],
  },
  {
    title: 'Fill the gallery',
    about:
      'In /settings, Ada chooses the other channel as the gallery, and 1 as its ⭐. Her ⭐ under a picture of Mona posts that there.',
    actions: [
      { label: 'Be Ada', act: () => become('Admin') },
      {
        label: 'Open the settings',
        act: (channel) => client.slash({ channelId: channel.id, name: 'settings' }, []),
      },
      { label: 'Star the last picture', act: starLastPicture },
      { label: 'Be Mona again', act: () => become('Member') },
    ],
  },
  {
    title: 'Kill the bot',
    about:
      'Crash the bot while it works, then start it again. The pictures still come, and are paid for once.',
    actions: [
      { label: 'Make a picture', act: (channel) => imagine(channel, LAST_PROMPT) },
      {
        label: 'Kill the bot',
        act: ({ id }) => sandbox.turn('kill-at-work', { channelId: id, prompt: LAST_PROMPT }),
      },
      { label: 'Start the bot', act: () => sandbox.turn('press', { name: 'bot-start' }) },
    ],
  },
];

/** How far the tour is: the number of its step, from 0; null: not on the tour. */
const tour = new Store<{ step: number | null }>({ step: null });

/** The step's buttons, one after the other, and the way to the next step. */
const Actions = ({ step, channel, onNext }: { step: Step; channel: ChannelView; onNext: () => void }) => {
  const [done, setDone] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const isLast = step === STEPS.at(-1);
  return (
    <div class="action-row">
      {step.actions.map(({ label, act }, index) => (
        <Press
          key={label}
          class={`button ${index === done ? 'primary' : 'secondary'}`}
          disabled={isBusy}
          onClick={() => {
            setDone(index + 1);
            setBusy(true);
            void act(channel).finally(() => setBusy(false));
          }}
        >
          {label}
        </Press>
      ))}
      <Press class={`button ${done === step.actions.length ? 'primary' : 'secondary'}`} onClick={onNext}>
        {isLast ? 'Finish' : 'Next'}
      </Press>
    </div>
  );
};

/** The tour's present step, over the box. */
export const TourBar = ({ channel }: { channel: ChannelView }) => {
  const { step: at } = useStore(tour);
  const step = at === null ? undefined : STEPS[at];
  if (at === null || !step) return null;
  return (
    <section class="tour" aria-label="Tour">
      <div class="tour-head">
        <b>{step.title}</b>
        <small>
          Step {at + 1} of {STEPS.length}
        </small>
        <IconButton icon="close" size={18} label="End the tour" onPress={() => tour.set({ step: null })} />
      </div>
      <p>{step.about}</p>
      <Actions
        key={step.title}
        step={step}
        channel={channel}
        onNext={() => tour.set({ step: at + 1 < STEPS.length ? at + 1 : null })}
      />
    </section>
  );
};

const EXAMPLES = [
  { name: 'imagine', prompt: 'a lighthouse at dusk, waves, warm light --ar 16:9' },
  { name: 'imagine', prompt: 'a castle in the clouds, watercolour' },
  { name: 'gen', prompt: 'draw a fox in the snow' },
];

/** What a newcomer has to know, with something to begin with. */
export const Welcome = ({ channel }: { channel: ChannelView }) => {
  const commands = useSnapshot().commands[channel.id] ?? [];
  const examples = EXAMPLES.filter(({ name }) => commands.some((command) => command.name === name));
  return (
    <section class="welcome" aria-label="About this sandbox">
      <p>
        <b>This is a simulation.</b> The bot is real. Discord and the image service are stand-ins on this
        computer, so you need no account and nothing is spent. Try one of these:
      </p>
      <ul>
        {examples.map(({ name, prompt }) => (
          <li key={prompt}>
            <Press
              class="example"
              onClick={() => void client.slash({ channelId: channel.id, name, options: { prompt } }, [])}
            >
              <span class="command-name">/{name}</span> {prompt}
            </Press>
          </li>
        ))}
      </ul>
      <div class="action-row">
        <Press class="button primary" onClick={() => tour.set({ step: 0 })}>
          Take the tour
        </Press>
        <span>
          Six steps: make one, fail one, save a style, be the admin, fill the gallery, kill the bot.
        </span>
      </div>
    </section>
  );
};
