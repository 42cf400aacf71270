import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Order } from '../../../core/contract/trading.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { IllegalTransition } from '../../../core/domain/state-table.ts';
import type { Projections } from '../../store/orders/trading-store.ts';
import type { ProjectionBatch } from '../../store/records.ts';
import type { OrderStatusGuard } from '../checks/order-status-guard.ts';
import { ProjectionRows } from './projection-rows.ts';
import { Watermark } from './watermark.ts';

interface LaneOptions {
  readonly exchange: string;
  /** Where the stored projection stands now. */
  readonly position: number;
  readonly projections: Pick<Projections, 'apply'>;
  readonly guard: OrderStatusGuard;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told once when the stored position is not the one that this lane wrote: only a rebuild helps. */
  readonly onBroken: (exchange: string, reason: string) => void;
  /** Told after each change of {@link ProjectionLane.isBehind}. */
  readonly onBehind: () => void;
}

/** Account events that start a write at once. */
const fullRows = 500;
/** Most account events of one transaction. */
const largestRows = 5_000;
/** Account events waiting above which {@link ProjectionLane.isBehind}: about 150 MB, and a minute of the busiest trading. */
const behindRows = 400_000;
/** Behind no more only below this: at its edge the market would open and shut with every write. */
const caughtUpRows = behindRows / 2;
/** Below this the database rests as long as it has worked, because an order's own path must not wait for a core or the disk. */
const unhurriedRows = behindRows / 4;
const longestRestMs = 250;
const writeDelayMs = 50;
/** A stretch of market events alone only moves the position, which is in no hurry. */
const idleDelayMs = 1_000;
const firstRetryMs = 250;
const slowestRetryMs = 5_000;

/**
 * Writes one venue's batches to the store, each exactly once: rows and position share a transaction, batches at or before
 * the position are skipped, and a write whose answer was lost is repeated, which the store sees as stale.
 * While one transaction runs the next rows gather, so a slow database makes transactions larger.
 */
