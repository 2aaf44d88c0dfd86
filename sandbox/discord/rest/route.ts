import type { z, ZodType } from 'zod';
import type { UploadedFile } from '../messages/files.ts';
import type { Core } from '../state/state.ts';
import type { RateLimitOptions } from '../options.ts';

/** A request, read and let through. */
export interface RestRequest {
  core: Core;
  /** A parameter of the route; throws when the route has none of that name. */
  parameter: (name: string) => string;
  query: Readonly<Record<string, string | undefined>>;
  /**
   * Reads the body.
   * @throws DiscordFault 50035 by our rules, or by the published document
   */
  read: <S extends ZodType>(schema: S) => z.output<S>;
  uploads: readonly UploadedFile[];
}

export interface RestAnswer {
  status: number;
  body?: unknown;
}

/** Who may ask: the bot by its token, or anybody (who knows the interaction token in the path). */
type RouteAccess = 'bot' | 'open';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for what varies. */
  path: string;
  access: RouteAccess;
  bucket: keyof Omit<RateLimitOptions, 'global'>;
  handle: (request: RestRequest) => RestAnswer;
}

/** Makes routes that ask for the same right and count for the same limit. */
export const routesFor =
  (access: RouteAccess, bucket: Route['bucket']) =>
  (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path,
    access,
    bucket,
    handle,
  });

export const ok = (body: unknown): RestAnswer => ({ status: 200, body });
export const noContent: RestAnswer = { status: 204 };
