import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardButtons } from '../../src/cards/card-buttons.ts';
import { changeButtons, deleteButton } from '../../src/cards/picture-buttons.ts';
import { phoneRows } from '../../src/messages/components.ts';
import { wordsIn } from '../../src/messages/language.ts';
import { LOCALES } from '../../src/messages/words/locales.ts';
import type { Job, PicturedJob } from '../../src/services/jobs/job.ts';
import { ACCEPTED } from '../world/job.ts';
import { awaitPictures, command, messageWith, usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();

const ENDED = { endedAt: 2, submittedAt: 1, taskId: 'task', delivery: 'done' } as const;
const { target } = ACCEPTED;
const GEN = { family: 'gen', body: { prompt: 'a lighthouse' } } as const;
const IN_4K = { family: 'gen', body: { prompt: 'a lighthouse', size: '4K' } } as const;

const pictured = (count: number): Omit<PicturedJob, 'target'> => {
  const pictureUrls = Array.from({ length: count }, (_, index) => `https://a.example/${index}.png`);
  return { ...ACCEPTED, ...ENDED, state: 'succeeded', result: { pictureUrls } };
};

/** In every state that shows other buttons. */
const JOBS: Readonly<Record<string, Job>> = {
  waiting: { ...ACCEPTED, state: 'waiting' },
  'waiting, both on': { ...ACCEPTED, state: 'waiting', notify: { mention: true, direct: true, since: 0 } },
  submitting: { ...ACCEPTED, state: 'submitting', submittedAt: 1 },
  running: { ...ACCEPTED, state: 'running', submittedAt: 1, taskId: 'task', deadlineAt: 2 },
  'one picture': { ...pictured(1), submission: GEN, target },
  'one in 4K': { ...pictured(1), submission: IN_4K, target },
  'four pictures': { ...pictured(4), target },
  'six pictures': { ...pictured(6), target },
  failed: { ...ACCEPTED, ...ENDED, state: 'failed', failure: { kind: 'task-failed', reason: 'timed out' } },
  'timed out': { ...ACCEPTED, ...ENDED, state: 'timed-out' },
  unconfirmed: { ...ACCEPTED, ...ENDED, state: 'unknown' },
  stopped: { ...ACCEPTED, ...ENDED, state: 'stopped' },
};

const PLACES: Readonly<Record<string, Partial<Job['target']>>> = {
  public: { guildId: '4' },
  private: { guildId: '4', ephemeral: true, channelRoute: false },
  direct: {},
  'public by token': { guildId: '4', channelRoute: false },
  'out of reach': { guildId: '4', channelRoute: false, awaitsClick: true },
};

/** What a button shows: its words, or its emoji. */
const shownOn = (one: object): string => {
  if ('label' in one) return String(one.label);
  return 'emoji' in one ? '🗑️' : '';
};

const labelsOf = (rows: ReturnType<typeof cardButtons>): string[][] =>
  rows.map(({ components }) => components.map(shownOn));

/** Each kind of card, and what is posted of it, by what it is. */
const kindsIn = (language: string): [what: string, rows: string[][]][] => {
  const cards = Object.entries(JOBS).flatMap(([state, job]) =>
    Object.entries(PLACES).flatMap(([place, where]) =>
      (where.ephemeral === true ? [false] : [false, true]).map((offersAgain): [string, string[][]] => {
        const shown = { ...job, language, target: { ...target, ...where } };
        return [`${state}, ${place}`, labelsOf(cardButtons(shown, offersAgain))];
      }),
    ),
  );
  const one = { ...pictured(1), submission: GEN, target };
  const posted = phoneRows([...changeButtons(one, 1, wordsIn(language)), deleteButton(one)]);
  return [...cards, ['posted', labelsOf(posted)]];
};

/** Puts other buttons into the place of a card's, and counts those that stand beside each other. */
const COUNT_IN_ROWS = `(labelled) => {
  const rows = document.querySelector('.message .rows');
  const [row] = rows.querySelectorAll('.action-row');
  const button = row.querySelector('.button');
  rows.replaceChildren(...labelled.map((labels) => {
    const own = row.cloneNode(false);
    own.replaceChildren(...labels.map((label) => {
      const one = button.cloneNode(true);
      one.querySelector('.button-words').textContent = label;
      return one;
    }));
    return own;
  }));
  const counts = new Map();
  for (const { offsetTop } of rows.querySelectorAll('.button')) counts.set(offsetTop, (counts.get(offsetTop) ?? 0) + 1);
  return [...counts.values()];
}`;

const countsOf = (page: Page, labels: string[][]): Promise<number[]> =>
  page.evaluate(`(${COUNT_IN_ROWS})(${JSON.stringify(labels)})`);

test.each(LOCALES)('on a phone no card in $name has a button alone in its row', async ({ code }) => {
  const page = await visit(world(), { context: { viewport: { width: 390, height: 800 } } });
  const prompt = `a boat in ${code}`;
  await command(page, 'gen', prompt);
  const card = messageWith(page, prompt);
  await awaitPictures(card, 1);
  const alone: string[] = [];
  for (const [what, labels] of kindsIn(code)) {
    const counts = await countsOf(page, labels);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(labels.flat().length);
    if (counts.length > 1 && counts.includes(1))
      alone.push(`${what}: ${labels.join(' | ')} (${counts.join(', ')})`);
  }
  expect(alone).toEqual([]);
});
