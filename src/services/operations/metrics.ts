import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What operators watch. Every label takes one of a few fixed words, never an id. */
export interface Metrics {
  /** A submission ended: `accepted`, `refused`, `unknown`, … */
  countSubmission(outcome: string): void;
  /** A poll ended: `answered`, `failed`, … */
  countPoll(outcome: string): void;
  /** A card was delivered, or not: by `token` or `channel`, … and how that ended. */
  countDelivery(route: string, outcome: string): void;
  /** A row of the store can't be read; it is kept for a person to look at. */
  countUnreadableRow(namespace: string): void;
  /** Something happened to the lease of this process: `taken`, `suspended`, `lost`, … */
  countLeaseEvent(event: string): void;
  /** How long it took to give Discord the first answer to an interaction. */
  observeAnswer(milliseconds: number): void;
  /** Everything in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
  text(): Promise<string>;
}

export interface MetricsOptions {
  /** The open jobs. Counted whenever somebody asks for the metrics. */
  openJobs: () => Iterable<{ state: string }>;
}

/** Discord takes an interaction for unanswered after 3 s; half of that is when the bot defers. */
const ANSWER_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];

/** Metrics of their own: nothing is shared between two of them. */
export const createMetrics = (options: MetricsOptions): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const submissions = counter('easel_submissions_total', 'Submissions by outcome', ['outcome']);
  const polls = counter('easel_polls_total', 'Polls by outcome', ['outcome']);
  const deliveriesHelp = 'Deliveries by route and outcome';
  const deliveries = counter('easel_deliveries_total', deliveriesHelp, ['route', 'outcome']);
  const rowsHelp = "Stored rows that can't be read";
  const unreadableRows = counter('easel_unreadable_rows_total', rowsHelp, ['namespace']);
  const leaseHelp = "What happened to this process's lease";
  const leaseEvents = counter('easel_lease_events_total', leaseHelp, ['event']);
  const answers = answerHistogram(registry);
  gaugeOpenJobs(registry, options);
  return {
    countSubmission: (outcome) => {
      submissions.inc({ outcome });
    },
    countPoll: (outcome) => {
      polls.inc({ outcome });
    },
    countDelivery: (route, outcome) => {
      deliveries.inc({ route, outcome });
    },
    countUnreadableRow: (namespace) => {
      unreadableRows.inc({ namespace });
    },
    countLeaseEvent: (event) => {
      leaseEvents.inc({ event });
    },
    observeAnswer: (milliseconds) => {
      answers.observe(milliseconds / 1_000);
    },
    text: () => registry.metrics(),
  };
};

const answerHistogram = (registry: Registry): Histogram =>
  new Histogram({
    name: 'easel_discord_answer_seconds',
    help: 'Time from an interaction to its first answer',
    buckets: ANSWER_BUCKETS_S,
    registers: [registry],
  });

const gaugeOpenJobs = (registry: Registry, options: MetricsOptions): void => {
  new Gauge({
    name: 'easel_open_jobs',
    help: 'Jobs that are not closed, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      // A state that no job is in any more must not keep its last count.
      this.reset();
      const counts = new Map<string, number>();
      for (const { state } of options.openJobs()) counts.set(state, (counts.get(state) ?? 0) + 1);
      for (const [state, count] of counts) this.set({ state }, count);
    },
  });
};
