import type { Draw } from './draw.ts';
import { ADDRESSES, BODIES, RETRY_AFTERS, TEXTS } from './nasty.ts';

/** What the service does with one submission, and whether that tells the truth about what was taken. */
export type SubmissionPlan =
  /** Taken, and said so; perhaps a byte at a time. */
  | { kind: 'taken'; taskId: string; slowly: boolean }
  /** Taken, and the answer is lost. */
  | {
      kind: 'lost';
      how: 'cut-off' | 'half' | 'redirect' | 'status-500' | 'status-502' | 'body';
      body: string;
    }
  /** Not taken, and the answer is lost. */
  | { kind: 'broken'; how: 'cut-off' | 'redirect' | 'status-500' | 'status-502' }
  /** Not taken for now. */
  | { kind: 'later'; status: 429 | 503; retryAfter: string }
  /** Not taken, for good. */
  | { kind: 'refused'; status: 400 | 401 | 403 | 404 | 413 | 422; message: string };

/** What a poll that contains the request's task is answered with, before the service tells the truth. */
export type PollPlan =
  | { kind: 'cut-off' }
  | { kind: 'status'; status: 429 | 500 | 502 | 503; retryAfter?: string }
  | { kind: 'body'; body: string }
  | { kind: 'half' }
  | { kind: 'left-out' }
  | { kind: 'twice' }
  | { kind: 'strangers' }
  | { kind: 'odd-item'; status: unknown; images: unknown };

/** How the task ends, after polls that may have said otherwise. */
export type EndPlan = { kind: 'pictures'; decoration: string } | { kind: 'failed'; reason: string };

/** How a picture is served. */
export type PicturePlan = 'as-it-is' | 'missing' | 'half' | 'page' | 'redirect' | 'cut-off' | 'slowly';

/** One request for pictures, and everything that happens to it at the service. */
export interface JobRequest {
  number: number;
  command: 'imagine' | 'gen';
  prompt: string;
  submission: SubmissionPlan;
  polls: PollPlan[];
  end: EndPlan;
  pictures: PicturePlan;
}

/** By this the stand-ins know a request. */
export const REQUEST = /request(\d+)x/;

const MAX_ODD_POLLS = 3;

const taskIdOf = (draw: Draw, number: number): string => {
  if (draw.chance(0.4)) return `task-${number}`;
  if (draw.chance(0.15)) return 'shared by many';
  return `${draw.pick(TEXTS).slice(0, 1_500)}${number}`;
};

const submissionOf = (draw: Draw, number: number): SubmissionPlan => {
  const luck = draw.whole(100);
  if (luck < 60) return { kind: 'taken', taskId: taskIdOf(draw, number), slowly: draw.chance(0.2) };
  if (luck < 75) {
    const how = draw.pick(['cut-off', 'half', 'redirect', 'status-500', 'body']);
    return { kind: 'lost', how, body: draw.pick(BODIES) };
  }
  if (luck < 83) return { kind: 'broken', how: draw.pick(['cut-off', 'redirect', 'status-500']) };
  if (luck < 93) return { kind: 'later', status: draw.pick([429, 503]), retryAfter: draw.pick(RETRY_AFTERS) };
  return { kind: 'refused', status: draw.pick([400, 401, 403, 404, 413, 422]), message: draw.pick(TEXTS) };
};

const pollOf = (draw: Draw): PollPlan => {
  switch (draw.whole(8)) {
    case 0:
      return { kind: 'cut-off' };
    case 1:
      return { kind: 'status', status: draw.pick([429, 500, 502, 503]), retryAfter: draw.pick(RETRY_AFTERS) };
    case 2:
      return { kind: 'body', body: draw.pick(BODIES) };
    case 3:
      return { kind: 'half' };
    case 4:
      return { kind: 'left-out' };
    case 5:
      return { kind: 'twice' };
    case 6:
      return { kind: 'strangers' };
    default:
      return {
        kind: 'odd-item',
        status: draw.pick([0, 1, 3, -1, '1', null, 1e30]),
        images: draw.pick([[], null, 'x', [null, {}, 5], [draw.pick(ADDRESSES).replace(/^https?:/, 'ftp:')]]),
      };
  }
};

/** A request and its fate. */
export const drawRequest = (draw: Draw, number: number): JobRequest => ({
  number,
  command: draw.pick(['imagine', 'gen']),
  prompt: `request${number}x ${draw
    .pick(TEXTS)
    .slice(0, 300)
    .replace(/\p{Cs}/gu, '')}`.trim(),
  submission: submissionOf(draw, number),
  polls: Array.from({ length: draw.whole(MAX_ODD_POLLS + 1) }, () => pollOf(draw)),
  end: draw.chance(0.8)
    ? { kind: 'pictures', decoration: draw.pick(TEXTS) }
    : { kind: 'failed', reason: draw.pick(TEXTS) },
  pictures: draw.pick(['as-it-is', 'as-it-is', 'missing', 'half', 'page', 'redirect', 'cut-off', 'slowly']),
});
