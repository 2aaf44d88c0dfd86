import { startImageService, plainPainter } from '../../sandbox/image-service/index.ts';
import type { ImageService, ImageServiceOptions } from '../../sandbox/image-service/index.ts';

export const KEY = 'key-of-a-test';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A clock that stands still until it is told to go on. */
export class TestClock {
  time = Date.UTC(2030, 0, 1);

  readonly now = (): number => this.time;

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

/** A service with a standing clock, tasks of ten seconds and flat pictures. */
export function startTestService(
  clock: TestClock,
  options: Partial<ImageServiceOptions> = {},
): Promise<ImageService> {
  return startImageService({
    accounts: [{ name: 'tester', key: KEY, quota: 100 }],
    now: clock.now,
    durations: { artgen: { minMs: 10_000, maxMs: 10_000 }, gen: { minMs: 10_000, maxMs: 10_000 } },
    painter: plainPainter(),
    ...options,
  });
}

/** Posts a body as JSON; a string is sent as it is. */
export async function post(
  service: ImageService,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': KEY, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

export async function submitArtgen(service: ImageService, body: object = {}): Promise<string> {
  return taskIdOf(await post(service, '/artgen/v1/submit-jobs', { prompt: 'a boat', ...body }));
}

export async function submitGen(service: ImageService, body: object = {}): Promise<string> {
  return taskIdOf(await post(service, '/gen/v1/generations', { prompt: 'draw a boat', ...body }));
}

/** The items of a job-status answer. */
export async function statusOf(
  service: ImageService,
  family: 'artgen' | 'gen',
  ...taskIds: string[]
): Promise<Record<string, unknown>[]> {
  const { json } = await post(service, `/${family}/v1/job-status`, { taskIds });
  return (json as { data: Record<string, unknown>[] }).data;
}

/** Width and height as they stand in the header of a PNG. */
export function pngSize(picture: Buffer): { width: number; height: number } {
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

export async function download(
  url: string,
): Promise<{ status: number; type: string | null; body: Buffer; length: string | null }> {
  const response = await fetch(url);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    length: response.headers.get('content-length'),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function taskIdOf({ json }: Reply): string {
  return (json as { data: { taskId: string } }).data.taskId;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
