import { KeyvSqlite } from '@keyv/sqlite';
import type { Draw } from './draw.ts';
import { TEXTS, VALUES } from './nasty.ts';

/** Every namespace that holds something between two starts. */
const NAMESPACES = ['open', 'jobs', 'messages', 'tasks', 'estimates', 'drafts', 'asked', 'erased', 'guilds', 'usage', 'keys', 'people', 'presets'] as const;

/** A row as no Easel has ever written it. */
export interface Row {
  key: string;
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
    const text = draw.pick([json, json.slice(0, -1), 'no JSON', '', `{"value":"${'x'.repeat(2 ** 20)}"}`, draw.pick(TEXTS)]);
    return { key: `${draw.pick(NAMESPACES)}:odd-${index}`, text: text.replace(/[\p{Cs}\0]/gu, '') };
  });

/** Writes rows into a database that an Easel has made and left. */
export const writeRows = async (file: string, rows: readonly Row[]): Promise<void> => {
  const keyv = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'other', busyTimeout: 5_000 });
  for (const { key, text } of rows)
    await keyv.query('INSERT OR REPLACE INTO easel (key, value) VALUES (?, ?)', key, text);
  await keyv.close();
};
