/**
 * A phase of a job: from its acceptance until the service took it, from then until its pictures were there, and from its end
 * until Discord confirmed the final card.
 */
export type JobStep = 'submit' | 'finish' | 'deliver';

/** Metrics for operators. Labels only have fixed values, never ids. */
export interface Metrics {
  /** A submission was answered, or never will be; the state that its job has then. */
  countSubmission(state: string): void;
  /** A poll of a number of tasks ended: `answered` or `failed`. */
  observePoll(family: string, outcome: string, ids: number): void;
  /** A card was delivered, or not: by `token` or `channel`, … and how that ended. */
  countDelivery(route: string, outcome: string): void;
  /** A row of the store can't be read; it is kept for a person to look at. */
  countUnreadableRow(namespace: string): void;
  /** The store failed; the name of the error's class. */
  countStoreError(error: string): void;
  /** Something happened to the lease of this process: `taken`, `suspended`, `lost`, … */
  countLeaseEvent(event: string): void;
  /** How long it took to give Discord the first answer to an interaction. */
  observeAnswer(milliseconds: number): void;
  /** How long a job needed for a step. */
  observeJobStep(step: JobStep, family: string, milliseconds: number): void;
  /** So many jobs ended, in this state; 0 shows the count before there are any. */
  countJob(family: string, state: string, jobs?: number): void;
  /** Discord answered a request, with a status, or `none` if it did not. */
  observeDiscordRequest(
    request: { method: string; route: string; status: string },
    milliseconds: number,
  ): void;
  /** Adds a number, or one for each value of a label, that is looked up whenever somebody asks for the metrics. */
  watch(name: string, help: string, read: () => number): void;
  watch(name: string, help: string, read: () => Readonly<Record<string, number>>, label: string): void;
  /** Everything in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
  text(): Promise<string>;
  /** Measures nothing more. */
  stop(): void;
}

export interface MetricsOptions {
  /** The open jobs. Counted whenever somebody asks for the metrics. */
  openJobs: () => Iterable<{ state: string; submission: { family: string } }>;
  /** Easel's version. */
  version: string;
}
