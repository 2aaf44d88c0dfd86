/** A submission waits for no more polls than this: an account may have more tasks than it can ask about in time. */
const MAX_POLLS_IN_A_ROW = 4;

interface Waiting {
  start: () => Promise<void>;
  refuse: (error: Error) => void;
}

/** The calls of one account that wait, and what holds them back. */
export interface Account {
  id: string;
  polls: Waiting[];
  submissions: Waiting[];
  pollsInARow: number;
  /** Starts that Bottleneck was asked for and has not granted yet. */
  awaitedSlots: number;
  pausedUntil: number | undefined;
  /** Pauses that have not ended. */
  pauses: number;
}

/** An account for which nothing waits. */
export const newAccount = (id: string): Account => ({
  id,
  polls: [],
  submissions: [],
  pollsInARow: 0,
  awaitedSlots: 0,
  pausedUntil: undefined,
  pauses: 0,
});

/** Takes the call that starts next. Polls go first, since there may be pictures, but not for ever. */
export const takeNext = (account: Account): Waiting | undefined => {
  const { polls, submissions, pollsInARow } = account;
  const isSubmissionsTurn = pollsInARow >= MAX_POLLS_IN_A_ROW && submissions.length > 0;
  const poll = isSubmissionsTurn ? undefined : polls.shift();
  account.pollsInARow = poll ? pollsInARow + 1 : 0;
  return poll ?? submissions.shift();
};
