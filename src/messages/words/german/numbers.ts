/** A whole number as German writes it: "6.000". */
export const grouped = (value: number): string => value.toLocaleString('de');

export const requests = (count: number): string => (count === 1 ? '1 Anfrage' : `${grouped(count)} Anfragen`);

/** Of what a number of requests is left. */
export const period = (isMonth: boolean): string => (isMonth ? 'diesen Monat' : 'heute');
