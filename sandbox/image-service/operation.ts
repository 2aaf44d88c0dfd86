/** The two halves of the service. */
export type Family = 'artgen' | 'gen';

/** The four calls of the service. */
export type Operation = 'artgen.submit' | 'artgen.job-status' | 'gen.submit' | 'gen.job-status';
