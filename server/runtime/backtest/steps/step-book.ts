import type { StepsAsk, StepsPage } from '../../../../core/contract/strategy-plays.ts';
import { marketsOfParams } from '../../../../core/domain/accounts/markets-of-params.ts';
import type { BacktestTradeView } from '../../../../schemas/wire/backtest.ts';
import { type BacktestStepView, stepsPerPage } from '../../../../schemas/wire/backtest-steps.ts';
import type { BacktestJob, BacktestRunner } from '../backtest-job.ts';
import { tradeView } from '../kept-run.ts';
import type { RunResult } from '../run-backtest.ts';
import type { StepMoment, StepReader } from './step-recorder.ts';
import { pageSteps, stepView } from './step-view.ts';

/** What a replay must have in common with the run that was kept. */
export interface ReplayProof {
  readonly endEquity: number;
  readonly fills: number;
  /** Time, market, side, price, quantity and fee of the fills that a run keeps. */
  readonly kept: string;
}

const pagesAtOnce = 3;
const mostPagesKept = 8;
/** Times of moments are known at this distance; those between are found by a replay that shows nothing. */
const timesEach = 512;

/** Ends a replay that has told what it was for. */
class ReplayEnough extends Error {}

/** A replay that nobody waits for any more. */
export class ReplayCalledOff extends Error {}

/** All fills that a kept run can be compared by. */
export const fillsText = (trades: readonly BacktestTradeView[]): string =>
  trades.map(({ time, instrument, side, price, qty, fee }) => [time, instrument, side, price, qty, fee].join(' ')).join('\n');

/**
 * A run page by page, by replaying it: what it knows of all of the run are the numbers of its marked moments and some of the times, and of
 * its pages it keeps the last few. Each answer is the same however often and in whichever order it is asked for.
 */
export class StepBook {
  readonly #runner: BacktestRunner;
  readonly #job: BacktestJob;
  readonly #onProgress: (fraction: number) => void;
  readonly #marks: number[] = [];
  readonly #times: number[] = [];
  #moments = 0;
  #isCalledOff: () => boolean = () => false;
  readonly #pages = new Map<string, StepsPage>();

  private constructor(runner: BacktestRunner, job: BacktestJob, onProgress: (fraction: number) => void) {
    this.#runner = runner;
    this.#job = job;
    this.#onProgress = onProgress;
  }

