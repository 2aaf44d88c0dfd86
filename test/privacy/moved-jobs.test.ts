import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStores } from '../../src/app/stores.ts';
import { OpenJobs } from '../../src/services/jobs/open-jobs.ts';
import { PersonalJobs } from '../../src/services/jobs/personal-jobs.ts';
import type { EndedJob } from '../../src/services/jobs/job.ts';
import { openStorage } from '../../src/services/storage/index.ts';

const RETENTION_MS = 2_000;
const WAIT_MS = 1_300;

const JOB: EndedJob = {
  id: '01',
  submission: { family: 'artgen', body: { prompt: 'a secret request' } },
  account: { id: 'fingerprint', keyRef: 'shared' },
  personId: '1',
  target: {
    applicationId: '1',
    guildId: '2',
    channelId: '3',
    messageId: '4',
    ephemeral: true,
    channelRoute: true,
    attachmentLimitBytes: 1,
  },
  notes: [],
  acceptedAt: 0,
  submittedAt: 1,
  endedAt: 2,
  delivery: 'due',
  state: 'failed',
  failure: { kind: 'unreachable' },
};

test('a job whose card was published later is found for as long as it is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-moved-'));
  const storage = await openStorage(`sqlite://${join(folder, 'easel.sqlite')}`, {
    onConnectionError: () => undefined,
  });
  onTestFinished(async () => {
    await storage.close();
    await rm(folder, { recursive: true });
  });
  const stores = openStores(storage);
  const open = new OpenJobs(stores, RETENTION_MS);
  const personal = new PersonalJobs({
    open,
    stores,
    retentionMs: RETENTION_MS,
    remote: { sendToOthers: () => Promise.resolve() },
    delivered: () => Promise.resolve(),
    clock: { now: Date.now },
  });
  await open.add(JOB);
  await open.close(JOB.id);
  await sleep(WAIT_MS);
  await open.move(JOB.id, { ...JOB.target, messageId: '5', ephemeral: false });
  await sleep(WAIT_MS);
  expect(await stores.jobs.get(JOB.id)).toBeDefined();
  expect(await personal.of(JOB.personId)).toHaveLength(1);
  await personal.erase(JOB.personId);
  expect(await stores.jobs.get(JOB.id)).toBeUndefined();
});
