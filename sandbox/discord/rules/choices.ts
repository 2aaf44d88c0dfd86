/** A suggestion of a command option. */
export interface Choice {
  name: string;
  value: string | number;
  name_localizations?: Record<string, string> | null | undefined;
}
