import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { buildInto } from '../test/build-program.ts';
import { startRedis } from '../test/chaos/servers.ts';
import { startProgram } from '../test/world/easel-program.ts';
import { table } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const JOBS = 900;
/** So many people wait for a picture at the same time: more than one process can serve. */
const PEOPLE = 80;
const SERVERS = 24;
const TIMEOUT_MS = 120_000;
const DURATION = { minMs: 200, maxMs: 400 };
/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: user and system time, in hundredths of a second. */
const TICKS_PER_SECOND = 100;

const processorS = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

/** People in servers of all slots, each of whom asks again as soon as the pictures stand there. */
const measure = async (
  file: string,
  name: string,
  processes: number,
  storeUrl?: string,
): Promise<string[]> => {
  const environment = await startTestEnvironment(
    { durations: { artgen: DURATION, gen: DURATION } },
    { ACCOUNT_REQUESTS_PER_SECOND: '1000', ACCOUNT_CONCURRENCY: '100', RESULT_IMAGES: 'link' },
  );
  const { discord, folder, env, stop } = environment;
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    discord.addUser({ username: `person${index}` }),
  );
  const memberIds = people.map(({ id }) => id);
  const channels: string[] = [];
  for (let index = 0; index < SERVERS; index += 1) {
    channels.push(discord.addGuild({ name: `Server ${index}`, memberIds }).channelId);
    // A server's shard follows from the millisecond of its making.
    await delay(1 + (index % 3));
  }
  const shared = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), POLL_INTERVAL_MS: '200' };
  const running = await Promise.all(
    Array.from({ length: processes }, async (_, slot) => {
      const DATA_DIR = `${folder}/${slot}`;
      await mkdir(DATA_DIR, { recursive: true });
      const own = {
        DATA_DIR,
        SHARDS: `${slot}/${processes}`,
        ...(storeUrl !== undefined && { STORE_URL: storeUrl }),
      };
      return startProgram({ ...env, ...shared, ...own, UV_THREADPOOL_SIZE: '16' }, folder, file);
    }),
  );
  await Promise.all(running.map(({ ready }) => ready));
  const computed = () => running.reduce((sum, { pid }) => sum + processorS(pid), 0);
  const [before, since] = [computed(), performance.now()];
  let [asked, unanswered] = [0, 0];
  const askOn = async (id: string) => {
    while (asked < JOBS) {
      const channelId = channels[(asked += 1) % channels.length] ?? '';
      const { message } = await discord.as(id).slash(channelId, 'imagine', { prompt: 'a lighthouse' });
      if (!message) {
        unanswered += 1;
        continue;
      }
      const hasPictures = () => discord.message(message.id)?.embeds.some(({ image }) => image) ?? false;
      await discord.until(hasPictures, { what: 'pictures', timeoutMs: TIMEOUT_MS });
    }
  };
  await Promise.all(people.map(({ id }) => askOn(id)));
  const seconds = (performance.now() - since) / 1_000;
  const perJobMs = ((computed() - before) * 1_000) / asked;
  await Promise.all(running.map(({ end }) => end('SIGTERM')));
  await stop();
  return [name, ((asked - unanswered) / seconds).toFixed(0), `${perJobMs.toFixed(1)} ms`, String(unanswered)];
};

/** What one process manages on SQLite, and several on one Redis; the stand-ins take their part of the machine. */
export const benchProcesses = async (): Promise<string> => {
  const { file, remove } = await buildInto();
  const rows = [await measure(file, 'one on SQLite', 1)];
  for (const processes of [1, 2, 4]) {
    const redis = await startRedis();
    rows.push(await measure(file, `${processes} on Redis`, processes, redis.url));
    await redis.remove();
  }
  await remove();
  const head = ['processes', 'jobs a second', 'processor time a job, all processes together', 'not answered'];
  return table(head, rows);
};
