import { z } from 'zod';
import { tool } from '../storage/sqlite-tool.ts';
import type { World } from './world.ts';

/** The text of a row that can't be read. */
export const BROKEN = '{"value":{"prompt":"half of a r';

/** Writes rows while Easel does not run. */
export const withRows = async (
  { folder }: Pick<World, 'folder'>,
  rows: Record<string, string>,
): Promise<void> => {
  const { query } = await tool(`${folder}/easel.sqlite`);
  for (const [key, text] of Object.entries(rows))
    await query(
      'INSERT INTO easel VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      text,
    );
};

/** The texts of the rows whose keys match, while Easel does not run. */
export const rowsLike = async ({ folder }: Pick<World, 'folder'>, pattern: string): Promise<unknown[]> => {
  const { query } = await tool(`${folder}/easel.sqlite`);
  const rows: unknown = await query('SELECT value FROM easel WHERE key GLOB ?', pattern);
  return z.array(z.unknown()).parse(rows);
};
