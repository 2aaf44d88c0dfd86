import { expect, test } from 'vitest';
import { ask, expectOpenJobs } from '../world/asking.ts';
import { HOUR_MS } from '../world/durations.ts';
import { expectPictures } from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld } from '../world/world.ts';

test.each(['while Easel runs', 'while it is started again'])(
  'a clock that is set back by an hour %s keeps nobody waiting for it',
  async (when) => {
    const host = await startHost((_request, response) => response.end(pictureOf()));
    const service = await startPlainService(() => [`${host.url}/1.png`]);
    const env = {
      IMAGE_API_URL: service.url,
      ALLOW_PRIVATE_ADDRESSES: 'true',
      POLL_INTERVAL_MS: '3000',
    };
    const world = await startWorld({ env });
    const id = await ask(world, 'an hour ago');
    await expect.poll(() => service.asked).toContain('/artgen/v1/submit-jobs');
    if (when === 'while Easel runs') world.clock.advance(-HOUR_MS);
    else {
      await world.stopEasel();
      world.clock.advance(-HOUR_MS);
      await world.startEasel();
    }
    await expectPictures(world.discord, id, 1, 20_000);
    await expectOpenJobs(world, 0);
  },
  60_000,
);
