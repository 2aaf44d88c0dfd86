import { ComponentType } from 'discord-api-types/v10';
import type {
  APIActionRowComponent,
  APIButtonComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
} from 'discord-api-types/v10';
import type { Job, ReplyTarget } from '../services/jobs/job.ts';

/** A message as Easel writes it: what the edit and create routes of Discord have in common. */
export interface MessageBody {
  content?: string;
  embeds?: APIEmbed[];
  components?: APIActionRowComponent<APIComponentInMessageActionRow>[];
}

/** The answer is a job's card: in a new message, or in the one whose button was pressed if the target names it. */
export interface CardReply {
  kind: 'card';
  /** The job as its card shows it. The card of a job that ended is brought by its delivery instead. */
  job: Job;
  target: ReplyTarget;
  /** Called once Discord has confirmed the answer, with the target completed by the message's id. */
  placed: (target: ReplyTarget) => Promise<unknown>;
  /** Called when the answer can't be given for good. */
  notPlaced?: () => Promise<unknown>;
}

/** What a command or an action wants to be answered. Sending it is the router's. */
export type Reply = CardReply | { kind: 'private'; message: MessageBody };

/** A private answer that is nothing but text. */
export const privateText = (content: string): Reply => ({ kind: 'private', message: { content } });

/** Buttons in rows of five, which is as many as Discord takes. */
export const buttonRows = (
  buttons: APIButtonComponent[],
): APIActionRowComponent<APIComponentInMessageActionRow>[] => {
  const BUTTONS_PER_ROW = 5;
  const rows: APIActionRowComponent<APIComponentInMessageActionRow>[] = [];
  for (let start = 0; start < buttons.length; start += BUTTONS_PER_ROW)
    rows.push({ type: ComponentType.ActionRow, components: buttons.slice(start, start + BUTTONS_PER_ROW) });
  return rows;
};
