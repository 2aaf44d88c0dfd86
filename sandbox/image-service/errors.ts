/** What was awaited did not come about in time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
  readonly what: string;
  readonly timeoutMs: number;

  constructor(what: string, timeoutMs: number) {
    super(`${what} did not come about within ${timeoutMs} ms`);
    this.what = what;
    this.timeoutMs = timeoutMs;
  }
}

/** The service was stopped while something was still awaited. */
export class ServiceStoppedError extends Error {
  override readonly name = 'ServiceStoppedError';
  readonly what: string;

  constructor(what: string) {
    super(`the image service was stopped before ${what}`);
    this.what = what;
  }
}
