import { groupThousands } from '../../markup.ts';

/** A whole number as German writes it: "6.000". */
export const grouped = (value: number): string => groupThousands(value, '.');

export const requests = (count: number): string => (count === 1 ? '1 Auftrag' : `${grouped(count)} Aufträge`);

/** "1 Auftrag", "5 Aufträgen": after "von". */
export const ofRequests = (count: number): string =>
  count === 1 ? '1 Auftrag' : `${grouped(count)} Aufträgen`;
