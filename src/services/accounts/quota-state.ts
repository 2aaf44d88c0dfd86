import { z } from 'zod';

/** How long an account is closed after its quota was used up; doubles after each trial. */
const FIRST_REST_MS = 60_000;
const MAX_REST_MS = 3_600_000;

/** In milliseconds; absent: the next pause is a short one. */
const restMs = z.number().exactOptional();

const quotaStateSchema = z.discriminatedUnion('kind', [
  /** Nothing is submitted; from `reopensAt` on, in milliseconds since the epoch, one job may be the trial. */
  z.object({ kind: z.literal('closed'), reopensAt: z.number(), restMs }),
  /** That job is the trial: its outcome decides. */
  z.object({ kind: z.literal('trial'), jobId: z.string(), restMs }),
]);

/** The state of an account whose quota ran out. An account without a state submits as usual. */
export type QuotaState = z.infer<typeof quotaStateSchema>;

/** Parses a stored state. Throws when it is invalid. */
export const parseQuotaState = (value: unknown): QuotaState => quotaStateSchema.parse(value);

/** The service said that the quota is too low for a job. */
export const exhausted = (state: QuotaState | undefined, jobId: string, now: number): QuotaState => {
  // A job that was sent before the account was closed says nothing new.
  if (state !== undefined && !(state.kind === 'trial' && state.jobId === jobId)) return state;
  const restMs = state?.restMs === undefined ? FIRST_REST_MS : Math.min(2 * state.restMs, MAX_REST_MS);
  return { kind: 'closed', reopensAt: now + restMs, restMs };
};

/** Whether a new job would be accepted, and if not, when (if known). */
export const admissionOf = (
  state: QuotaState | undefined,
  now: number,
): { admitted: boolean; reopensAt?: number } => {
  if (state === undefined) return { admitted: true };
  if (state.kind === 'trial') return { admitted: false };
  return { admitted: now >= state.reopensAt, reopensAt: state.reopensAt };
};

const restOf = ({ restMs }: QuotaState) => ({ ...(restMs !== undefined && { restMs }) });

/** A job is next: the first one after the pause becomes the trial. */
export const claim = (state: QuotaState | undefined, jobId: string, now: number): QuotaState | undefined =>
  state?.kind === 'closed' && now >= state.reopensAt ? { ...restOf(state), kind: 'trial', jobId } : state;

/** Whether a job may be submitted now. */
export const canSubmit = (state: QuotaState | undefined, jobId: string): boolean =>
  state === undefined || (state.kind === 'trial' && state.jobId === jobId);

/** The service accepted a job. */
export const taken = (state: QuotaState | undefined, jobId: string): QuotaState | undefined =>
  state?.kind === 'trial' && state.jobId === jobId ? undefined : state;

/** A trial ended without information about the quota: the next job may be the trial. */
export const released = (
  state: QuotaState | undefined,
  jobId: string,
  now: number,
): QuotaState | undefined =>
  state?.kind === 'trial' && state.jobId === jobId
    ? { ...restOf(state), kind: 'closed', reopensAt: now }
    : state;

/** Somebody reports new quota: the next job may be the trial, and if it fails the pauses start short again. */
export const reopened = (state: QuotaState | undefined, now: number): QuotaState | undefined =>
  state?.kind === 'closed' ? { kind: 'closed', reopensAt: Math.min(state.reopensAt, now) } : state;
