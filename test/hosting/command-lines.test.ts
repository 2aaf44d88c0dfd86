import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const scriptsSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** The options for Node in a command line, in their order. */
const optionsOf = (line = ''): string[] => line.match(/--[a-z\d-]+=\d+/g) ?? [];

const { scripts } = scriptsSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));

test.each([
  ['Dockerfile', /^CMD .*$/m],
  ['deploy/systemd/easel.service', /^ExecStart=.*$/m],
  ['deploy/panel/egg-easel.json', /^ *"startup": ".*$/m],
  ['docs/operating.md', /^ExecStart=.*$/m],
])('%s starts Easel with the same options for Node as npm start', (file, line) => {
  const options = optionsOf(scripts.start);
  expect(options).toHaveLength(3);
  expect(optionsOf(readFileSync(file, 'utf8').match(line)?.[0])).toEqual(options);
});
