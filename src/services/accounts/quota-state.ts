import { z } from 'zod';

/** How long an account rests after the service said that its quota does not suffice; twice as long after each trial. */
const FIRST_REST_MS = 60_000;
const MAX_REST_MS = 3_600_000;

/** In milliseconds. Older rows lack it. */
const restMs = z.number().exactOptional();

const quotaStateSchema = z.discriminatedUnion('kind', [
  /** Nothing is submitted; from `reopensAt` on, in milliseconds since the epoch, one job may be the trial. */
  z.object({ kind: z.literal('closed'), reopensAt: z.number(), restMs }),
  /** That job is the trial: what becomes of it decides. */
  z.object({ kind: z.literal('trial'), jobId: z.string(), restMs }),
]);

/** How it stands with an account whose quota ran out; an account without a state submits as usual. */
export type QuotaState = z.infer<typeof quotaStateSchema>;

/** Reads a state that comes out of the store. Throws when it is none. */
export const parseQuotaState = (value: unknown): QuotaState => quotaStateSchema.parse(value);

/** The service said that the quota does not suffice for that job. */
export const exhausted = (state: QuotaState | undefined, jobId: string, now: number): QuotaState => {
  // What left before the account was closed says nothing new.
  if (state !== undefined && !(state.kind === 'trial' && state.jobId === jobId)) return state;
  const restMs = state?.restMs === undefined ? FIRST_REST_MS : Math.min(2 * state.restMs, MAX_REST_MS);
  return { kind: 'closed', reopensAt: now + restMs, restMs };
};

/** Whether a new job would be taken in, and from when on one would, as far as that is known. */
export const admissionOf = (
  state: QuotaState | undefined,
  now: number,
): { admitted: boolean; reopensAt?: number } => {
  if (state === undefined) return { admitted: true };
  if (state.kind === 'trial') return { admitted: false };
  return { admitted: now >= state.reopensAt, reopensAt: state.reopensAt };
};

const restOf = ({ restMs }: QuotaState) => ({ ...(restMs !== undefined && { restMs }) });

/** A job wants to go: the first one after the rest becomes the trial. */
export const claim = (state: QuotaState | undefined, jobId: string, now: number): QuotaState | undefined =>
  state?.kind === 'closed' && now >= state.reopensAt ? { ...restOf(state), kind: 'trial', jobId } : state;

/** Whether a job may be submitted now. */
export const canSubmit = (state: QuotaState | undefined, jobId: string): boolean =>
  state === undefined || (state.kind === 'trial' && state.jobId === jobId);

/** The service took a job. */
export const taken = (state: QuotaState | undefined, jobId: string): QuotaState | undefined =>
  state?.kind === 'trial' && state.jobId === jobId ? undefined : state;

/** A job ended without having told anything about the quota: the next one may be the trial. */
export const released = (
  state: QuotaState | undefined,
  jobId: string,
  now: number,
): QuotaState | undefined =>
  state?.kind === 'trial' && state.jobId === jobId
    ? { ...restOf(state), kind: 'closed', reopensAt: now }
    : state;

/** Somebody says that there is quota again: the next job may be the trial, and if it fails the rests are short again. */
export const reopened = (state: QuotaState | undefined, now: number): QuotaState | undefined =>
  state?.kind === 'closed' ? { kind: 'closed', reopensAt: Math.min(state.reopensAt, now) } : state;
