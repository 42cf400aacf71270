import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { BarMarket } from '../../../core/simulation/bar-market.ts';
import type { FundingPayment } from '../../../core/simulation/clearing/clearing.ts';
import type { FundingSeries } from '../../../core/simulation/recordings/funding-recording.ts';
import type { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';

/** One funding time of one market. */
export interface Funding {
  readonly instrumentId: InstrumentId;
  readonly rate: string;
  /** Of the positions that were open then. */
  readonly payments: readonly FundingPayment[];
}

/** Goes through the recorded funding of one perpetual. */
export class FundingClock {
  readonly #market: BarMarket | SimulatedMarket;
  readonly #series: FundingSeries;
  #at = 0;

  constructor(market: BarMarket | SimulatedMarket, series: FundingSeries) {
    this.#market = market;
    this.#series = series;
  }

  /** Infinite after the last one. */
  get nextMs(): number {
    return this.#series.timesMs[this.#at] ?? Number.POSITIVE_INFINITY;
  }

  /** Leaves out what lies before. */
  begin(startMs: number): void {
    while (this.nextMs < startMs) this.#at += 1;
  }

  /** Moves the next funding, at the market's last price. Throws MarginBroken. */
  fund(): Funding {
    const { nextMs } = this;
    const rate = this.#series.rates[this.#at] as string;
    this.#at += 1;
    return { instrumentId: this.#market.instrument.id, rate, payments: this.#market.fund(rate, nextMs, []) };
  }
}
