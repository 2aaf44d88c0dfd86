/** What a component stands for: an action on a job, and which of its pictures, if any. */
export interface ActionReference {
  action: string;
  jobId: string;
  number?: number;
}

const PATTERN = /^(?<action>[a-z-]{1,40}):(?<jobId>[0-9A-Za-z]{1,40})(?::(?<number>\d{1,2}))?$/;

/** The `custom_id` of a component: `action:jobId[:n]`. */
export const customId = ({ action, jobId, number }: ActionReference): string =>
  [action, jobId, ...(number === undefined ? [] : [number])].join(':');

/** Reads a `custom_id`; undefined when it is not one of ours. */
export const parseCustomId = (text: string): ActionReference | undefined => {
  const { action, jobId, number } = PATTERN.exec(text)?.groups ?? {};
  if (action === undefined || jobId === undefined) return undefined;
  return { action, jobId, ...(number !== undefined && { number: Number(number) }) };
};
