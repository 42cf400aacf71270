import type { Fill } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/instrument.ts';

/** A fill that reduced a position, with what it realised against the average entry, fees of both ways included. */
export interface RoundTrip {
  readonly timeMs: number;
  readonly instrumentId: string;
  readonly side: Fill['side'];
  readonly qty: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly profit: number;
}

interface Open {
  /** Signed. */
  qty: number;
  /** Of the open quantity, entry fees included, always positive. */
  cost: number;
}

const dust = 1e-12;

/** Pairs fills to round trips by average cost. Figures to look at, in doubles. */
export class RoundTrips {
  readonly trips: RoundTrip[] = [];
  #fees = 0;
  readonly #open = new Map<string, Open>();
  readonly #instruments: ReadonlyMap<string, Instrument>;

  constructor(instruments: readonly Instrument[]) {
    this.#instruments = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  }

  /** All fees so far, in quote. */
  get fees(): number {
    return this.#fees;
  }

  /** Gives the trip when the fill reduced a position. */
  add({ instrumentId, side, price, qty, fee, feeAsset, timeMs }: Fill): RoundTrip | null {
    const paid = Number(price);
    const fees = Number(fee) * (feeAsset === this.#instruments.get(instrumentId)?.quote ? 1 : paid);
    this.#fees += fees;
    const open = this.#open.get(instrumentId) ?? { qty: 0, cost: 0 };
    this.#open.set(instrumentId, open);
    const sign = side === 'BUY' ? 1 : -1;
    let left = Number(qty);
    const feeEach = fees / left;
    let trip: RoundTrip | null = null;
    if (open.qty * sign < 0) {
      const held = Math.abs(open.qty);
      const closed = Math.min(left, held);
      const entryCost = (open.cost * closed) / held;
      const profit = sign * (entryCost - closed * paid) - feeEach * closed;
      trip = { timeMs, instrumentId, side, qty: closed, entryPrice: entryCost / closed, exitPrice: paid, profit };
      this.trips.push(trip);
      open.qty += sign * closed;
      open.cost -= entryCost;
      left -= closed;
      if (Math.abs(open.qty) < dust) [open.qty, open.cost] = [0, 0];
    }
    if (left <= dust) return trip;
    open.qty += sign * left;
    // A long's entry fee makes it dearer, a short's makes what was received less.
    open.cost += left * paid + sign * feeEach * left;
    return trip;
  }
}
