import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobName, JobRun } from '../../store/leases/job-store.ts';
import { type AddedFigure, addedLines, type OperationSources, watchOperations } from './operation-metrics.ts';

/** What the server counts about itself, for Prometheus. One per server, so that tests can run several. */
export class Metrics {
  readonly registry = new Registry();
  readonly callSeconds = new Histogram({
    name: 'tessera_call_seconds',
    help: 'Time from a call to its reply',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: 'tessera_refusals_total',
    help: 'Calls that ended in an error of the catalogue',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly sockets = new Gauge({ name: 'tessera_sockets', help: 'Open sockets', registers: [this.registry] });
  readonly topics = new Gauge({ name: 'tessera_topics', help: 'Topics with subscribers', registers: [this.registry] });
  readonly laggingSockets = new Gauge({ name: 'tessera_sockets_lagging', help: 'Sockets that cannot keep up', registers: [this.registry] });
  readonly deliveries = new Counter({ name: 'tessera_deliveries_total', help: 'Messages sent to sockets', registers: [this.registry] });
  readonly droppedSockets = new Counter({
    name: 'tessera_sockets_dropped_total',
    help: 'Sockets that the server closed, by reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly logFailures = new Counter({
    name: 'tessera_log_failures_total',
    help: 'Writes of the log that failed, and lines given up for it',
    registers: [this.registry],
  });

  readonly orderSeconds = new Histogram({
    name: 'tessera_order_seconds',
    help: 'Time from an order that was sent to an exchange to its answer',
    labelNames: ['exchange'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  #added: () => readonly AddedFigure[] = () => [];

  /** All of it, as Prometheus reads it. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${this.#added().map(addedLines).join('')}`;
  }

  /** Calls, refusals and orders since the start. */
  readonly callCount = async (): Promise<number> => countOf(await this.callSeconds.get());
  readonly orderCount = async (): Promise<number> => countOf(await this.orderSeconds.get());
  readonly refusalCount = (): Promise<number> => this.valueOf(this.refusals);

  /** How many calls of all routes took at most so many seconds. */
  readonly callBuckets = async (): Promise<readonly (readonly [upTo: number, count: number])[]> => {
    const sums = new Map<number, number>();
    for (const { metricName, labels, value } of (await this.callSeconds.get()).values) {
      if (metricName?.endsWith('_bucket') !== true) continue;
      const { le } = labels as { readonly le?: string | number };
      const upTo = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
      sums.set(upTo, (sums.get(upTo) ?? 0) + value);
    }
    return [...sums];
  };

  /** The sum over all labels. */
  readonly valueOf = async (metric: Gauge | Counter): Promise<number> =>
    (await metric.get()).values.reduce((sum, { value }) => sum + value, 0);

  /** Asks for what operators see at each reading. */
  watchOperations(sources: OperationSources): void {
    this.#added = sources.figures;
    watchOperations(this.registry, sources);
  }

  /** Asks for the exchanges' states at each reading. */
  watchVenues(statuses: () => readonly { readonly exchange: string; readonly health: string }[]): void {
    new Gauge({
      name: 'tessera_venue_up',
      help: 'Exchanges that take orders: 1 while LIVE',
      labelNames: ['exchange'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { exchange, health } of statuses()) this.set({ exchange }, health === 'LIVE' ? 1 : 0);
      },
    });
  }

  /** Asks for the last run of each job at each reading. */
  watchJobs(list: () => readonly { readonly name: JobName; readonly last: JobRun | null }[]): void {
    const jobs = (name: string, help: string, figureOf: (last: JobRun) => number | null): void => {
      new Gauge({
        name,
        help,
        labelNames: ['owner', 'job'],
        registers: [this.registry],
        collect() {
          this.reset();
          for (const { name: labels, last } of list()) {
            const value = last === null ? null : figureOf(last);
            if (value !== null) this.set({ ...labels }, value);
          }
        },
      });
    };
    jobs('tessera_job_ended_seconds', 'When the last run of a job ended, in seconds since 1970', ({ endedMs }) =>
      endedMs === null ? null : endedMs / 1_000,
    );
    jobs('tessera_job_failed', 'The last run of a job failed: 1, else 0', ({ error }) => (error === null ? 0 : 1));
  }

  /** Asks for the room on the disk at each reading. */
  watchDisk({ freeBytes, hasRoom }: { readonly freeBytes: () => number; readonly hasRoom: () => boolean }): void {
    new Gauge({
      name: 'tessera_disk_free_bytes',
      help: 'Room on the disk of the data folder',
      registers: [this.registry],
      collect() {
        this.set(freeBytes());
      },
    });
    new Gauge({
      name: 'tessera_disk_full',
      help: 'The disk is so full that new orders are refused: 1, else 0',
      registers: [this.registry],
      collect() {
        this.set(hasRoom() ? 0 : 1);
      },
    });
  }

  /** Adds figures of the process; they start timers and observers of their own, so tests leave them out. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}

/** How many were measured, of all labels. */
const countOf = ({ values }: Awaited<ReturnType<Histogram['get']>>): number =>
  values.reduce((sum, { metricName, value }) => (metricName?.endsWith('_count') === true ? sum + value : sum), 0);
