import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { JobStep, Metrics, MetricsOptions } from './metrics.ts';
import { watchProcess } from './process-metrics.ts';

/** The phases of a job, with buckets in seconds. */
const JOB_STEPS = {
  /** From its acceptance until the service took it. */
  submit: {
    name: 'easel_job_submit_seconds',
    help: 'Time from the acceptance of a job until the service took it',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600],
  },
  /** From when it was submitted until its pictures were there. */
  finish: {
    name: 'easel_job_finish_seconds',
    help: 'Time from the submission of a job until its pictures were there',
    buckets: [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_200, 1_800],
  },
  /** From its end until Discord confirmed the final card. */
  deliver: {
    name: 'easel_job_delivery_seconds',
    help: 'Time from the end of a job until Discord confirmed its final card',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600],
  },
} as const satisfies Record<JobStep, unknown>;

/** Discord takes an interaction for unanswered after 3 s; half of that is when the bot defers. */
const ANSWER_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];
const DISCORD_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const ID_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

const TOO_MANY_REQUESTS = '429';
/** Statuses that count toward Discord's block: 10,000 in ten minutes block the IP address. They include 429. */
const INVALID_STATUSES = new Set(['401', '403', TOO_MANY_REQUESTS]);

/** Metrics of their own: nothing is shared between two of them. */
export const createMetrics = (options: MetricsOptions): Metrics => {
  const registry = new Registry();
  const stop = watchProcess(registry, options.version);
  gaugeOpenJobs(registry, options);
  return {
    ...eventMetrics(registry),
    ...jobMetrics(registry),
    ...discordMetrics(registry),
    watch: (...watched: WatchParameters) => {
      watchNumbers(registry, ...watched);
    },
    text: () => registry.metrics(),
    stop,
  };
};

const makers = (registry: Registry) => {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      { name, help, buckets }: { name: string; help: string; buckets: readonly number[] },
      labelNames: Label[] = [],
    ) => new Histogram({ name, help, buckets: [...buckets], labelNames, registers }),
  };
};

const eventMetrics = (registry: Registry) => {
  const { counter } = makers(registry);
  const submissions = counter('easel_submissions_total', 'Submissions by outcome', ['outcome']);
  const deliveriesHelp = 'Deliveries by route and outcome';
  const deliveries = counter('easel_deliveries_total', deliveriesHelp, ['route', 'outcome']);
  const rowsHelp = "Stored rows that can't be read";
  const unreadableRows = counter('easel_unreadable_rows_total', rowsHelp, ['namespace']);
  const storeErrors = counter('easel_store_errors_total', 'Operations of the store that failed', ['error']);
  const leaseHelp = "What happened to this process's lease";
  const leaseEvents = counter('easel_lease_events_total', leaseHelp, ['event']);
  return {
    countSubmission: (outcome: string) => {
      submissions.inc({ outcome });
    },
    countDelivery: (route: string, outcome: string) => {
      deliveries.inc({ route, outcome });
    },
    countUnreadableRow: (namespace: string) => {
      unreadableRows.inc({ namespace });
    },
    countStoreError: (error: string) => {
      storeErrors.inc({ error });
    },
    countLeaseEvent: (event: string) => {
      leaseEvents.inc({ event });
    },
  };
};

const jobMetrics = (registry: Registry) => {
  const { counter, histogram } = makers(registry);
  const jobs = counter('easel_jobs_total', 'Jobs that ended, by family and outcome', ['family', 'outcome']);
  const polls = counter('easel_polls_total', 'Polls by family and outcome', ['family', 'outcome']);
  const ids = { name: 'easel_poll_ids', help: 'Tasks in one poll', buckets: ID_BUCKETS };
  const pollIds = histogram(ids, ['family']);
  const steps = {
    submit: histogram(JOB_STEPS.submit, ['family']),
    finish: histogram(JOB_STEPS.finish, ['family']),
    deliver: histogram(JOB_STEPS.deliver, ['family']),
  };
  return {
    observePoll: (family: string, outcome: string, count: number) => {
      polls.inc({ family, outcome });
      pollIds.observe({ family }, count);
    },
    observeJobStep: (step: JobStep, family: string, milliseconds: number) => {
      steps[step].observe({ family }, milliseconds / 1_000);
    },
    countJob: (family: string, outcome: string, count = 1) => {
      jobs.inc({ family, outcome }, count);
    },
  };
};

const discordMetrics = (registry: Registry) => {
  const { counter, histogram } = makers(registry);
  const answers = histogram({
    name: 'easel_discord_answer_seconds',
    help: 'Time from an interaction to its first answer',
    buckets: ANSWER_BUCKETS_S,
  });
  const requestsHelp = 'Requests to Discord by route and status';
  const requests = counter('easel_discord_requests_total', requestsHelp, ['method', 'route', 'status']);
  const duration = histogram({
    name: 'easel_discord_request_seconds',
    help: 'Time until Discord answered a request',
    buckets: DISCORD_BUCKETS_S,
  });
  const limits = counter('easel_discord_rate_limited_total', 'Requests that Discord refused with 429');
  const invalidHelp =
    'Requests that Discord counts as invalid: 10,000 in ten minutes and it blocks the address';
  const invalid = counter('easel_discord_invalid_requests_total', invalidHelp);
  return {
    observeAnswer: (milliseconds: number) => {
      answers.observe(milliseconds / 1_000);
    },
    observeDiscordRequest: (
      request: { method: string; route: string; status: string },
      milliseconds: number,
    ) => {
      requests.inc(request);
      duration.observe(milliseconds / 1_000);
      if (request.status === TOO_MANY_REQUESTS) limits.inc();
      if (INVALID_STATUSES.has(request.status)) invalid.inc();
    },
  };
};

const gaugeOpenJobs = (registry: Registry, options: MetricsOptions): void => {
  new Gauge({
    name: 'easel_open_jobs',
    help: 'Jobs that are not closed, by state and family',
    labelNames: ['state', 'family'],
    registers: [registry],
    collect() {
      // Resets states without jobs, which would keep their last count.
      this.reset();
      for (const { state, submission } of options.openJobs()) this.inc({ state, family: submission.family });
    },
  });
};

type WatchParameters = [
  name: string,
  help: string,
  read: () => number | Readonly<Record<string, number>>,
  label?: string,
];

const watchNumbers = (registry: Registry, ...[name, help, read, label]: WatchParameters): void => {
  new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      const numbers = read();
      if (typeof numbers === 'number') this.set(numbers);
      else for (const [value, number] of Object.entries(numbers)) this.set({ [label ?? '']: value }, number);
    },
  });
};
