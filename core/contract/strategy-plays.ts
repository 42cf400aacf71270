import type {
  BacktestChoice,
  BacktestFigures,
  BacktestReason,
  BacktestResultView,
  BacktestSourceView,
  BacktestTradeView,
} from '../../schemas/wire/backtest.ts';
import type { BacktestStepsView } from '../../schemas/wire/backtest-steps.ts';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import type { Principal } from './access.ts';
import type { Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';

/** The detail, rows and folds of a play. */
export type PlayResult = Omit<BacktestResultView, 'run'>;

/** What a play has come to, of bounded size. */
export type Played =
  | {
      readonly kind: 'played';
      /** Of the whole, of the best of a sweep, or of all tests of a walk forward; null when none of its tests could be played. */
      readonly figures: BacktestFigures | null;
      readonly result: PlayResult;
      /** Every fill: JSON of lists of {@link BacktestTradeView}, `tradesPerPage` in each. */
      readonly pages: readonly string[];
    }
  /** It cannot be simulated. */
  | { readonly kind: 'impossible'; readonly reason: BacktestReason };

/** A play that was kept, to be played again. */
export interface KeptPlay {
  readonly choice: BacktestChoice;
  readonly figures: Pick<BacktestFigures, 'end_equity' | 'fills'>;
  /** The fills of its pages, in order. */
  readonly trades: readonly BacktestTradeView[];
}

/** What is looked for: a page, the last moment not after a time in ms, or the marked moment next to a number. */
export interface StepsAsk {
  readonly onlyMarked: boolean;
  readonly at: { readonly page: number } | { readonly timeMs: number } | { readonly after: number } | { readonly before: number };
}

export type StepsPage = Omit<BacktestStepsView, 'ready' | 'progress' | 'position'>;

/** A play moment by moment, in a thread of its own; it answers one question at a time. */
export interface StepsOfPlay {
  /** Null when it was called off. Throws BACKTEST_CHANGED when it cannot be played as far. */
  page(ask: StepsAsk, onProgress: (fraction: number) => void): Promise<StepsPage | null>;
  /** Ends the answer that is being made, if one is. */
  callOff(): void;
  close(): Promise<void>;
}

/** Told between 0 and 1. */
export type PlayProgress = (fraction: number) => void;

/**
 * Plays strategies over a stretch of the past, recorded or of the house's own candles, each in threads of its own with limits. It keeps nothing:
 * who may ask how often, what waits and what is kept of it is the plugin's.
 */
export interface StrategyPlays {
  /** How many may go on at once without taking from markets and orders. */
  readonly atOnce: number;
  /** What these markets can be played over; without ids all that is recorded. */
  sources(ids: readonly InstrumentId[] | null): Promise<readonly BacktestSourceView[]>;
  /** Why the caller may not play the strategy, or the first rule that the choice breaks. */
  check(principal: Principal, choice: BacktestChoice): Outcome<null>;
  /** What the accounts that the params name pay in their markets from now on, of those that the caller may see. */
  accountFees(principal: Principal, params: BacktestChoice['params']): NonNullable<BacktestChoice['account_fees']>;
  /** Rejects when the signal aborts. */
  play(choice: BacktestChoice, signal: AbortSignal, onProgress: PlayProgress): Promise<Played>;
  /**
   * Plays all of it again and compares it with what was kept. Throws BACKTEST_CHANGED when it does not come out the same. Threads end when the
   * signal aborts, which rejects what is under way.
   */
  replay(kept: KeptPlay, signal: AbortSignal, onProgress: PlayProgress): Promise<StepsOfPlay>;
}
export const STRATEGY_PLAYS: Token<StrategyPlays> = token<StrategyPlays>('tessera.strategy-plays', 'Strategies played over the past');
