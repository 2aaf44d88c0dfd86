import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { errorOf, REQUIRED } from './world/config-errors.ts';

describe('a variable whose name ends with _FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-config-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const secretFile = (text: string): string => {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };
  const { IMAGE_API_URL } = REQUIRED;

  test.each(['from.a.file', 'from.a.file\n', 'from.a.file\r\n'])('names a file with the value %j', (text) => {
    const config = readConfig({ IMAGE_API_URL, DISCORD_TOKEN_FILE: secretFile(text) });
    expect(config.discordToken).toBe('from.a.file');
  });

  test('is there for every variable', () => {
    const config = readConfig({ ...REQUIRED, POLL_INTERVAL_MS_FILE: secretFile('700\n') });
    expect(config.pollIntervalMs).toBe(700);
  });

  test('without a value counts as not set', () => {
    expect(readConfig({ ...REQUIRED, DISCORD_TOKEN_FILE: '' }).discordToken).toBe('a.bot.token');
  });

  test('beside the variable itself is refused, as is a file that is not there, all at once and without values', () => {
    const { problems } = errorOf({
      DISCORD_TOKEN: 'in.the.environment',
      DISCORD_TOKEN_FILE: secretFile('from.a.file'),
      IMAGE_API_URL_FILE: join(folder, 'nowhere'),
      LOG_LEVEL: 'loud',
    });
    expect(problems.map(({ name }) => name).sort()).toEqual([
      'DISCORD_TOKEN',
      'IMAGE_API_URL_FILE',
      'LOG_LEVEL',
    ]);
    expect(JSON.stringify(problems)).toContain('remove one of them');
    expect(JSON.stringify(problems)).toContain('ENOENT');
    expect(JSON.stringify(problems)).not.toMatch(/in\.the\.environment|from\.a\.file/);
  });

  test('with a file whose content can not be used says nothing of the content', () => {
    const { message } = errorOf({ ...REQUIRED, ENCRYPTION_KEY_FILE: secretFile('too short') });
    expect(message).toContain('ENCRYPTION_KEY must be 32 bytes');
    expect(message).not.toContain('too short');
  });

  test('that holds the secret itself where the name of its file should be does not tell it', () => {
    const secret = 'postgres://easel:the-password@db.example/easel';
    const { message } = errorOf({ ...REQUIRED, STORE_URL_FILE: secret });
    expect(message).toContain("STORE_URL_FILE names a file that can't be read (ENOENT)");
    expect(message).not.toContain('the-password');
  });
});
