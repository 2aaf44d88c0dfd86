import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * A phase of a job: from its acceptance until the service took it, from then until its pictures were there, and from its end
 * until Discord confirmed the final card.
 */
export type JobStep = 'submit' | 'finish' | 'deliver';

/** Metrics for operators. Labels only have fixed values, never ids. */
export type Metrics = ReturnType<typeof createMetrics>;

/** What of a job is counted. */
interface CountedJob {
  state: string;
  submission: { family: string };
}

const WAIT_BUCKETS_S = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600];
const TASK_BUCKETS_S = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_200, 1_800];
/** Discord takes an interaction for unanswered after 3 s; half of that is when the bot defers. */
const ANSWER_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];

/**
 * Metrics of their own, and those of the process: nothing is shared between two of them.
 * @param version Easel's.
 */
export const createMetrics = (version: string) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'easel_build_info',
    help: 'Always 1; the versions of Easel and of Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  return {
    ...counters(registry),
    ...times(registry),
    /** Adds a number that is looked up at each request for the metrics. */
    watch: (name: string, help: string, read: () => number) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    /** Counts the open jobs at each request for the metrics. */
    watchJobs: (openJobs: { all: () => Iterable<CountedJob> }) => {
      new Gauge({
        name: 'easel_open_jobs',
        help: 'Jobs that are not closed, by state and family',
        labelNames: ['state', 'family'],
        registers: [registry],
        collect() {
          // Resets states without jobs, which would keep their last count.
          this.reset();
          for (const { state, submission } of openJobs.all()) this.inc({ state, family: submission.family });
        },
      });
    },
    /** Everything in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
    text: () => registry.metrics(),
  };
};

const counters = (registry: Registry) => {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => {
    const counted = new Counter({ name, help, labelNames, registers: [registry] });
    return (labels: Record<Label, string>, count = 1) => {
      counted.inc(labels, count);
    };
  };
  return {
    /** A submission was `taken`, or failed in the way that the error says. */
    countSubmission: counter(
      'easel_submissions_total',
      "Submissions by outcome, and by who pays: the operator's key (shared) or one of a server's or person's own",
      ...(['outcome', 'payer'] as const),
    ),
    /** A poll was `answered`, or failed in the way that the error says; `failed`: without a call. */
    countPoll: counter('easel_polls_total', 'Polls by family and outcome', 'family', 'outcome'),
    /** A job ended, in this state; 0 shows the count before there are any. */
    countJob: counter('easel_jobs_total', 'Jobs that ended, by family and outcome', 'family', 'outcome'),
    /** A card was delivered, or not: by `token` or `channel`, … and how that ended. */
    countDelivery: counter('easel_deliveries_total', 'Deliveries by route and outcome', 'route', 'outcome'),
    /** A row of the store can't be read; it is kept for a person to look at. */
    countUnreadableRow: counter('easel_unreadable_rows_total', "Rows that can't be read", 'namespace'),
    /** A request wasn't taken since a total of the operator's key is reached; 0 shows the count before there are any. */
    countTotalReached: counter(
      'easel_shared_total_refusals_total',
      "Requests that a total of the operator's key refused",
      'period',
    ),
    /** The person who runs the bot decided something: `pause`, `resume`, … */
    countDecision: counter('easel_operator_decisions_total', 'Decisions of who runs the bot', 'what'),
    /** The store failed; the name of the error's class. */
    countStoreError: counter('easel_store_errors_total', 'Operations of the store that failed', 'error'),
    /** Something happened to the lease of this process: `taken`, `lost`, … */
    countLeaseEvent: counter('easel_lease_events_total', "What happened to this process's lease", 'event'),
    /** Discord answered a request, with a status, or `none` if it did not. */
    countDiscordRequest: counter(
      'easel_discord_requests_total',
      'Requests to Discord by route and status',
      ...(['method', 'route', 'status'] as const),
    ),
  };
};

const times = (registry: Registry) => {
  const seconds = (name: string, help: string, buckets: number[], labelNames: 'family'[] = ['family']) =>
    new Histogram({ name, help, buckets, labelNames, registers: [registry] });
  const answers = seconds(
    'easel_discord_answer_seconds',
    'Time from an interaction to its first answer',
    ANSWER_BUCKETS_S,
    [],
  );
  const steps = {
    submit: seconds('easel_job_submit_seconds', 'From acceptance until the service took it', WAIT_BUCKETS_S),
    finish: seconds('easel_job_finish_seconds', 'From submission until there are pictures', TASK_BUCKETS_S),
    deliver: seconds('easel_job_delivery_seconds', 'From the end until Discord has the card', WAIT_BUCKETS_S),
  };
  return {
    /** How long it took to give Discord the first answer to an interaction. */
    observeAnswer: (milliseconds: number) => {
      answers.observe(milliseconds / 1_000);
    },
    /** How long a job needed for a step. */
    observeJobStep: (step: JobStep, family: string, milliseconds: number) => {
      steps[step].observe({ family }, milliseconds / 1_000);
    },
  };
};
