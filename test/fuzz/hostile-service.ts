import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { spoilPoll, spoilSubmission, sendPicture, type Spoiled } from './spoiling.ts';
import { REQUEST, type JobRequest } from './requests.ts';

/** What happened to a request at the service, which is the truth that its card must not contradict. */
export interface Record {
  /** How often the service took it: each time was paid for. */
  taken: number;
  /** Whether the last answer to its submission said what happened. */
  answered: boolean;
  /** Whether it was sent once more after an answer that left open whether it was taken. */
  sentAgain: boolean;
}

/** A hostile service in front of the well-behaved stand-in: it spoils answers as each request's plan says. */
export interface HostileService {
  url: string;
  records: ReadonlyMap<number, Record>;
  /** Answers everything with 502, or nothing until it is over. Resolves then. */
  disturb: (how: 'outage' | 'slow', forMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

const takenSchema = z.object({ data: z.object({ taskId: z.string() }) });
const askedSchema = z.object({ taskIds: z.array(z.string()) });
const itemSchema = z.looseObject({ taskId: z.string(), status: z.number() });
const itemsSchema = z.object({ data: z.array(itemSchema) });
type Item = z.infer<typeof itemSchema>;

interface Followed {
  request: JobRequest;
  realId: string;
  oddPolls: number;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
};

/** Sends what the plan made of an answer: whole, in small bits, by half, or not at all. */
const send = async (response: ServerResponse, { status, headers, body, how }: Spoiled): Promise<void> => {
  if (how === 'cut-off') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (how === 'half') {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    await delay(5);
    response.destroy();
    return;
  }
  if (how === 'slowly')
    for (let at = 0; at < Math.min(bytes.length, 20); at += 1) {
      response.write(bytes.subarray(at, at + 1));
      await delay(10);
    }
  response.end(how === 'slowly' ? bytes.subarray(20) : bytes);
};

class Service {
  readonly records = new Map<number, Record>();
  readonly #upstream: string;
  readonly #requests: ReadonlyMap<number, JobRequest>;
  /** By family and the id that Easel got; the first of several that share one. */
  readonly #tasks = new Map<string, Followed>();
  #outages = 0;
  #slow = Promise.resolve();
  #submissions = 0;

  constructor(upstream: string, requests: ReadonlyMap<number, JobRequest>) {
    this.#upstream = upstream;
    this.#requests = requests;
  }

  async answer(request: IncomingMessage, response: ServerResponse, ownUrl: string): Promise<void> {
    const path = request.url ?? '/';
    if (request.method === 'GET') {
      const request = this.#requests.get(Number(new URL(path, ownUrl).searchParams.get('request')));
      const picture = await fetch(this.#upstream + path);
      const bytes = Buffer.from(await picture.arrayBuffer());
      await sendPicture(response, picture.status, bytes, request?.pictures ?? 'as-it-is');
      return;
    }
    const body = await readBody(request);
    const key = String(request.headers['api-key']);
    const isPoll = path.endsWith('/job-status');
    await this.#slow;
    await send(
      response,
      await (isPoll ? this.#poll(path, key, body, ownUrl) : this.#submit(path, key, body)),
    );
  }

  async disturb(how: 'outage' | 'slow', forMs: number): Promise<void> {
    const over = delay(forMs);
    if (how === 'slow') this.#slow = Promise.all([this.#slow, over]).then(() => undefined);
    else this.#outages += 1;
    await over;
    if (how === 'outage') this.#outages -= 1;
  }

  async #submit(path: string, key: string, body: string): Promise<Spoiled> {
    const number = Number(REQUEST.exec(body)?.[1]);
    const request = this.#requests.get(number);
    if (!request) return spoilPoll({ kind: 'status', status: 500, retryAfter: '1' }, '');
    const earlier = this.records.get(number);
    const record = earlier ?? { taken: 0, answered: false, sentAgain: false };
    this.records.set(number, record);
    if (earlier) record.sentAgain ||= !earlier.answered;
    const { submission } = this.#outages > 0 ? this.#inOutage(request) : request;
    const isLater = submission.kind === 'later' && !earlier;
    const isTaken =
      submission.kind === 'taken' || submission.kind === 'lost' || (submission.kind === 'later' && !isLater);
    record.answered = submission.kind !== 'lost' && submission.kind !== 'broken';
    if (!isTaken) return spoilSubmission(submission, '');
    record.taken += 1;
    const answer = takenSchema.parse(JSON.parse(await this.#ask(path, key, body)));
    const taskId = submission.kind === 'taken' ? submission.taskId : answer.data.taskId;
    const name = `${path.split('/')[1] ?? ''} ${taskId}`;
    if (!this.#tasks.has(name)) this.#tasks.set(name, { request, realId: answer.data.taskId, oddPolls: 0 });
    return spoilSubmission(submission, JSON.stringify({ status: 0, message: 'success', data: { taskId } }));
  }

  /** A proxy's 502 is also what hides that the service took it. */
  #inOutage(request: JobRequest): Pick<JobRequest, 'submission'> {
    this.#submissions += 1;
    const isLost = this.#submissions % 2 === 0 && request.submission.kind === 'taken';
    return { submission: { kind: isLost ? 'lost' : 'broken', how: 'status-502', body: '' } };
  }

  async #poll(path: string, key: string, body: string, ownUrl: string): Promise<Spoiled> {
    if (this.#outages > 0) return spoilPoll({ kind: 'status', status: 502 }, '');
    const asked = askedSchema.parse(JSON.parse(body)).taskIds;
    const family = path.split('/')[1] ?? '';
    const followed = asked.flatMap((taskId) => {
      const task = this.#tasks.get(`${family} ${taskId}`);
      return task ? [{ taskId, task }] : [];
    });
    // Easel also asks for a task that there never was, to see whether it is answered.
    const realIds = followed.length > 0 ? followed.map(({ task }) => task.realId) : asked;
    const answer = await this.#ask(path, key, JSON.stringify({ taskIds: realIds }));
    const items = itemsSchema.parse(JSON.parse(answer.replaceAll(this.#upstream, ownUrl))).data;
    const data = followed.flatMap(({ taskId, task }) => {
      const item = items.find((candidate) => candidate.taskId === task.realId);
      return item ? [ended({ ...item, taskId }, task.request)] : [];
    });
    const truth = JSON.stringify({ status: 0, message: 'success', data });
    const odd = followed.find(({ task }) => task.oddPolls < task.request.polls.length)?.task;
    const plan = odd?.request.polls[odd.oddPolls];
    if (!odd || !plan) return spoilPoll(undefined, truth);
    odd.oddPolls += 1;
    return spoilPoll(plan, truth);
  }

  async #ask(path: string, key: string, body: string): Promise<string> {
    const headers = { 'content-type': 'application/json', 'api-key': key };
    const answer = await fetch(this.#upstream + path, { method: 'POST', headers, body });
    return answer.text();
  }
}

/** The end that the plan gives to a task that is done. */
const ended = (item: Item, { end, number }: JobRequest): Item => {
  if (item.status !== 1) return item;
  if (end.kind === 'failed') return { taskId: item.taskId, status: 2, failReason: end.reason };
  const marked = JSON.parse(
    JSON.stringify(item)
      .replaceAll('.png', `.png?request=${number}`)
      .replaceAll(/(\?request=\d+)\?/g, '$1&'),
  ) as Item;
  return { ...marked, taskId: item.taskId, mjPrompt: end.decoration, jobId: end.decoration };
};

/** Puts a hostile service in front of the stand-in. */
export const startHostileService = async (
  upstream: string,
  requests: ReadonlyMap<number, JobRequest>,
): Promise<HostileService> => {
  const service = new Service(upstream, requests);
  let url = '';
  const server = createServer((request, response) => {
    service.answer(request, response, url).catch((error: unknown) => {
      // Easel went away in the middle, or the stand-in did: no answer is waited for.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    records: service.records,
    disturb: (how, forMs) => service.disturb(how, forMs),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
