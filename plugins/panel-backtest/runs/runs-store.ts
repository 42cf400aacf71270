import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { itemsOf, type TopicMessage } from '../../../core/contract/stream-items.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { BacktestChoice, BacktestCurve, BacktestResultView, BacktestView } from '../../../schemas/wire/backtest.ts';
import type { Services } from '../requires.ts';

export const namespace = 'panel-backtest';

export const isUnderWay = ({ status }: Pick<BacktestView, 'status'>): boolean => status === 'QUEUED' || status === 'RUNNING';

export interface ComparedRun {
  readonly run: BacktestView;
  readonly curve: BacktestCurve | null;
}

/** The user's backtests: the kept ones, those that go on, the one that is looked at, and those that are compared. */
export class RunsStore {
  runs: readonly BacktestView[] = [];
  loading = true;
  failed = false;
  chosen: string | null = null;
  /** Of the chosen run; null while it loads, and for one that has none. */
  result: BacktestResultView | null = null;
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
      const known = new Map(this.runs.map((run) => [run.run_id, run]));
      this.runs = reply.value.map((run) => newer(known.get(run.run_id), run));
    });
  }

  get chosenRun(): BacktestView | null {
    return this.runs.find(({ run_id }) => run_id === this.chosen) ?? null;
  }

  /** Looks at a run; null closes the view. */
  choose(runId: string | null): void {
    this.chosen = runId;
    this.result = null;
    if (runId !== null) void this.loadResult(runId);
  }

  async loadResult(runId: string): Promise<void> {
    this.resultState = 'loading';
    const reply = await this.services.api.call('backtestResult', { query: { run_id: runId } });
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
    this.choose(reply.value.run_id);
    return true;
  }

  async cancel({ run_id }: BacktestView): Promise<void> {
    const reply = await this.services.api.call('backtestCancel', { body: { run_id } });
    if (reply.ok) this.put(reply.value);
    else this.services.notices.error(reply.error);
  }

  async rename({ run_id }: BacktestView, name: string): Promise<void> {
    const reply = await this.services.api.call('backtestRename', { body: { run_id, name } });
    if (reply.ok) this.put(reply.value);
    else this.services.notices.error(reply.error);
  }

  /** Deletes at once and offers to take it back. */
  async remove(run: BacktestView): Promise<void> {
    const { api, notices, texts } = this.services;
    const { run_id } = run;
    const reply = await api.call('backtestDelete', { body: { run_id } });
    if (!reply.ok) return notices.error(reply.error);
    runInAction(() => {
      this.runs = this.runs.filter((one) => one.run_id !== run_id);
    });
    if (this.chosen === run_id) this.choose(null);
    this.compare(this.compared.filter((one) => one !== run_id));
    notices.show('info', texts.t(namespace, 'deleted', { name: run.name }), {
      action: {
        label: texts.t(namespace, 'undo'),
        run: () => void this.restore(run_id),
      },
    });
  }

  compare(runIds: readonly string[]): void {
    this.compared = runIds;
    this.comparison = null;
    if (runIds.length > 1) void this.loadComparison(runIds);
  }

  private async loadComparison(runIds: readonly string[]): Promise<void> {
    const reply = await this.services.api.call('backtestCompare', { query: { run_ids: runIds.join(',') } });
    runInAction(() => {
      if (this.compared !== runIds) return;
      if (reply.ok) this.comparison = reply.value;
      else this.services.notices.error(reply.error);
    });
  }

  private async restore(runId: string): Promise<void> {
    const reply = await this.services.api.call('backtestRestore', { body: { run_id: runId } });
    if (reply.ok) this.put(reply.value);
    else this.services.notices.error(reply.error);
  }

  private take(message: TopicMessage): void {
    const told = itemsOf<BacktestView>(message);
    for (const run of told) this.put(run);
    const isTold = (runId: string): boolean => told.some(({ run_id }) => run_id === runId);
    // A snapshot has only those that are under way: others have ended while nobody listened.
    if (message.k === 's' && this.runs.some((run) => isUnderWay(run) && !isTold(run.run_id))) void this.reload();
  }

  private async reload(): Promise<void> {
    await this.load();
    if (this.chosen !== null && this.result !== null && isUnderWay(this.result.run)) void this.loadResult(this.chosen);
  }

  private put(run: BacktestView): void {
    const before = this.runs.find(({ run_id }) => run_id === run.run_id);
    if (newer(before, run) !== run) return;
    this.runs =
      before === undefined
        ? [run, ...this.runs].sort((a, b) => b.create_time - a.create_time)
        : this.runs.map((one) => (one.run_id === run.run_id ? run : one));
    const hasEnded = !isUnderWay(run) && (before === undefined || isUnderWay(before));
    if (!hasEnded || run.run_id !== this.chosen) return;
    // What was read while it went on is no result.
    this.result = null;
    void this.loadResult(run.run_id);
  }
}

/** What is told late must not bring an ended run back. */
const newer = (before: BacktestView | undefined, run: BacktestView): BacktestView =>
  before !== undefined && !isUnderWay(before) && isUnderWay(run) ? before : run;
