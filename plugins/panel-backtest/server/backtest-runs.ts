import type { Principal } from '../../../core/contract/access.ts';
import { AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock, Ids, Logger } from '../../../core/contract/server-services.ts';
import type { Played, PlayResult, StrategyPlays } from '../../../core/contract/strategy-plays.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { Turns } from '../../../core/domain/turns.ts';
import {
  type BacktestChoice,
  type BacktestReason,
  type BacktestTradeView,
  type BacktestView,
  maxBacktests,
  maxWaitingBacktests,
} from '../../../schemas/wire/backtest.ts';
import { RunQueue } from './run-queue.ts';
import type { RunRecord, RunTable } from './run-table.ts';

interface BacktestRunsParts {
  readonly table: RunTable;
  readonly plays: Pick<StrategyPlays, 'atOnce' | 'check' | 'accountFees' | 'play'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

/** A run that waits or goes on. */
interface Live {
  record: RunRecord;
  readonly choice: BacktestChoice;
  progress: number;
  readonly stop: AbortController;
  /** Settles when the store knows of it. */
  readonly created: Promise<void>;
  /** Settles when it has ended; null while it waits. */
  work: Promise<void> | null;
}

type Brought = Extract<Played, { kind: 'played' }>;

/** How long a deleted run can be restored. */
const keptDeletedMs = 24 * 60 * 60_000;
/** Nothing sensible can be said about the time that is left before. */
const leastProgress = 0.02;

/** Backtests of users: they wait in a queue, run in threads of their own, and are kept with what they bring. */
export class BacktestRuns {
  readonly #parts: BacktestRunsParts;
  readonly #queue: RunQueue;
  readonly #live = new Map<string, Live>();
  /** What waits for a place and is no run, by the same rules. */
  readonly #guests = new Map<string, () => void>();
  readonly #listeners = new Set<(userId: string, run: BacktestView) => void>();
  /** Runs are counted and added by one caller after the other: two at once do not take the same last place. */
  readonly #turns = new Turns();
  #closed = false;

  constructor(parts: BacktestRunsParts) {
    this.#parts = parts;
    this.#queue = new RunQueue(parts.plays.atOnce);
  }

