import type { Message } from '../../../sandbox/discord/index.ts';
import { allTextOf } from '../../world/messages.ts';
import { errorText } from '../../world/words.ts';
import { stateOf, type CardState } from '../card-checks.ts';
import { jobsOn, type Scene } from './scene.ts';
import type { WayOptions } from './ways.ts';

const COUNTED: readonly CardState[] = ['pictures', 'timed-out'];
const LIMITS = /Used today: \*\*(\d+)\*\* · in progress: \*\*(\d+)\*\*/;

/** What becomes of a card that waits, when its buttons are pressed: they say that its request was lost, or nothing does. */
const isSaidToBeLost = async (scene: Scene, { id, ephemeralTo }: Message): Promise<boolean> => {
  for (const action of ['stop', 'refresh']) {
    const pressed = await scene.press(id, action, ephemeralTo ?? scene.member);
    if (allTextOf(pressed?.message).includes(errorText('job-lost'))) return true;
  }
  return false;
};

const historyOf = async (scene: Scene, by: string, isDirect: boolean): Promise<number> => {
  const place = isDirect ? { by, in: scene.direct } : { by };
  const lines = (await scene.read('history', place)).split('\n');
  return lines.filter((line) => line.startsWith('> ') && line.includes(scene.tag)).length;
};

/** What limits, and the history say, beside what the cards say. */
const miscounted = async (scene: Scene, states: CardState[][], lost: number, isDirect: boolean) => {
  const faults: string[] = [];
  const all = states.map((ofJob) => ofJob.join('+')).join(', ');
  if (!isDirect) {
    const [, used = '', open = ''] = LIMITS.exec(await scene.read('limits', { by: scene.admin })) ?? [];
    const counted = states.filter((ofJob) => ofJob.some((state) => COUNTED.includes(state))).length;
    if (Number(used) !== counted) faults.push(`the limits say ${used} used, the cards ${all}`);
    if (open !== '0') faults.push(`the limits say that ${open} are in progress`);
  }
  const people = isDirect ? [scene.member] : [scene.member, scene.other];
  const listed = await Promise.all(people.map((by) => historyOf(scene, by, isDirect)));
  const inHistory = listed.reduce((sum, count) => sum + count, 0);
  if (inHistory !== states.length - lost)
    faults.push(`the history lists ${inHistory}, the cards say ${all}, and ${lost} of them are lost`);
  const open = new RegExp(String.raw`^\*\*\d+\.\*\* \S+ · \*\*.*\n(?:[^>].*\n)?> .*${scene.tag}`, 'm');
  if (open.test(await scene.read('history'))) faults.push('the history still lists it as open');
  return faults;
};

/** Everything about the end of a way that must not be. Where nothing went wrong, all of it was paid for. */
export const faultsOf = async (
  scene: Scene,
  options: WayOptions,
  isUndisturbed: boolean,
): Promise<string[]> => {
  const { pays, isCardLost = false, isDirect = false } = options;
  const paid = scene.ownTasks().length;
  const faults = paid > pays ? [`PAID ${paid} times instead of ${pays}`] : [];
  if (isUndisturbed && paid < pays) faults.push(`paid ${paid} times instead of ${pays}`);
  if (isCardLost) return faults;
  const cards = [...jobsOn(scene).values()];
  const states = cards.map((ofJob) => ofJob.map(stateOf));
  const isOpen = (ofJob: CardState[]) => ofJob.every((state) => state === 'open');
  const shown = states.filter((ofJob) =>
    ofJob.some((state) => state !== 'open' && state !== 'stopped'),
  ).length;
  if (shown < paid) faults.push(`PAID ${paid} times, shown or said to be unconfirmed ${shown} times`);
  let lost = 0;
  for (const [index, ofJob] of states.entries()) {
    const [card] = cards[index] ?? [];
    if (!card || !isOpen(ofJob)) continue;
    if (await isSaidToBeLost(scene, card)) lost += 1;
    else faults.push(`a card waits for ever: ${allTextOf(card).slice(0, 100)}`);
  }
  return [...faults, ...(await miscounted(scene, states, lost, isDirect))];
};
