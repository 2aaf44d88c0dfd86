import type { WebOptions } from '../services/network/web.ts';
import type { Runtime } from '../services/operations/runtime.ts';

/** External dependencies that aren't set by the environment. */
export interface Outside extends Omit<Runtime, 'signal'> {
  /** How files are fetched from addresses that others named; by default as the operating system and the DNS do. */
  web?: Pick<WebOptions, 'timeouts' | 'waitsMs' | 'resolveHost' | 'lookup'>;
  /** How long pictures may take while others wait. */
  patience?: {
    /** One host, while pictures of another one wait. */
    turnMs?: number;
    /** One picture, to be made smaller. */
    shrinkMs?: number;
    /** A result, until it is linked for the time being. */
    linkAfterMs?: number;
  };
}

/** The process in which Easel runs. */
export interface Running extends Outside {
  /** Aborts when Easel stops. */
  signal: AbortSignal;
  /** Is called with the error that ends Easel. */
  onFailed: (error: Error) => void;
}
