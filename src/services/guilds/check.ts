import type { Built } from '../requests/families/index.ts';

/** The facts of a request, or of several that are accepted together, before they are. */
export interface RequestFacts {
  personId: string;
  /** The person's roles in the server. */
  roleIds: readonly string[];
  /** Whether the person may manage the server. */
  managesServer: boolean;
  guildId?: string | undefined;
  channelId: string;
  requests: readonly Built[];
}

/** A check that may decline a request by throwing an error. */
export type Check = (request: RequestFacts) => Promise<void>;