export class ProjectionLane {
  readonly #options: LaneOptions;
  readonly #stored: Watermark;
  #accepted: number;
  /** The last of them that told anything of accounts. */
  #told: number;
  #queue: ProjectionRows[] = [];
  /** Being written. */
  #underWay: ProjectionRows | null = null;
  #waitingRows = 0;
  #isBehind = false;
  #timer: (() => void) | null = null;
  #timerMs = 0;
  #writing: Promise<void> | null = null;
  #ended = false;
  #closing = false;
  #flushes = 0;
  #drained: (() => void)[] = [];
  #wake: () => void = () => undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#stored = new Watermark(options.position);
    this.#accepted = options.position;
    this.#told = options.position;
  }

  /** Sequence that the store holds. */
  get position(): number {
    return this.#stored.reached;
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** For how long the oldest of what is not stored waits, ms; 0 while all is. */
  get lagMs(): number {
    const oldest = this.#underWay ?? this.#queue[0];
    return oldest === undefined || this.#ended ? 0 : this.#options.clock.elapsedMs() - oldest.sinceMs;
  }

  /** Queues a batch. A promise means back-pressure: wait for it where waiting is possible. */
  accept(batch: VenueBatch): void | Promise<void> {
    if (this.#ended || batch.sequence <= this.#accepted) return;
    this.#accepted = batch.sequence;
    const rows = this.#openRows();
    const before = rows.size;
    rows.add(batch, this.#accepts);
    this.#waitingRows += rows.size - before;
    this.#judge();
    if (rows.size > before) this.#told = batch.sequence;
    if (rows.size >= fullRows) this.#write();
    else this.#startTimer(rows.size > 0 ? writeDelayMs : idleDelayMs);
    if (this.#waitingRows > largestRows) return new Promise((resolve) => this.#drained.push(resolve));
  }

  /** Resolves when everything accepted so far is stored, or the lane has ended. */
  async flush(): Promise<void> {
    const target = this.#accepted;
    this.#flushes++;
    this.#wake();
    while (this.position < target && !this.#ended) {
      this.#write();
      await this.#writing;
    }
    this.#flushes--;
  }

  /** Resolves when what was told of accounts so far is stored, or the lane has ended. It hurries nothing, other than {@link flush}. */
  stored(): Promise<void> {
    return this.#stored.at(this.#told);
  }

  /** Stores what waits, unless the database fails, and ends. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake();
    this.#write();
    await this.#writing;
    await this.end();
  }

  /** Takes no more; a write under way finishes, what waits is left to the next start, which gets it from the journal. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#timer?.();
    this.#timer = null;
    this.#wake();
    this.#release();
    await this.#writing;
  }

  /** True while somebody waits for the rows to be stored. */
  get #isHurried(): boolean {
    return this.#closing || this.#flushes > 0;
  }

  readonly #accepts = (order: Order): boolean => {
    try {
      this.#options.guard.check(order);
      return true;
    } catch (error) {
      if (!(error instanceof IllegalTransition)) throw error;
      this.#options.logger.error({ err: error, exchange: order.exchange, orderId: order.orderId }, 'an order change is not projected');
      return false;
    }
  };

  #openRows(): ProjectionRows {
    const last = this.#queue.at(-1);
    if (last !== undefined && last.size < largestRows) return last;
    const rows = new ProjectionRows(this.#options.clock.elapsedMs());
    this.#queue.push(rows);
    return rows;
  }

  #judge(): void {
    const isBehind = this.#waitingRows > (this.#isBehind ? caughtUpRows : behindRows);
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    const { exchange, logger, onBehind } = this.#options;
    const fields = { exchange, waiting: this.#waitingRows };
    if (isBehind) logger.error(fields, 'the database is far behind: new orders are refused until it has caught up, cancels go on');
    else logger.info(fields, 'the database has caught up; new orders are taken');
    onBehind();
  }

  #startTimer(delayMs: number): void {
    if (this.#writing !== null || (this.#timer !== null && this.#timerMs <= delayMs)) return;
    this.#timer?.();
    this.#timerMs = delayMs;
    this.#timer = this.#options.clock.after(delayMs, () => {
      this.#timer = null;
      this.#write();
    });
  }

  #write(): void {
    if (this.#writing !== null || this.#ended) return;
    this.#timer?.();
    this.#timer = null;
    this.#writing = this.#writeQueue().finally(() => {
      this.#writing = null;
      if (this.#queue.length > 0 && !this.#ended && !this.#closing) this.#startTimer(this.#waitingRows > 0 ? writeDelayMs : idleDelayMs);
    });
  }

  async #writeQueue(): Promise<void> {
    for (let rows = this.#queue.shift(); rows !== undefined && !this.#ended; rows = this.#queue.shift()) {
      const startMs = this.#options.clock.elapsedMs();
      this.#underWay = rows;
      const isStored = await this.#store(rows);
      this.#underWay = null;
      if (!isStored) return;
      this.#waitingRows -= rows.size;
      this.#judge();
      if (this.#waitingRows <= largestRows) this.#release();
      if (this.#isHurried || this.#waitingRows > unhurriedRows) continue;
      const restMs = Math.min(this.#options.clock.elapsedMs() - startMs, longestRestMs);
      if (restMs > 0) await this.#pause(restMs);
      // What came meanwhile may be market events alone: a position that is written without a pause keeps the database busy for nothing.
      if (this.#waitingRows === 0 && !this.#isHurried) return;
    }
  }

  /** False when the lane ended before the rows were stored. */
  async #store(rows: ProjectionRows): Promise<boolean> {
    const { exchange, onBroken, logger } = this.#options;
    const batch = rows.batch(exchange, this.position);
    for (let retryMs = firstRetryMs; !this.#ended; retryMs = Math.min(retryMs * 2, slowestRetryMs)) {
      const result = await this.#apply(batch);
      if (result === null && this.#closing) return false;
      if (result === null) {
        await this.#pause(retryMs);
        continue;
      }
      if (result.outcome === 'gap') {
        const reason = `the projection stands at ${result.position}, not at ${this.position}`;
        logger.error({ exchange, position: result.position, expected: this.position }, 'the projection is broken; rebuild it');
        this.#ended = true;
        this.#release();
        onBroken(exchange, reason);
        return false;
      }
      this.#stored.rise(rows.sequence);
      return true;
    }
    return false;
  }

  /** Null when the database did not take it; the journal keeps everything, so trying again is always right. */
  async #apply(batch: ProjectionBatch): Promise<Awaited<ReturnType<Projections['apply']>> | null> {
    try {
      return await this.#options.projections.apply(batch);
    } catch (error) {
      this.#options.logger.warn({ err: error, exchange: batch.venue, sequence: batch.sequence }, 'the projection is retried');
      return null;
    }
  }

  /** Ends early when the lane closes. */
  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#options.clock.after(delayMs, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }

  #release(): void {
    if (this.#ended) this.#stored.end();
    const waiting = this.#drained;
    this.#drained = [];
    for (const resolve of waiting) resolve();
  }
}
