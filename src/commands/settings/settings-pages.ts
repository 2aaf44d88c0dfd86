/** The pages of the panel: Discord shows five rows at a time. */
export const PAGES = { pictures: 'Pictures', channels: 'Channels', people: 'People and language' } as const;
export type Page = keyof typeof PAGES;

/** What the option of a select stands for that takes a choice back. */
export const NO_CHOICE = 'none';
/** The time zone's field in its modal. */
export const TIME_ZONE_FIELD = 'time-zone';
