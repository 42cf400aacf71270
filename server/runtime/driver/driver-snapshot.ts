import type { JsonValue, Subscription } from '../../../core/contract/strategy.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { MoneyMove } from './account/money-moves.ts';
import type { NetFlows } from './account/net-position.ts';
import type { WorkingOrder } from './orders/working-orders.ts';
import type { SavedPlots } from './plots/plotted-names.ts';
import type { SavedCandleMarks } from './watched/candle-marks.ts';
import type { BandZone } from './watched/price-bands.ts';

/** The strategy (id '') or one of its executors. */
export interface SavedActor {
  readonly id: string;
  /** Kind of the executor; null for the strategy. */
  readonly kind: string | null;
  readonly params: JsonValue;
  readonly state: JsonValue;
  readonly subscriptions: readonly Subscription[];
  /** Zones of the band subscriptions, in their order; null where none was told yet. */
  readonly zones: readonly (BandZone | null)[];
  /** Name → due time. */
  readonly timers: Readonly<Record<string, number>>;
  /** Candles whose history it has heard; absent until there are any. */
  readonly heard?: readonly string[];
}

/** Everything an instance needs to go on after a restart; plain JSON, saved with the effects of its last step. */
export interface DriverSnapshot {
  readonly actors: readonly SavedActor[];
  readonly orders: readonly WorkingOrder[];
  readonly flows: readonly NetFlows[];
  /** Numbers given out so far. */
  readonly lastNumber: number;
  readonly random: number;
  /** Times of the orders of the last minute. */
  readonly orderTimes: readonly number[];
  readonly day: {
    readonly startMs: number;
    /** Result at its start by the asset that it was made in. */
    readonly results?: Readonly<Record<string, string>>;
    /** In the place of `results`, in records of before there were any: of all markets in their one quote. */
    readonly profit?: string;
  };
  /** Absent in records of before they were kept. */
  readonly candles?: SavedCandleMarks;
  /** Tags of the strategy whose order or executor has ended; absent until one has. */
  readonly endedTags?: readonly string[];
  /** Moves of money that were not answered; absent while there are none. */
  readonly moves?: readonly MoneyMove[];
  /** Absent until something is plotted. */
  readonly plots?: SavedPlots;
  /** Markets as it was told of them last; absent in records of before it was told, and of runs whose markets never change. */
  readonly instruments?: readonly Instrument[];
  /** Once nothing of it is under way: the prices and rates (`BTC/USDT`) that its result stays measured by. */
  readonly closing?: ClosingPrices;
}

export interface ClosingPrices {
  readonly prices: Readonly<Record<InstrumentId, string>>;
  readonly rates: Readonly<Record<string, string>>;
}
