import type { Principal } from '../../../core/contract/access.ts';
import { AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { AccountFees } from '../../../core/domain/accounts/fee-schedule.ts';
import { marketsOfParams } from '../../../core/domain/accounts/markets-of-params.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { Turns } from '../../../core/domain/turns.ts';
import {
  type BacktestChoice,
  type BacktestStatus,
  type BacktestTradeView,
  type BacktestView,
  maxBacktests,
  maxWaitingBacktests,
} from '../../../schemas/wire/backtest.ts';
import type { Quota } from '../../store/quota/user-quota.ts';
import type { Json } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { BacktestRecord } from '../../store/strategies/backtest-store.ts';
import type { Strategy, StrategyCatalogue } from '../instances/strategy-catalogue.ts';
import { checkChoice } from './backtest-choice.ts';
import { type BacktestReason, impossibleOf } from './backtest-impossible.ts';
import { BacktestThreadClosed } from './backtest-thread.ts';
import { figuresView, type KeptResult, reasonView, resultOf } from './backtest-views.ts';
import type { RunOutcome } from './perform-run.ts';
import { type RunChoiceParts, runChoice } from './run-choice.ts';
import { RunQueue } from './run-queue.ts';

export interface BacktestServiceParts extends RunChoiceParts {
  readonly backtests: Store['backtests'];
  readonly quota: Quota;
  readonly catalogue: Pick<StrategyCatalogue, 'check'>;
  /** The strategy, or why the caller may not start it. */
  readonly admit: (principal: Principal, strategy: string) => Outcome<Strategy>;
  /** What an account pays in a market; null where the caller may not see it or its exchange charges all the same. */
  readonly feesOf: (principal: Principal, apiId: ApiId, id: InstrumentId) => AccountFees | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** A run that waits or goes on. */
interface Live {
  record: BacktestRecord;
  readonly choice: BacktestChoice;
  progress: number;
  readonly stop: AbortController;
  /** Settles when the store knows of it. */
  readonly created: Promise<void>;
  /** Settles when it has ended; null while it waits. */
  work: Promise<void> | null;
}

/** How long a deleted run can be restored. */
const keptDeletedMs = 24 * 60 * 60_000;
const purgeEveryMs = 60 * 60_000;
/** Nothing sensible can be said about the time that is left before. */
const leastProgress = 0.02;

/** Backtests of users: they wait in a queue, run in threads of their own, and are kept with what they bring. */
export class BacktestService {
  readonly #parts: BacktestServiceParts;
  readonly #queue: RunQueue;
  readonly #live = new Map<string, Live>();
  /** What waits for a place and is no run, by the same rules. */
  readonly #guests = new Map<string, () => void>();
  readonly #listeners = new Set<(userId: string, run: BacktestView) => void>();
  /** Runs are counted and added by one caller after the other: two at once do not take the same last place. */
  readonly #turns = new Turns();
  #closed = false;

  constructor(parts: BacktestServiceParts) {
    this.#parts = parts;
    // One core stays free for markets and orders.
    this.#queue = new RunQueue(Math.max(1, parts.cores - 1));
  }

  /** Runs that the last stop has cut off are told apart from those that ended. */
  async start(): Promise<Disposer> {
    const { backtests, clock } = this.#parts;
    await backtests.end(['QUEUED', 'RUNNING'] satisfies BacktestStatus[], 'INTERRUPTED' satisfies BacktestStatus, clock.nowMs());
    const stopPurging = clock.every(purgeEveryMs, async () => {
      await backtests.purge(clock.nowMs() - keptDeletedMs);
    });
    return async () => {
      this.#closed = true;
      stopPurging();
      const live = [...this.#live.values()];
      for (const { stop } of live) stop.abort();
      await Promise.all(live.map(({ work }) => work));
    };
  }

  /** Puts a run into the queue; its owner is the caller. */
  async begin(principal: Principal, name: string, choice: BacktestChoice): Promise<Outcome<BacktestView>> {
    const { userId } = principal;
    if (userId === null) return refused('SESSION_MISSING');
    const wrong = this.#problem(principal, choice);
    if (!wrong.ok) return wrong;
    const asked = { ...choice, account_fees: this.#accountFees(principal, choice) };
    return this.#turns.take(() => this.#add(userId, name, asked));
  }

  /** As it is now: a run that is played again later pays what it paid. */
  #accountFees(principal: Principal, { params }: BacktestChoice): NonNullable<BacktestChoice['account_fees']> {
    return marketsOfParams(params).flatMap(({ apiId, instrumentId }) => {
      const fees = apiId === null ? null : this.#parts.feesOf(principal, apiId, instrumentId);
      return apiId === null || fees === null
        ? []
        : [{ api_id: apiId, id: instrumentId, maker_fee: fees.makerFee, taker_fee: fees.takerFee }];
    });
  }

  async #add(userId: string, name: string, choice: BacktestChoice): Promise<Outcome<BacktestView>> {
    const { backtests, quota, clock, newId } = this.#parts;
    if ((await backtests.count(userId)) >= maxBacktests) return refused('BACKTEST_TOO_MANY', { limit: maxBacktests });
    if (this.#queue.countOf(userId) >= maxWaitingBacktests) return refused('BACKTEST_QUEUE_FULL', { limit: maxWaitingBacktests });
    const record: BacktestRecord = {
      ...{ runId: `b${newId().replaceAll('-', '').slice(0, 19)}`, userId, name, choice: choice as unknown as Json },
      ...{ status: 'QUEUED' satisfies BacktestStatus, reason: null, figures: null },
      ...{ createdMs: clock.nowMs(), startedMs: null, endedMs: null },
    };
    const created = quota.within(userId, (within) => within.backtests.create(record)).then(orThrow);
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
    const record = this.#own(userId, runId)?.record ?? (await this.#parts.backtests.get(userId, runId));
    return record === null ? refused('BACKTEST_UNKNOWN') : accepted(this.#view(record));
  }

  async list(userId: string): Promise<readonly BacktestView[]> {
    const records = await this.#parts.backtests.list(userId, maxBacktests);
    return records.map((record) => this.#view(this.#live.get(record.runId)?.record ?? record));
  }

  /** Those that wait or go on. */
  running(userId: string): readonly BacktestView[] {
    return [...this.#live.values()].filter(({ record }) => record.userId === userId).map(({ record }) => this.#view(record));
  }

  /** What a run of the user has brought; null while there is nothing. */
  async result(userId: string, runId: string): Promise<Outcome<KeptResult | null>> {
    const found = await this.find(userId, runId);
    if (!found.ok) return found;
    const text = await this.#parts.backtests.result(runId);
    return accepted(text === null ? null : (JSON.parse(text) as KeptResult));
  }

  async trades(userId: string, runId: string, page: number): Promise<Outcome<BacktestTradeView[]>> {
    const found = await this.find(userId, runId);
    if (!found.ok) return found;
    const text = await this.#parts.backtests.page(runId, page);
    return accepted(text === null ? [] : (JSON.parse(text) as BacktestTradeView[]));
  }

  async rename(userId: string, runId: string, name: string): Promise<Outcome<BacktestView>> {
    if (!(await this.#parts.backtests.rename(userId, runId, name))) return refused('BACKTEST_UNKNOWN');
    const live = this.#own(userId, runId);
    if (live !== null) live.record = { ...live.record, name };
    return this.find(userId, runId);
  }

  async delete(userId: string, runId: string): Promise<Outcome<null>> {
    if (this.#own(userId, runId) !== null) return refused('BACKTEST_RUNNING');
    const { backtests, clock } = this.#parts;
    return (await backtests.delete(userId, runId, clock.nowMs())) ? accepted(null) : refused('BACKTEST_UNKNOWN');
  }

  restore(userId: string, runId: string): Promise<Outcome<BacktestView>> {
    const { backtests } = this.#parts;
    return this.#turns.take(async () => {
      if ((await backtests.count(userId)) >= maxBacktests) return refused('BACKTEST_TOO_MANY', { limit: maxBacktests });
      return (await backtests.restore(userId, runId)) ? this.find(userId, runId) : refused('BACKTEST_UNKNOWN');
    });
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

  #problem(principal: Principal, choice: BacktestChoice): Outcome<null> {
    const { admit, catalogue, markets } = this.#parts;
    const strategy = admit(principal, choice.strategy);
    if (!strategy.ok) return strategy;
    const checked = catalogue.check(strategy.value, choice.params);
    if (!checked.ok) return checked;
    const named = marketsOfParams(choice.params);
    const unknown = choice.origin === 'house' ? named.find(({ instrumentId }) => markets.instrument(instrumentId) === null) : undefined;
    if (unknown !== undefined) return refused('STRATEGY_UNKNOWN_PAIR', { instrument: unknown.instrumentId });
    return checkChoice(choice, strategy.value.schema);
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
    const { backtests, clock, logger } = this.#parts;
    live.record = { ...live.record, status: 'RUNNING' satisfies BacktestStatus, startedMs: clock.nowMs() };
    this.#tell(live.record);
    try {
      await live.created;
      await backtests.save(live.record);
      const outcome = await runChoice(this.#parts, live.choice, live.stop.signal, (fraction) => {
        live.progress = fraction;
        this.#tell(live.record);
      });
      await this.#end(live, 'DONE', outcome);
    } catch (error) {
      // A run that the stop of the server cuts off is marked at its next start.
      if (this.#closed) return;
      if (live.stop.signal.aborted || error instanceof BacktestThreadClosed) return this.#end(live, 'CANCELED', null);
      const impossible = impossibleOf(error);
      if (impossible === null) logger.error({ err: error, run: live.record.runId }, 'a backtest failed');
      const problem = error instanceof Error ? error.message : String(error);
      await this.#end(live, 'FAILED', null, impossible?.reason ?? { key: 'failed', params: { problem } });
    }
  }

  async #end(live: Live, status: BacktestStatus, outcome: RunOutcome | null, reason: BacktestReason | null = null): Promise<void> {
    const { backtests, quota, clock } = this.#parts;
    const { runId, userId } = live.record;
    if (this.#live.get(runId) !== live) return;
    const statistics = outcome?.kept?.statistics ?? outcome?.joined ?? null;
    const figures = statistics === null ? null : figuresView(statistics);
    live.record = { ...live.record, status, figures, reason: viewOf(reason), endedMs: clock.nowMs() };
    const output = outcome === null ? undefined : { result: JSON.stringify(resultOf(outcome)), pages: outcome.kept?.pages ?? [] };
    try {
      const saved = await quota.within(userId, (within) => within.backtests.save(live.record, output));
      if (!saved.ok) {
        const full = viewOf({ key: 'noRoom', params: saved.error.params });
        live.record = { ...live.record, status: 'FAILED' satisfies BacktestStatus, figures: null, reason: full };
        await backtests.save(live.record);
      }
    } finally {
      this.#live.delete(runId);
      this.#queue.remove(runId);
      this.#tell(live.record);
      this.#pump();
    }
  }

  #own(userId: string, runId: string): Live | null {
    const live = this.#live.get(runId);
    return live !== undefined && live.record.userId === userId ? live : null;
  }

  #tell(record: BacktestRecord): void {
    const view = this.#view(record);
    for (const listener of this.#listeners) listener(record.userId, view);
  }

  #view(record: BacktestRecord): BacktestView {
    const { runId, status, startedMs } = record;
    const progress = status === 'DONE' ? 1 : (this.#live.get(runId)?.progress ?? 0);
    const elapsedMs = startedMs === null ? 0 : this.#parts.clock.nowMs() - startedMs;
    const isGoing = status === 'RUNNING' && progress >= leastProgress;
    return {
      run_id: runId,
      name: record.name,
      choice: record.choice as unknown as BacktestChoice,
      status: status as BacktestStatus,
      reason: record.reason as BacktestView['reason'],
      progress,
      remaining: isGoing ? Math.round((elapsedMs * (1 - progress)) / progress) : null,
      position: this.#queue.position(runId),
      create_time: record.createdMs,
      start_time: startedMs,
      end_time: record.endedMs,
      figures: record.figures as BacktestView['figures'],
    };
  }
}

const viewOf = (reason: BacktestReason | null): Json => (reason === null ? null : reasonView(reason));

function orThrow(outcome: Outcome<void>): void {
  if (!outcome.ok) throw outcome.error;
}
