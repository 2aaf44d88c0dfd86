import { z } from 'zod';
import { isOwnFile, signUrl, withoutSignature } from '../../messages/files.ts';
import { ok, type Route } from '../route.ts';

const refreshSchema = z.strictObject({ attachment_urls: z.array(z.string().max(2_048)).min(1).max(50) });

/** The official documentation leaves it out: docs.discord.food/reference#attachment-urls */
export const attachmentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/attachments/refresh-urls',
    access: 'bot',
    bucket: 'other',
    // A new signature says nothing about whether the file is still there.
    handle: ({ core, read }) =>
      ok({
        refreshed_urls: read(refreshSchema).attachment_urls.map((original) => ({
          original,
          refreshed: isOwnFile(core, original) ? signUrl(core, withoutSignature(original)) : original,
        })),
      }),
  },
];
