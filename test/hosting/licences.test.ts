import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Those that ask for no more than to be named. */
const FREE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];
/** Only in development, never distributed: these ask that changes to them are published. */
// One package spells the name of Apache-2.0 out.
const DEVELOPMENT = ['Apache License', 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0'];

/**
 * A shared library of its own that everybody can replace, as its licence asks: sharp calls libvips, and its files are distributed
 * as they are, with their licence beside them.
 */
const REPLACEABLE = { licence: 'LGPL-3.0-or-later', packages: 'node_modules/@img/sharp-' };

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

/** Whether an SPDX expression leaves a choice that is allowed; one in which several hold must have all of them allowed. */
const isAllowed = (licence: string, allowed: readonly string[]): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.includes(part)));

/** The licence of a package whose entry in the lock file lacks one, as its own file says. */
const licenceIn = (path: string): string => {
  const manifest = z
    .object({ license: z.string().optional() })
    .safeParse(JSON.parse(readFileSync(`${path}/package.json`, 'utf8')));
  return manifest.data?.license ?? 'none';
};

test('every dependency may be used, and those that run in production only ask to be named', () => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const refused = Object.entries(packages).flatMap(([path, { license, dev, devOptional }]) => {
    if (path === '') return [];
    const licence = license ?? licenceIn(path);
    const allowed = [
      ...FREE,
      ...(dev === true || devOptional === true ? DEVELOPMENT : []),
      ...(path.startsWith(REPLACEABLE.packages) ? [REPLACEABLE.licence] : []),
    ];
    return isAllowed(licence, allowed) ? [] : [`${path}: ${licence}`];
  });
  expect(refused).toEqual([]);
});
