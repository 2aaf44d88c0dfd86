import { Locale as Locales } from 'discord-api-types/v10';

/** The languages of the client, by Discord's names: https://docs.discord.com/developers/reference#locales */
export type Locale = `${Locales}`;
export const LOCALES: readonly Locale[] = Object.values(Locales);
