/** The languages of the client, by Discord's names: https://docs.discord.com/developers/reference#locales */
export const LOCALES = ['en-US', 'de', 'es-ES', 'fr', 'pt-BR', 'ja'] as const;
export type Locale = (typeof LOCALES)[number];
