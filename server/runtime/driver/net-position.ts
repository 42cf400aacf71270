import type { StrategyPosition } from '../../../core/contract/strategy.ts';
import type { ApiId, Fill } from '../../../core/contract/trading.ts';
import { divideHalfUp, fromUnits, pow10, toUnits } from '../../../core/domain/decimal.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';

const scale = 20;
const one = pow10(scale);

/** Flows of one market since the instance started; JSON. Signed decimals. */
export interface NetFlows {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  /** Base received less given, after fees taken in base. */
  readonly base: string;
  /** Quote received less given, after fees taken in quote. */
  readonly quote: string;
  /** Cost of the open net position, in quote, always positive. */
  readonly cost: string;
  /** Fees of all kinds, valued in quote at their fill's price. */
  readonly fees: string;
  readonly fills: number;
}

/** What the instance's own fills in one market add up to. Profit is quote + base × price: it needs no history. */
export class NetPosition {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly #quoteAsset: string;
  #base = 0n;
  #quote = 0n;
  #cost = 0n;
  #fees = 0n;
  #fills = 0;

  constructor(apiId: ApiId, instrumentId: InstrumentId, quoteAsset: string, flows?: NetFlows) {
    this.apiId = apiId;
    this.instrumentId = instrumentId;
    this.#quoteAsset = quoteAsset;
    if (flows === undefined) return;
    this.#base = units(flows.base);
    this.#quote = units(flows.quote);
    this.#cost = units(flows.cost);
    this.#fees = units(flows.fees);
    this.#fills = flows.fills;
  }

  apply(fill: Fill): void {
    const price = units(fill.price);
    const qty = units(fill.qty);
    const fee = units(fill.fee);
    const inQuote = fill.feeAsset === this.#quoteAsset;
    const sign = fill.side === 'BUY' ? 1n : -1n;
    const amount = (price * qty) / one;
    const change = sign * qty - (inQuote ? 0n : fee);
    this.#cost = costAfter(this.#base, this.#cost, change, price);
    this.#base += change;
    this.#quote += -sign * amount - (inQuote ? fee : 0n);
    this.#fees += inQuote ? fee : (fee * price) / one;
    this.#fills += 1;
  }

  /** Null when nothing is held either way. */
  get position(): StrategyPosition | null {
    if (this.#base === 0n) return null;
    const qty = this.#base < 0n ? -this.#base : this.#base;
    return {
      apiId: this.apiId,
      instrumentId: this.instrumentId,
      side: this.#base < 0n ? 'SHORT' : 'LONG',
      qty: fromUnits(qty, scale),
      entryPrice: fromUnits(divideHalfUp(this.#cost * one, qty), scale),
    };
  }

  /** Signed, in base. */
  get base(): string {
    return fromUnits(this.#base, scale);
  }

  /** Result since the start when everything is valued at `mark`, in quote. */
  profitAt(mark: string): string {
    return fromUnits(this.#quote + (this.#base * units(mark)) / one, scale);
  }

  get flows(): NetFlows {
    return {
      apiId: this.apiId,
      instrumentId: this.instrumentId,
      base: fromUnits(this.#base, scale),
      quote: fromUnits(this.#quote, scale),
      cost: fromUnits(this.#cost, scale),
      fees: fromUnits(this.#fees, scale),
      fills: this.#fills,
    };
  }
}

/** Average cost: growing adds at the price, shrinking takes in proportion, crossing zero starts anew at the price. */
function costAfter(before: bigint, cost: bigint, change: bigint, price: bigint): bigint {
  const after = before + change;
  if (after === 0n) return 0n;
  const abs = (value: bigint): bigint => (value < 0n ? -value : value);
  if (before === 0n || before > 0n === change > 0n) return cost + (abs(change) * price) / one;
  if (before > 0n === after > 0n) return divideHalfUp(cost * abs(after), abs(before));
  return (abs(after) * price) / one;
}

function units(text: string): bigint {
  const value = toUnits(text, scale);
  if (value === null) throw new RangeError(`not a decimal: ${text}`);
  return value;
}