  /** Runs that the last stop has cut off are told apart from those that ended. */
  async start(): Promise<Disposer> {
    await this.#parts.table.interrupt(this.#parts.clock.nowMs());
    return async () => {
      this.#closed = true;
      const live = [...this.#live.values()];
      for (const { stop } of live) stop.abort();
      await Promise.all(live.map(({ work }) => work));
    };
  }

  /** Puts a run into the queue; its owner is the caller. */
  async begin(principal: Principal, name: string, choice: BacktestChoice): Promise<Outcome<BacktestView>> {
    const { userId } = principal;
    if (userId === null) return refused('SESSION_MISSING');
    const { plays } = this.#parts;
    const wrong = plays.check(principal, choice);
    if (!wrong.ok) return wrong;
    // As they are now: a run that is played again later pays what it paid.
    const asked = { ...choice, account_fees: plays.accountFees(principal, choice.params) };
    return this.#turns.take(() => this.#add(userId, name, asked));
  }

  async #add(userId: string, name: string, choice: BacktestChoice): Promise<Outcome<BacktestView>> {
    const { table, clock, ids } = this.#parts;
    if ((await table.count(userId)) >= maxBacktests) return refused('BACKTEST_TOO_MANY', { limit: maxBacktests });
    if (this.#queue.countOf(userId) >= maxWaitingBacktests) return refused('BACKTEST_QUEUE_FULL', { limit: maxWaitingBacktests });
    const record: RunRecord = {
      ...{ runId: `b${ids.next().replaceAll('-', '').slice(0, 19)}`, userId, name, choice },
      ...{ status: 'QUEUED', reason: null, figures: null },
      ...{ createdMs: clock.nowMs(), startedMs: null, endedMs: null },
    };
    const created = table.create(record).then(orThrow);
    const live: Live = { record, choice, progress: 0, stop: new AbortController(), created, work: null };
    this.#live.set(record.runId, live);
    this.#queue.add(record.runId, userId);
    try {
      await live.created;
    } catch (error) {
      this.#live.delete(record.runId);
      this.#queue.remove(record.runId);
      if (error instanceof AppError) return { ok: false, error };
      throw error;
    }
    this.#pump();
    return accepted(this.#view(live.record));
  }

  async cancel(userId: string, runId: string): Promise<Outcome<BacktestView>> {
    const live = this.#own(userId, runId);
    if (live !== null) {
      live.stop.abort();
      await (live.work ?? this.#end(live, 'CANCELED', null));
    }
    return this.find(userId, runId);
  }

  async find(userId: string, runId: string): Promise<Outcome<BacktestView>> {
    const record = this.#own(userId, runId)?.record ?? (await this.#parts.table.get(userId, runId));
    return record === null ? refused('BACKTEST_UNKNOWN') : accepted(this.#view(record));
  }

  async list(userId: string): Promise<readonly BacktestView[]> {
    const records = await this.#parts.table.list(userId, maxBacktests);
    return records.map((record) => this.#view(this.#live.get(record.runId)?.record ?? record));
  }

  /** Those that wait or go on. */
  running(userId: string): readonly BacktestView[] {
    return [...this.#live.values()].filter(({ record }) => record.userId === userId).map(({ record }) => this.#view(record));
  }

  /** What a run of the user has brought; null while there is nothing. */
  async result(userId: string, runId: string): Promise<Outcome<PlayResult | null>> {
    const found = await this.find(userId, runId);
    if (!found.ok) return found;
    const text = await this.#parts.table.result(runId);
    return accepted(text === null ? null : (JSON.parse(text) as PlayResult));
  }

  async trades(userId: string, runId: string, page: number): Promise<Outcome<BacktestTradeView[]>> {
    const found = await this.find(userId, runId);
    if (!found.ok) return found;
    const text = await this.#parts.table.page(runId, page);
    return accepted(text === null ? [] : (JSON.parse(text) as BacktestTradeView[]));
  }

  async rename(userId: string, runId: string, name: string): Promise<Outcome<BacktestView>> {
    if (!(await this.#parts.table.rename(userId, runId, name))) return refused('BACKTEST_UNKNOWN');
    const live = this.#own(userId, runId);
    if (live !== null) live.record = { ...live.record, name };
    return this.find(userId, runId);
  }

  async delete(userId: string, runId: string): Promise<Outcome<null>> {
    if (this.#own(userId, runId) !== null) return refused('BACKTEST_RUNNING');
    const { table, clock } = this.#parts;
    return (await table.delete(userId, runId, clock.nowMs())) ? accepted(null) : refused('BACKTEST_UNKNOWN');
  }

  restore(userId: string, runId: string): Promise<Outcome<BacktestView>> {
    const { table } = this.#parts;
    return this.#turns.take(async () => {
      if ((await table.count(userId)) >= maxBacktests) return refused('BACKTEST_TOO_MANY', { limit: maxBacktests });
      return (await table.restore(userId, runId)) ? this.find(userId, runId) : refused('BACKTEST_UNKNOWN');
    });
  }

  /** Ends what was deleted so long ago that nobody can restore it any more. */
  async purge(): Promise<void> {
    await this.#parts.table.purge(this.#parts.clock.nowMs() - keptDeletedMs);
  }

  /** Waits for a place among the runs of everybody; the function gives it back. An aborted wait ends at once. */
  async turn(userId: string, id: string, signal: AbortSignal): Promise<Disposer> {
    const leave = (): void => {
      this.#guests.delete(id);
      this.#queue.remove(id);
      this.#pump();
    };
    await new Promise<void>((resolve) => {
      this.#guests.set(id, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      this.#queue.add(id, userId);
      this.#pump();
    });
    if (signal.aborted) leave();
    signal.throwIfAborted();
    return leave;
  }

  /** Of a run or of a turn, from 1; null when it does not wait. */
  position(id: string): number | null {
    return this.#queue.position(id);
  }

  /** Tells of every change of a run, its end included. */
  onChange(listener: (userId: string, run: BacktestView) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #pump(): void {
    for (let runId = this.#queue.next(); runId !== null; runId = this.#queue.next()) {
      this.#guests.get(runId)?.();
      const live = this.#live.get(runId);
      // One that is being called off keeps its place until that is written.
      if (live === undefined || this.#closed || live.stop.signal.aborted) continue;
      live.work = this.#run(live).catch((error: unknown) => {
        this.#parts.logger.error({ err: error, run: runId }, 'the end of a backtest could not be written');
      });
    }
    for (const { record } of this.#live.values()) if (record.status === 'QUEUED') this.#tell(record);
  }

  async #run(live: Live): Promise<void> {
    const { table, plays, clock, logger } = this.#parts;
    live.record = { ...live.record, status: 'RUNNING', startedMs: clock.nowMs() };
    this.#tell(live.record);
    try {
      await live.created;
      await table.save(live.record);
      const played = await plays.play(live.choice, live.stop.signal, (fraction) => {
        live.progress = fraction;
        this.#tell(live.record);
      });
      await (played.kind === 'played' ? this.#end(live, 'DONE', played) : this.#end(live, 'FAILED', null, played.reason));
    } catch (error) {
      // A run that the stop of the server cuts off is marked at its next start.
      if (this.#closed) return;
      if (live.stop.signal.aborted) return this.#end(live, 'CANCELED', null);
      logger.error({ err: error, run: live.record.runId }, 'a backtest failed');
      await this.#end(live, 'FAILED', null, { key: 'failed', params: { problem: error instanceof Error ? error.message : String(error) } });
    }
  }

  async #end(live: Live, status: RunRecord['status'], brought: Brought | null, reason: BacktestReason | null = null): Promise<void> {
    const { table, clock } = this.#parts;
    const { runId } = live.record;
    if (this.#live.get(runId) !== live) return;
    live.record = { ...live.record, status, figures: brought?.figures ?? null, reason, endedMs: clock.nowMs() };
    try {
      if (brought === null) await table.save(live.record);
      else await this.#keep(live, brought);
    } finally {
      this.#live.delete(runId);
      this.#queue.remove(runId);
      this.#tell(live.record);
      this.#pump();
    }
  }

  async #keep(live: Live, { result, pages }: Brought): Promise<void> {
    const { table } = this.#parts;
    const kept = await table.finish(live.record, { result: JSON.stringify(result), pages });
    if (kept.ok) return;
    const { error } = kept;
    live.record = { ...live.record, status: 'FAILED', figures: null, reason: { key: 'noRoom', params: { ...error.params } } };
    await table.save(live.record);
  }

  #own(userId: string, runId: string): Live | null {
    const live = this.#live.get(runId);
    return live !== undefined && live.record.userId === userId ? live : null;
  }

  #tell(record: RunRecord): void {
    const view = this.#view(record);
    for (const listener of this.#listeners) listener(record.userId, view);
  }

  #view(record: RunRecord): BacktestView {
    const { runId, status, startedMs } = record;
    const progress = status === 'DONE' ? 1 : (this.#live.get(runId)?.progress ?? 0);
    const elapsedMs = startedMs === null ? 0 : this.#parts.clock.nowMs() - startedMs;
    const isGoing = status === 'RUNNING' && progress >= leastProgress;
    return {
      run_id: runId,
      name: record.name,
      choice: record.choice,
      status,
      reason: record.reason,
      progress,
      remaining: isGoing ? Math.round((elapsedMs * (1 - progress)) / progress) : null,
      position: this.#queue.position(runId),
      create_time: record.createdMs,
      start_time: startedMs,
      end_time: record.endedMs,
      figures: record.figures,
    };
  }
}

function orThrow(outcome: Outcome<void>): void {
  if (!outcome.ok) throw outcome.error;
}
