/** A whole number as English writes it: "6,000". */
export const grouped = (value: number): string => value.toLocaleString('en');

export const requests = (count: number): string => (count === 1 ? '1 request' : `${grouped(count)} requests`);

/** Of what a number of requests is left. */
export const period = (isMonth: boolean): string => (isMonth ? 'this month' : 'today');
