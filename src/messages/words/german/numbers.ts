import { groupThousands } from '../../markup.ts';

/** A whole number as German writes it: "6.000". */
export const grouped = (value: number): string => groupThousands(value, '.');

export const requests = (count: number): string => (count === 1 ? '1 Anfrage' : `${grouped(count)} Anfragen`);
