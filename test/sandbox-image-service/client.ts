import {
  startImageService,
  plainPainter,
  type ImageService,
  type ImageServiceOptions,
} from '../../sandbox/image-service/index.ts';

const KEY = 'key-of-a-test';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

/** A clock that stands still until the test moves it on. */
export class TestClock {
  time = Date.UTC(2030, 0, 1);

  readonly now = (): number => this.time;

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

/** A service with a standing clock, tasks of ten seconds and flat pictures. */
export const startTestService = (
  clock: TestClock,
  options: Partial<ImageServiceOptions> = {},
): Promise<ImageService> =>
  startImageService({
    accounts: [{ name: 'tester', key: KEY, quota: 100 }],
    now: clock.now,
    durations: { artgen: { minMs: 10_000, maxMs: 10_000 }, gen: { minMs: 10_000, maxMs: 10_000 } },
    painter: plainPainter(),
    ...options,
  });

/** Posts a body as JSON; a string is sent as it is. */
export const post = async (
  service: ImageService,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': KEY, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
};

export const submitArtgen = async (service: ImageService, body: object = {}): Promise<string> =>
  taskIdOf(await post(service, '/artgen/v1/submit-jobs', { prompt: 'a boat', ...body }));

export const submitGen = async (service: ImageService, body: object = {}): Promise<string> =>
  taskIdOf(await post(service, '/gen/v1/generations', { prompt: 'draw a boat', ...body }));

/** The items of a job-status answer. */
export const statusOf = async (
  service: ImageService,
  family: 'artgen' | 'gen',
  ...taskIds: string[]
): Promise<Record<string, unknown>[]> => {
  const { json } = await post(service, `/${family}/v1/job-status`, { taskIds });
  return (json as { data: Record<string, unknown>[] }).data;
};

/** Width and height as they stand in the header of a PNG. */
export const pngSize = (picture: Buffer): { width: number; height: number } => ({
  width: picture.readUInt32BE(16),
  height: picture.readUInt32BE(20),
});

export const download = async (
  url: string,
): Promise<{ status: number; type: string | null; body: Buffer; length: string | null }> => {
  const response = await fetch(url);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    length: response.headers.get('content-length'),
    body: Buffer.from(await response.arrayBuffer()),
  };
};

const taskIdOf = ({ json }: Reply): string => (json as { data: { taskId: string } }).data.taskId;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
