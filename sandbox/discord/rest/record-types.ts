/** A file that came with a request. */
interface RecordedFile {
  name: string;
  size: number;
}

export interface RecordedRequest {
  at: number;
  method: string;
  /** With query, without the `/api/v10` in front. */
  path: string;
  /** The pattern, such as `/channels/:channel/messages/:message`; undefined for an unknown route. */
  route: string | undefined;
  authenticated: boolean;
  status: number;
  body: unknown;
  files: RecordedFile[];
  durationMs: number;
  /** What was answered, null for an empty answer. */
  answer: unknown;
  /** Headers of the answer that tell of limits; absent where there are none. */
  headers?: Record<string, string>;
}

/** Something that Discord itself, or its published description, would not have let pass. */
export interface Failure {
  at: number;
  what: string;
  request?: string;
}
