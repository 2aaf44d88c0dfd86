import { hash } from 'node:crypto';

const HEX_DIGITS = 12;

/** Identifies an API key in code, logs and stores: the first 12 hex digits of its SHA-256. */
export const fingerprint = (apiKey: string): string => hash('sha256', apiKey, 'hex').slice(0, HEX_DIGITS);
