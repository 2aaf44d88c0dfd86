import type { Submission } from '../../services/image-api/wire.ts';
import type { Job, Note, Origin } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/command.ts';
import { linkTo } from '../framework/reply-targets.ts';
import type { Reply } from '../framework/reply.ts';
import { mayUseCommands } from '../framework/rights.ts';
import { submit } from '../requests/submit.ts';
import { withoutPersonalParts } from './hand-on.ts';
import { refreshReferences } from './refresh-references.ts';

/** A request that is made out of an earlier job. */
export interface NewJobRequest {
  submission: Submission;
  notes: Note[];
  kind: Origin['kind'];
}

/**
 * Starts a job out of an earlier one, for whoever acts: as private, and as hidden, as that was, but without what somebody
 * else gave for themselves.
 *
 * @throws UserError missing-right, references-not-yours, references-gone, and what {@link submit} throws.
 */
export const startFrom = async (
  earlier: Job,
  { submission, notes, kind }: NewJobRequest,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, messenger } = context;
  mayUseCommands(invocation);
  const own = withoutPersonalParts(submission, earlier, invocation.personId);
  const link = linkTo(earlier.target);
  const request = {
    submission: await refreshReferences(own, messenger),
    notes,
    isPrivate: earlier.target.ephemeral,
    spoiler: earlier.spoiler === true,
    origin: { kind, jobId: earlier.id, ...(link !== undefined && { link }) },
  };
  return submit(request, context);
};
