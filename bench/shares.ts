import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { table } from './statistics.ts';

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type CallFrame = z.infer<typeof profileSchema>['nodes'][number]['callFrame'];

/** The first that fits names the row. */
const ROWS: readonly (readonly [name: string, where: RegExp])[] = [
  ['HTTP (undici), for Discord, the service and the pictures', /\/node_modules\/undici\//],
  ["SQLite's binding", /\/node_modules\/(sqlite3|@keyv\/sqlite)\//],
  ['checks of what comes in and goes out (zod)', /\/node_modules\/zod\//],
  ["slots of the accounts' limiter (Bottleneck)", /\/node_modules\/bottleneck\//],
  [
    'discord.js, its REST client and its gateway',
    /\/node_modules\/(discord\.js|@discordjs|@sapphire|@vladfrangu|ws)\//,
  ],
  ['other packages', /\/node_modules\//],
  ['storage: order, rows, group commits', /\/services\/storage\//],
  ['fetching pictures, their room in memory', /\/services\/(network|discord\/delivery\/picture)/],
  ['cards, deliveries, answers', /\/(services\/discord|messages|commands)\//],
  ['jobs and what counts them', /\/services\//],
  ["everything else of the program's own", /^file:\/\//],
];

/** The source of each bundled file, by the file's address; undefined for a file that is its own source. */
type SourceMaps = Map<string, SourceMap | undefined>;

const readSourceMap = async (url: string): Promise<SourceMap | undefined> => {
  if (!url.startsWith('file:')) return undefined;
  const text = await readFile(`${fileURLToPath(url)}.map`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload);
};

const readSourceMaps = async (urls: readonly string[]): Promise<SourceMaps> =>
  new Map(await Promise.all([...new Set(urls)].map(async (url) => [url, await readSourceMap(url)] as const)));

const sourceOf = ({ url, lineNumber, columnNumber }: CallFrame, maps: SourceMaps): string => {
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? `file://${entry.originalSource}` : url;
};

const rowOf = (frame: CallFrame, maps: SourceMaps): string | undefined => {
  const { functionName } = frame;
  if (functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'outside of JavaScript';
  const source = sourceOf(frame, maps);
  return ROWS.find(([, where]) => where.test(source))?.[0] ?? 'Node itself: sockets, timers, loading modules';
};

/** How many microseconds of a profile went where. */
const timesOf = async (file: string): Promise<Map<string, number>> => {
  const { nodes, samples, timeDeltas } = profileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const maps = await readSourceMaps(nodes.map(({ callFrame }) => callFrame.url));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const row = frame && rowOf(frame, maps);
    if (row !== undefined) times.set(row, (times.get(row) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return times;
};

/** Where the processor time of each process went whose profile is in a folder, in the order in which they ran. */
export const shares = async (folder: string): Promise<string> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort();
  const times = await Promise.all(files.map((name) => timesOf(join(folder, name))));
  const sums = times.map((one) => [...one.values()].reduce((sum, time) => sum + time, 0));
  const names = [...new Set(times.flatMap((one) => [...one.keys()]))];
  const [first] = times;
  names.sort((a, b) => (first?.get(b) ?? 0) - (first?.get(a) ?? 0));
  const rows = names.map((name) => [
    name,
    ...times.map((one, index) => `${((100 * (one.get(name) ?? 0)) / (sums[index] ?? NaN)).toFixed(0)} %`),
  ]);
  return table(['where', ...files.map((_, index) => `process ${index + 1}`)], rows);
};
