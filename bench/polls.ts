import { table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const TASKS = 200;
const PATIENCE_MS = 120_000;

/** How often the service is asked until all of many tasks are done. Intervals and batches as they are by default. */
export const benchPolls = async (): Promise<string> => {
  const durations = { minMs: 8_000, maxMs: 16_000 };
  const { discord, service, startEasel, stop } = await startTestEnvironment(
    { durations: { artgen: durations, gen: durations } },
    { ACCOUNT_REQUESTS_PER_SECOND: '50', RESULT_IMAGES: 'link' },
  );
  const easel = await startEasel();
  const { atelier, member } = discord.world;
  const asked = Array.from({ length: TASKS }, () =>
    discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: 'a lighthouse' }),
  );
  const ids = (await Promise.all(asked)).map(({ message }) => message?.id ?? '');
  const hasPictures = (id: string) => discord.message(id)?.embeds.some(({ image }) => image) ?? false;
  await discord.until(() => ids.every(hasPictures), { what: 'all pictures', timeoutMs: PATIENCE_MS });
  const polls = service.calls.filter(({ operation }) => operation === 'artgen.job-status');
  const late = service.tasks.map(({ endsAt, taskId }) => {
    const seen = polls.find(({ at, taskIds }) => at >= endsAt && taskIds?.includes(taskId) === true);
    return (seen?.at ?? endsAt) - endsAt;
  });
  await easel.stop();
  await stop();
  const average = late.reduce((sum, value) => sum + value, 0) / late.length;
  return table(
    [`${TASKS} tasks of 8 to 16 s at once, one account`, ''],
    [
      ['calls that asked how far they are', String(polls.length)],
      ['calls a task', (polls.length / TASKS).toFixed(2)],
      ['from the end of a task until it is noticed, on average', `${(average / 1000).toFixed(1)} s`],
    ],
  );
};
