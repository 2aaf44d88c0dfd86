import { spawnSync } from 'node:child_process';

// Known holes in what runs in production, from "high" on: below that, most are about servers and browsers that Easel is not.
const { stdout, stderr, status } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--audit-level=high', '--loglevel=warn'],
  {
    shell: process.platform === 'win32',
  },
);
const said = `${stdout.toString()}${stderr.toString()}`;

// Some mirrors of the registry have no advisories.
if (/audit.* 40[45] /.test(said)) {
  process.stdout.write('SKIPPED: npm audit, since this source of packages answers it with 404 or 405\n');
} else {
  process.stdout.write(said);
  process.exitCode = status ?? 1;
}
