import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { PicturePlan, PollPlan, SubmissionPlan } from './requests.ts';

/** An answer as it goes over the wire, and how it goes. */
export interface Spoiled {
  status: number;
  headers: Record<string, string>;
  body: string;
  how: 'whole' | 'slowly' | 'half' | 'cut-off';
}

const NOWHERE = 'http://127.0.0.1:1/';

const spoiled = (answer: Partial<Spoiled>): Spoiled => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '',
  how: 'whole',
  ...answer,
});

const error = (status: number, retryAfter: string | undefined, message = 'out of order'): Spoiled =>
  spoiled({
    status,
    headers: {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
    body: JSON.stringify({ error: 7, message }),
  });

/** What becomes of the answer to a submission. `truth` is what a good service would say. */
export const spoilSubmission = (plan: SubmissionPlan, truth: string): Spoiled => {
  switch (plan.kind) {
    case 'taken':
      return spoiled({ body: truth, how: plan.slowly ? 'slowly' : 'whole' });
    case 'later':
      return truth === '' ? error(plan.status, plan.retryAfter) : spoiled({ body: truth });
    case 'refused':
      return spoiled({ status: plan.status, body: JSON.stringify({ error: 1003, message: plan.message }) });
    case 'lost':
    case 'broken':
      if (plan.how === 'cut-off') return spoiled({ how: 'cut-off' });
      if (plan.how === 'status-500') return spoiled({ status: 500, body: 'out of order' });
      if (plan.how === 'status-502') return spoiled({ status: 502, body: '<h1>Bad gateway</h1>' });
      if (plan.how === 'redirect') return spoiled({ status: 302, headers: { location: NOWHERE } });
      if (plan.how === 'half') return spoiled({ body: truth, how: 'half' });
      return spoiled({ body: 'body' in plan ? plan.body : '' });
  }
};

interface Envelope {
  data: Record<string, unknown>[];
}

const withItems = (truth: string, change: (items: Envelope['data']) => Envelope['data']): Spoiled => {
  const envelope = JSON.parse(truth) as Envelope;
  return spoiled({ body: JSON.stringify({ ...envelope, data: change(envelope.data) }) });
};

/** What becomes of the answer to a poll. */
export const spoilPoll = (plan: PollPlan | undefined, truth: string): Spoiled => {
  switch (plan?.kind) {
    case undefined:
      return spoiled({ body: truth });
    case 'cut-off':
      return spoiled({ how: 'cut-off' });
    case 'status':
      return error(plan.status, plan.retryAfter);
    case 'body':
      return spoiled({ body: plan.body });
    case 'half':
      return spoiled({ body: truth, how: 'half' });
    case 'left-out':
      return withItems(truth, () => []);
    case 'twice':
      return withItems(truth, (items) => [...items, ...items]);
    case 'strangers':
      return withItems(truth, (items) => [
        ...Array.from({ length: 5_000 }, (_, index) => ({ taskId: `stranger ${index}`, status: 2 })),
        ...items,
      ]);
    case 'odd-item':
      return withItems(truth, (items) =>
        items.map(({ taskId }) => ({ taskId, status: plan.status, images: plan.images, meta: [] })),
      );
  }
};

/** Serves a picture, or what stands in its place. */
export const sendPicture = async (
  response: ServerResponse,
  status: number,
  bytes: Buffer,
  plan: PicturePlan,
): Promise<void> => {
  const type = { 'content-type': 'image/png' };
  switch (plan) {
    case 'missing':
      response.writeHead(404).end('no such picture');
      return;
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
      return;
    case 'redirect':
      response.writeHead(302, { location: NOWHERE }).end();
      return;
    case 'cut-off':
      response.destroy();
      return;
    case 'half':
      response.writeHead(200, { ...type, 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2));
      await delay(5);
      response.destroy();
      return;
    case 'slowly':
      response.writeHead(200, type);
      response.write(bytes.subarray(0, 1));
      await delay(300);
      response.end(bytes.subarray(1));
      return;
    case 'as-it-is':
      response.writeHead(status, type).end(bytes);
  }
};
