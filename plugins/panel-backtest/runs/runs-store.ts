import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { BacktestChoice, BacktestCurve, BacktestResult, BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { itemsOf, type TopicMessage } from '../../../core/contract/stream-items.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Services } from '../requires.ts';

export const namespace = 'panel-backtest';

export const isUnderWay = ({ status }: Pick<BacktestRun, 'status'>): boolean => status === 'QUEUED' || status === 'RUNNING';

export interface ComparedRun {
  readonly run: BacktestRun;
  readonly curve: BacktestCurve | null;
}

/** The user's backtests: the kept ones, those that go on, the one that is looked at, and those that are compared. */
export class RunsStore {
  runs: readonly BacktestRun[] = [];
  loading = true;
  failed = false;
  chosen: string | null = null;
  /** Of the chosen run; null while it loads, and for one that has none. */
  result: BacktestResult | null = null;
  resultState: 'loading' | 'ready' | 'failed' = 'ready';
  /** Runs that stand side by side, in order of choosing. */
  compared: readonly string[] = [];
  comparison: readonly ComparedRun[] | null = null;
  private readonly services: Services;

  constructor(services: Services) {
    this.services = services;
    makeAutoObservable<this, 'services'>(
      this,
      { runs: observableRef, result: observableRef, compared: observableRef, comparison: observableRef, services: false },
      { autoBind: true },
    );
  }

  /** Follows the runs until disposed. */
  open(): Disposer {
    void this.load();
    return this.services.stream.subscribe('backtests', (message) => this.take(message));
  }

  async load(): Promise<void> {
    const reply = await this.services.api.call('backtestList', {});
    runInAction(() => {
      this.loading = false;
      this.failed = !reply.ok;
      if (!reply.ok) return;
      const known = new Map(this.runs.map((run) => [run.runId, run]));
      this.runs = reply.value.map((run) => newer(known.get(run.runId), run));
    });
  }

  get chosenRun(): BacktestRun | null {
    return this.runs.find(({ runId }) => runId === this.chosen) ?? null;
  }

  /** Looks at a run; null closes the view. */
  choose(runId: string | null): void {
    this.chosen = runId;
    this.result = null;
    if (runId !== null) void this.loadResult(runId);
  }

  async loadResult(runId: string): Promise<void> {
    this.resultState = 'loading';
    const reply = await this.services.api.call('backtestResult', { query: { runId: runId } });
    runInAction(() => {
      if (this.chosen !== runId) return;
      this.resultState = reply.ok ? 'ready' : 'failed';
      this.result = reply.ok ? reply.value : null;
    });
  }

  /** Puts a run into the queue and looks at it; a refusal is shown. True when it was taken. */
  async start(name: string, choice: BacktestChoice): Promise<boolean> {
    const reply = await this.services.api.call('backtestStart', { body: { name, choice } });
    if (!reply.ok) {
      this.services.notices.error(reply.error);
      return false;
    }
    this.put(reply.value);
    this.compare([]);
    this.choose(reply.value.runId);
    return true;
  }

  async cancel({ runId }: BacktestRun): Promise<void> {
    const reply = await this.services.api.call('backtestCancel', { body: { runId } });
    if (reply.ok) this.put(reply.value);
    else this.services.notices.error(reply.error);
  }

  async rename({ runId }: BacktestRun, name: string): Promise<void> {
    const reply = await this.services.api.call('backtestRename', { body: { runId, name } });
    if (reply.ok) this.put(reply.value);
    else this.services.notices.error(reply.error);
  }

  /** Deletes at once and offers to take it back. */
  async remove(run: BacktestRun): Promise<void> {
    const { api, notices, texts } = this.services;
    const { runId } = run;
    const reply = await api.call('backtestDelete', { body: { runId } });
    if (!reply.ok) return notices.error(reply.error);
    runInAction(() => {
      this.runs = this.runs.filter((one) => one.runId !== runId);
    });
    if (this.chosen === runId) this.choose(null);
    this.compare(this.compared.filter((one) => one !== runId));
    notices.show('info', texts.t(namespace, 'deleted', { name: run.name }), {
      action: {
        label: texts.t(namespace, 'undo'),
        run: () => void this.restore(runId),
      },
    });
  }

  compare(runIds: readonly string[]): void {
    this.compared = runIds;
    this.comparison = null;
    if (runIds.length > 1) void this.loadComparison(runIds);
  }

  private async loadComparison(runIds: readonly string[]): Promise<void> {
    const reply = await this.services.api.call('backtestCompare', { query: { runIds: runIds.join(',') } });
    runInAction(() => {
      if (this.compared !== runIds) return;
      if (reply.ok) this.comparison = reply.value;
      else this.services.notices.error(reply.error);
    });
  }

  private async restore(runId: string): Promise<void> {
    const reply = await this.services.api.call('backtestRestore', { body: { runId: runId } });
    if (reply.ok) this.put(reply.value);
    else this.services.notices.error(reply.error);
  }

  private take(message: TopicMessage): void {
    const told = itemsOf<BacktestRun>(message);
    for (const run of told) this.put(run);
    const isTold = (runId: string): boolean => told.some((run) => run.runId === runId);
    // A snapshot has only those that are under way: others have ended while nobody listened.
    if (message.k === 's' && this.runs.some((run) => isUnderWay(run) && !isTold(run.runId))) void this.reload();
  }

  private async reload(): Promise<void> {
    await this.load();
    if (this.chosen !== null && this.result !== null && isUnderWay(this.result.run)) void this.loadResult(this.chosen);
  }

  private put(run: BacktestRun): void {
    const before = this.runs.find(({ runId }) => runId === run.runId);
    if (newer(before, run) !== run) return;
    this.runs =
      before === undefined
        ? [run, ...this.runs].sort((a, b) => b.createdMs - a.createdMs)
        : this.runs.map((one) => (one.runId === run.runId ? run : one));
    const hasEnded = !isUnderWay(run) && (before === undefined || isUnderWay(before));
    if (!hasEnded || run.runId !== this.chosen) return;
    // What was read while it went on is no result.
    this.result = null;
    void this.loadResult(run.runId);
  }
}

/** What is told late must not bring an ended run back. */
const newer = (before: BacktestRun | undefined, run: BacktestRun): BacktestRun =>
  before !== undefined && !isUnderWay(before) && isUnderWay(run) ? before : run;
