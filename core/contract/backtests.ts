import type {
  BacktestChoice,
  BacktestResultView,
  BacktestSourceView,
  BacktestTradeView,
  BacktestView,
} from '../../schemas/wire/backtest.ts';
import type { BacktestStepsView } from '../../schemas/wire/backtest-steps.ts';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import type { Principal } from './access.ts';
import type { Outcome } from './app-error.ts';
import { type Disposer, type Token, token } from './token.ts';

/** What a run has brought. */
export type BacktestKept = Omit<BacktestResultView, 'run'>;

/** What is looked for in a run: a page, the last moment not after a time in ms, or the marked moment next to a number. */
export interface BacktestStepsAsk {
  readonly onlyMarked: boolean;
  readonly at: { readonly page: number } | { readonly timeMs: number } | { readonly after: number } | { readonly before: number };
}

/** Strategies played over the past, in the words of the wire: runs wait in a queue, go on in threads of their own and are kept. */
export interface Backtests {
  /** What these markets can be played on; without ids all that is recorded. */
  sources(ids: readonly InstrumentId[] | null): Promise<readonly BacktestSourceView[]>;
  /** Puts a run into the queue; its owner is the caller. */
  begin(principal: Principal, name: string, choice: BacktestChoice): Promise<Outcome<BacktestView>>;
  /** BACKTEST_UNKNOWN also for a run of somebody else, here and below. */
  cancel(userId: string, runId: string): Promise<Outcome<BacktestView>>;
  find(userId: string, runId: string): Promise<Outcome<BacktestView>>;
  list(userId: string): Promise<readonly BacktestView[]>;
  /** Those that wait or go on. */
  running(userId: string): readonly BacktestView[];
  /** Null while there is nothing. */
  result(userId: string, runId: string): Promise<Outcome<BacktestKept | null>>;
  trades(userId: string, runId: string, page: number): Promise<Outcome<BacktestTradeView[]>>;
  rename(userId: string, runId: string, name: string): Promise<Outcome<BacktestView>>;
  delete(userId: string, runId: string): Promise<Outcome<null>>;
  restore(userId: string, runId: string): Promise<Outcome<BacktestView>>;
  /** A page of what happened; not ready while it takes long: the same question again waits on. `gone` aborts when the caller went away. */
  steps(userId: string, runId: string, ask: BacktestStepsAsk, gone: AbortSignal): Promise<Outcome<BacktestStepsView>>;
  /** True when somebody was stepping through the run. */
  closeSteps(userId: string, runId: string): Promise<boolean>;
  /** Tells of every change of a run, its end included. */
  onChange(listener: (userId: string, run: BacktestView) => void): Disposer;
}
export const BACKTESTS: Token<Backtests> = token<Backtests>('tessera.backtests', 'Strategies played over the past');
