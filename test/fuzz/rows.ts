import { KeyvSqlite } from '@keyv/sqlite';
import type { World } from '../../sandbox/discord/index.ts';
import type { Draw } from './draw.ts';
import { TEXTS, VALUES } from './nasty.ts';

/** Every namespace that holds something between two starts. */
const NAMESPACES = [
  'open', 'jobs', 'messages', 'tasks', 'estimates', 'drafts', 'asked', 'erased', 'keys', 'quota', 'guilds', 'blocklists',
  'limits', 'usage', 'people', 'history',
] as const; // prettier-ignore

/** A row as no Easel has ever written it. */
export interface Row {
  namespace: string;
  /** Whose it would be, or nobody's. */
  owner: 'server' | 'person' | 'nobody';
  text: string;
}

/** Rows of other shapes, unknown states, no JSON at all, and huge texts. */
export const drawRows = (draw: Draw): Row[] =>
  Array.from({ length: 1 + draw.whole(6) }, (_, index) => {
    const value = draw.pick([
      { id: `odd-${index}`, state: draw.pick(['painted', 'running', 'waiting', null]) },
      { value: draw.pick(VALUES) },
      ...VALUES,
    ] as [unknown, ...unknown[]]);
    const json = JSON.stringify({ value });
    const text = draw.pick([
      json,
      json.slice(0, -1),
      'no JSON',
      '',
      `{"value":"${'x'.repeat(2 ** 20)}"}`,
      draw.pick(TEXTS),
    ]);
    return {
      namespace: draw.pick(NAMESPACES),
      owner: draw.pick(['server', 'person', 'nobody']),
      text: text.replace(/[\p{Cs}\0]/gu, ''),
    };
  });

/** Writes rows into a database that an Easel has made and left. */
export const writeRows = async (
  file: string,
  rows: readonly Row[],
  { atelier, member }: World,
): Promise<void> => {
  const keys: Record<Row['owner'], string> = { server: atelier.guild.id, person: member.id, nobody: 'odd' };
  const keyv = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'other', busyTimeout: 5_000 });
  for (const { namespace, owner, text } of rows) {
    const key = `${namespace}:${keys[owner]}`;
    await keyv.query('INSERT OR REPLACE INTO easel (key, value) VALUES (?, ?)', key, text);
  }
  await keyv.close();
};