  /** Plays all of it once. Throws BacktestImpossible like a run. */
  static async open(
    runner: BacktestRunner,
    job: BacktestJob,
    keptFills: number,
    onProgress: (fraction: number) => void,
  ): Promise<{ readonly book: StepBook; readonly proof: ReplayProof }> {
    const book = new StepBook(runner, job, onProgress);
    const result = await runner.run(job, { onProgress, steps: { reached: (moment) => book.#survey(moment), take: () => undefined } });
    return { book, proof: proofOf(result, keptFills) };
  }

  /** Throws {@link ReplayCalledOff} as soon as `isCalledOff` says so. */
  async read({ onlyMarked, at }: StepsAsk, isCalledOff: () => boolean = () => false): Promise<StepsPage> {
    this.#isCalledOff = isCalledOff;
    const places = onlyMarked ? this.#marks.length : this.#moments;
    const chosen = 'page' in at ? null : await this.#chosen(at, onlyMarked);
    const place = chosen === null ? 0 : onlyMarked ? lastNotAfter(this.#marks, chosen) : chosen;
    const last = Math.max(0, Math.ceil(places / stepsPerPage) - 1);
    const page = Math.min(last, 'page' in at ? at.page : Math.floor(Math.max(0, place) / stepsPerPage));
    const found = this.#pages.get(keyOf(onlyMarked, page)) ?? (await this.#replay(onlyMarked, page));
    return { ...found, chosen: chosen ?? found.steps[0]?.number ?? null };
  }

  #survey({ number, timeMs, isMarked }: StepMoment): boolean {
    this.#moments = number + 1;
    if (isMarked) this.#marks.push(number);
    if (number % timesEach === 0) this.#times.push(timeMs);
    return false;
  }

  /** Number of the moment that is looked for, in marked pages of a marked one; without a mark on that side it stays where it is. */
  async #chosen(at: Exclude<StepsAsk['at'], { readonly page: number }>, onlyMarked: boolean): Promise<number | null> {
    const marks = this.#marks;
    if ('after' in at) return marks[lastNotAfter(marks, at.after) + 1] ?? (onlyMarked ? (marks.at(-1) ?? null) : this.#within(at.after));
    if ('before' in at) return marks[lastNotAfter(marks, at.before - 1)] ?? (onlyMarked ? (marks[0] ?? null) : this.#within(at.before));
    const number = await this.#numberAt(at.timeMs);
    return onlyMarked ? (marks[lastNotAfter(marks, number)] ?? marks[0] ?? null) : number;
  }

  #within(number: number): number {
    return Math.min(number, this.#moments - 1);
  }

  async #numberAt(timeMs: number): Promise<number> {
    let found = Math.max(0, lastNotAfter(this.#times, timeMs)) * timesEach;
    const until = found + timesEach;
    await this.#play({
      reached: (moment) => {
        if (moment.number >= until || moment.timeMs > timeMs) throw new ReplayEnough();
        found = Math.max(found, moment.number);
        return false;
      },
      take: () => undefined,
    });
    return found;
  }

  /** Replays as far as it takes, and keeps the pages beside it. */
  async #replay(onlyMarked: boolean, page: number): Promise<StepsPage> {
    const marks = this.#marks;
    const numberOf = (place: number): number => (onlyMarked ? (marks[place] as number) : place);
    const places = onlyMarked ? marks.length : this.#moments;
    const firstPage = Math.max(0, page - 1);
    const end = Math.min(places, (firstPage + pagesAtOnce) * stepsPerPage);
    // Of the moment before the first one page only needs what was known then.
    let place = Math.max(0, firstPage * stepsPerPage - 1);
    const steps: BacktestStepView[] = [];
    if (place < end)
      await this.#play({
        reached: ({ number }) => {
          if (place >= end) throw new ReplayEnough();
          if (number !== numberOf(place)) return false;
          place += 1;
          return true;
        },
        take: (step) => steps.push(stepView(step)),
      });
    const offset = firstPage * stepsPerPage - Math.max(0, firstPage * stepsPerPage - 1);
    for (let at = firstPage; at < firstPage + pagesAtOnce; at++) {
      const from = offset + (at - firstPage) * stepsPerPage;
      if (at > firstPage && from >= steps.length) break;
      this.#keep(keyOf(onlyMarked, at), this.#pageOf(at, steps, from));
    }
    return this.#pages.get(keyOf(onlyMarked, page)) as StepsPage;
  }

  #pageOf(page: number, steps: readonly BacktestStepView[], from: number): StepsPage {
    const before = steps[from - 1]?.sheet ?? null;
    let known = '';
    const shown = pageSteps(steps.slice(from, from + stepsPerPage)).map((step) => {
      const text = JSON.stringify(step.sheet);
      if (text === known) return { ...step, sheet: null };
      known = text;
      return step;
    });
    const markets = marketsOfParams(this.#job.params).map(({ instrumentId }) => instrumentId);
    return { moments: this.#moments, marked: this.#marks.length, markets, page, chosen: null, before, steps: shown };
  }

  #keep(key: string, page: StepsPage): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) if (this.#pages.size > mostPagesKept) this.#pages.delete(oldest);
  }

  async #play({ reached, take }: StepReader): Promise<void> {
    const isCalledOff = this.#isCalledOff;
    const steps: StepReader = {
      reached: (moment) => {
        if (isCalledOff()) throw new ReplayCalledOff();
        return reached(moment);
      },
      take,
    };
    try {
      await this.#runner.run(this.#job, { onProgress: this.#onProgress, steps });
    } catch (error) {
      if (!(error instanceof ReplayEnough)) throw error;
    }
  }
}

const keyOf = (onlyMarked: boolean, page: number): string => `${onlyMarked} ${page}`;

function proofOf(result: RunResult, keptFills: number): ReplayProof {
  const trades = Array.from({ length: Math.min(keptFills, result.fills.length) }, (_, at) => tradeView(result, at));
  return { endEquity: result.statistics.endEquity, fills: result.fills.length, kept: fillsText(trades) };
}

/** Index of the last number that is not after another; -1 when all are. */
function lastNotAfter(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
