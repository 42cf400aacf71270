import type { Fill } from '../../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { FundingPayment } from '../../../../core/simulation/clearing/clearing.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import { askingActions, type BacktestStepView, type StepCallView, type StepFillView } from '../../../../schemas/wire/backtest-steps.ts';
import type { DriverCall } from '../../driver/driver-call.ts';
import type { SimulatedSession } from '../../simulation/simulated-session.ts';
import type { FeedRange, FeedWatch } from '../feeds/backtest-feed.ts';
import { exposedAt } from '../figures/equity-curve.ts';
import { fundingView } from '../kept-run.ts';
import type { RunWatch } from '../run-watch.ts';
import { type FullStepSheet, sheetOf } from './step-sheet.ts';

/** A moment of a run with all that happened in it. */
export interface RunStep extends Omit<BacktestStepView, 'sheet' | 'more_calls' | 'cut'> {
  readonly sheet: FullStepSheet;
}

export interface StepMoment {
  /** From 0, in order of time. */
  readonly number: number;
  readonly timeMs: number;
  /** As {@link BacktestStepView} has it. */
  readonly isMarked: boolean;
  /** Somebody was called. */
  readonly isCalled: boolean;
}

/** Hears of a run moment by moment. */
export interface StepReader {
  /** True: `take` shall be told of it. Throwing ends the run. */
  reached(moment: StepMoment): boolean;
  take(step: RunStep): void;
}

type Candle = NonNullable<BacktestStepView['candles'][number]>;

/** What a moment that was passed changes of those that the session knows: it stands at the last of them already. */
interface Passed {
  readonly market: number;
  readonly price: number;
  readonly equity: number | null;
}

const asking: ReadonlySet<string> = new Set(askingActions);

const isMark = ({ hook, actions }: StepCallView): boolean =>
  hook === 'onOrder' || actions.some((action) => asking.has((action as { readonly type: string }).type));

/** Gathers what happens until a moment is over. A moment is a close of bars, or an event of a recorded book or trade; the start and the stop are two more. */
export class StepRecorder {
  readonly #reader: StepReader;
  readonly #range: FeedRange;
  calls: StepCallView[] = [];
  fills: StepFillView[] = [];
  funding: FundingPayment[] = [];
  #count = 0;

  constructor(reader: StepReader, range: FeedRange) {
    this.#reader = reader;
    this.#range = range;
  }

  called({ tag, hook, about, actions }: DriverCall, timeMs: number): void {
    this.calls.push({ time: timeMs, tag, hook: hook as StepCallView['hook'], event: about, actions: [...actions] });
  }

  filled({ timeMs, instrumentId, side, price, qty, fee, feeAsset, liquidity }: Fill): void {
    this.fills.push({ time: timeMs, instrument: instrumentId, side, price, qty, fee, fee_asset: feeAsset, maker: liquidity === 'MAKER' });
  }

  funded(payment: FundingPayment): void {
    this.funding.push(payment);
  }

  /** Ends a moment; one of the history before the range is nobody's. */
  close(timeMs: number, rest: () => Pick<RunStep, 'equity' | 'prices' | 'candles' | 'sheet'>): void {
    if (timeMs >= this.#range.fromMs) {
      const { calls, fills, funding } = this;
      const isMarked = fills.length > 0 || funding.length > 0 || calls.some(isMark);
      const number = this.#count++;
      if (this.#reader.reached({ number, timeMs, isMarked, isCalled: calls.length > 0 }))
        this.#reader.take({ number, time: timeMs, marked: isMarked, calls, fills, funding: funding.map(fundingView), ...rest() });
    }
    if (this.calls.length > 0) this.calls = [];
    if (this.fills.length > 0) this.fills = [];
    if (this.funding.length > 0) this.funding = [];
  }

  watching(session: SimulatedSession, watch: RunWatch, instruments: readonly Instrument[]): StepWatch {
    return new StepWatch(this, session, watch, instruments, this.#range);
  }
}

/** Sees where moments end, and values the accounts then. */
class StepWatch implements FeedWatch {
  readonly #recorder: StepRecorder;
  readonly #session: SimulatedSession;
  readonly #watch: RunWatch;
  readonly #instruments: readonly Instrument[];
  readonly #range: FeedRange;
  #nowMs: number;
  /** Bars of the moment, by market. */
  readonly #bars: ({ readonly series: BarSeries; readonly at: number } | null)[];

  constructor(recorder: StepRecorder, session: SimulatedSession, watch: RunWatch, instruments: readonly Instrument[], range: FeedRange) {
    this.#recorder = recorder;
    this.#session = session;
    this.#watch = watch;
    this.#instruments = instruments;
    this.#range = range;
    this.#nowMs = session.startMs;
    this.#bars = instruments.map(() => null);
  }

  get nextMs(): number {
    return this.#watch.nextMs;
  }

  reached(timeMs: number): Promise<void> | undefined {
    return this.#watch.reached(timeMs);
  }

  moment(timeMs: number): void {
    this.#watch.moment(timeMs);
    this.#begin(timeMs);
  }

  played(id: InstrumentId, series: BarSeries, at: number): void {
    this.#bars[this.#marketOf(id)] = { series, at };
  }

  passed(id: InstrumentId, series: BarSeries, from: number, to: number): void {
    this.#watch.passed(id, series, from, to);
    const market = this.#marketOf(id);
    const { openMs, close, lengthMs, grid } = series;
    const exposure = this.#watch.exposure(id, 10 ** grid.priceDecimals);
    const { value } = this.#watch;
    const rest = value === null ? null : value - exposedAt(exposure, close[to - 1] as number);
    let before: Passed | null = null;
    for (let at = from; at < to; at++) {
      this.#begin((openMs[at] as number) + lengthMs - 1, before);
      this.#bars[market] = { series, at };
      const ticks = close[at] as number;
      before = { market, price: ticks / 10 ** grid.priceDecimals, equity: rest === null ? null : rest + exposedAt(exposure, ticks) };
    }
  }

  /** The data is over; what comes is the stop. */
  stopping(): void {
    if (Number.isFinite(this.#nowMs)) this.#close(null);
    this.#nowMs = this.#range.toMs;
  }

  end(): void {
    this.#close(null);
  }

  #begin(timeMs: number, passed: Passed | null = null): void {
    if (timeMs <= this.#nowMs) return;
    this.#close(passed);
    this.#nowMs = timeMs;
  }

  #close(passed: Passed | null): void {
    this.#recorder.close(this.#nowMs, () => ({
      equity: passed === null ? this.#watch.value : passed.equity,
      prices: this.#instruments.map(({ id }, market) =>
        passed?.market === market ? passed.price : this.#session.exchanges.lastNumber(id),
      ),
      candles: this.#bars.map((bar) => (bar === null ? null : candleOf(bar.series, bar.at))),
      sheet: sheetOf(this.#session.driver),
    }));
    this.#bars.fill(null);
  }

  #marketOf(id: InstrumentId): number {
    return this.#instruments.findIndex((instrument) => instrument.id === id);
  }
}

function candleOf({ openMs, open, high, low, close, grid }: BarSeries, at: number): Candle {
  const price = (ticks: Float64Array): number => (ticks[at] as number) / 10 ** grid.priceDecimals;
  return [openMs[at] as number, price(open), price(high), price(low), price(close)];
}
