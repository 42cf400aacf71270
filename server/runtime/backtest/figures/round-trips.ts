import type { Fill } from '../../../../core/contract/trading.ts';
import { settlesInMargin } from '../../../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { multiplyDecimals, pow10, wholeUnits } from '../../../../core/domain/numbers/decimal.ts';
import type { FundingPayment } from '../../../../core/simulation/clearing/clearing.ts';
import type { EquityValuer, Holding } from './equity-curve.ts';

/** A fill that reduced a holding or position, with what it realised against the average entry, fees of both ways and funding included. */
export interface RoundTrip {
  readonly timeMs: number;
  readonly instrumentId: string;
  /** Of the fill that closed. */
  readonly side: Fill['side'];
  readonly qty: number;
  /** With the fees of the entry and the funding since. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly profit: number;
}

/** Coins of an account, or its position in a contract. */
interface Open {
  /** Signed, exact: a crumb of a rounding would be a trip of its own. */
  qty: bigint;
  /** What it cost: negative is received, by a short. Of coins in money, of a position in its quote. */
  cost: number;
  /** Fees of what is open, less the funding since, in money. */
  charges: number;
  /** In what `cost` is in. */
  readonly price: () => number;
  /** What that is worth now, in money: the profit of a contract is made in its quote. */
  readonly rate: () => number;
}

const scale = 20;
const one = Number(pow10(scale));
const exact = (text: string): bigint => wholeUnits(text, scale) ?? 0n;
const size = (units: bigint): bigint => (units < 0n ? -units : units);
const number = (units: bigint): number => Number(units) / one;

/**
 * Pairs fills to round trips by average cost: of coins against what is held of them, of contracts against the position. A trade
 * changes one holding by its result; what else it moves, such as a fee in coins or the coins that a pair is quoted in, leaves or
 * comes at its value of that moment. So the trips' profit and `openProfit` make the change of the equity. Figures to look at,
 * in doubles.
 */
export class RoundTrips {
  readonly trips: RoundTrip[] = [];
  #fees = 0;
  readonly #open = new Map<string, Open>();
  readonly #instruments: ReadonlyMap<string, Instrument>;
  /** Exchange and asset of the coins that can be traded, or were there at the start; everything else is money. */
  readonly #traded: ReadonlySet<string>;
  readonly #valuer: EquityValuer;
  readonly #start: readonly Holding[];

  /** `start` is what the accounts hold at first; it was bought at first prices. */
  constructor(instruments: readonly Instrument[], valuer: EquityValuer, start: readonly Holding[]) {
    this.#instruments = new Map(instruments.map((instrument) => [instrument.id, instrument]));
    this.#traded = new Set([
      ...instruments.flatMap((market) => (settlesInMargin(market) ? [] : [`${market.exchange} ${market.base}`])),
      ...instruments.flatMap(({ exchange, quote }) => (valuer.isPriced(exchange, quote) ? [`${exchange} ${quote}`] : [])),
      ...start.flatMap(({ exchange, asset }) => (valuer.isPriced(exchange, asset) ? [`${exchange} ${asset}`] : [])),
    ]);
    this.#valuer = valuer;
    this.#start = start;
  }

  /** All fees so far, in money. */
  get fees(): number {
    return this.#fees;
  }

  /** What is held now against what it cost. */
  get openProfit(): number {
    for (const { apiId, exchange, asset } of this.#start) this.#tradedCoins(apiId, exchange, asset);
    let sum = 0;
    for (const { qty, cost, charges, price, rate } of this.#open.values()) sum += (number(qty) * price() - cost) * rate() - charges;
    return sum;
  }

  /** Gives the trip when the fill reduced what was open. */
  add(fill: Fill): RoundTrip | null {
    const { apiId, exchange, instrumentId, side, price, qty, fee, feeAsset } = fill;
    const instrument = this.#instruments.get(instrumentId);
    if (instrument === undefined) throw new RangeError(`${instrumentId} is no market of this run`);
    const { base, quote } = instrument;
    const isSpot = !settlesInMargin(instrument);
    const worth = Number(price) * this.#worth(exchange, quote);
    // A fill may come before the first trade that the data tells.
    const open = isSpot ? this.#coins(apiId, exchange, base, worth) : this.#contract(apiId, instrument);
    const quoted = this.#tradedCoins(apiId, exchange, quote);
    const paidIn = feeAsset === quote ? quoted : isSpot && feeAsset === base ? open : this.#tradedCoins(apiId, exchange, feeAsset);
    const fees = Number(fee) * (feeAsset === base ? worth : this.#worth(exchange, feeAsset));
    this.#fees += fees;
    const { trip, gross } = this.#trade(open, fill, isSpot ? worth : Number(price), fees);
    if (quoted !== null && isSpot) {
      const amount = exact(multiplyDecimals(price, qty));
      leave(quoted, side === 'BUY' ? amount : -amount, (side === 'BUY' ? 1 : -1) * worth * Number(qty));
    } else if (quoted !== null) leave(quoted, -exact(plain(gross)), -gross * open.rate());
    if (paidIn !== null) leave(paidIn, exact(fee), fees);
    return trip;
  }

  /** Funding is part of what a position costs. */
  fund({ apiId, instrumentId, amount }: Pick<FundingPayment, 'apiId' | 'instrumentId' | 'amount'>): void {
    const instrument = this.#instruments.get(instrumentId);
    if (instrument === undefined) return;
    const { exchange, quote } = instrument;
    const received = Number(amount) * this.#worth(exchange, quote);
    this.#contract(apiId, instrument).charges -= received;
    const quoted = this.#tradedCoins(apiId, exchange, quote);
    if (quoted !== null) leave(quoted, -exact(amount), -received);
  }

  /** `worth`: of one unit, in what the cost is in; `fees` in money. `gross`: what was closed has made before fees, in what the cost is in. */
  #trade(open: Open, { timeMs, instrumentId, side, qty }: Fill, worth: number, fees: number): { trip: RoundTrip | null; gross: number } {
    const filled = exact(qty);
    const sign = side === 'BUY' ? 1 : -1;
    const held = size(open.qty);
    const isClosing = side === 'BUY' ? open.qty < 0n : open.qty > 0n;
    const closed = !isClosing ? 0n : filled < held ? filled : held;
    const [closedQty, addedQty] = [number(closed), number(filled - closed)];
    const closingFees = filled === 0n ? 0 : fees * (closedQty / Number(qty));
    const share = closed === 0n ? 0 : closed === held ? 1 : closedQty / number(held);
    const [cost, charges] = [open.cost * share, open.charges * share];
    open.qty += side === 'BUY' ? filled : -filled;
    open.cost += sign * addedQty * worth - cost;
    open.charges += fees - closingFees - charges;
    if (closed === 0n) return { trip: null, gross: 0 };
    const rate = open.rate();
    const gross = -sign * closedQty * worth - cost;
    const profit = gross * rate - charges - closingFees;
    const entryPrice = (-sign * (cost * rate + charges)) / closedQty;
    const trip = { timeMs, instrumentId, side, qty: closedQty, entryPrice, exitPrice: worth * rate, profit };
    this.trips.push(trip);
    return { trip, gross };
  }

  #worth(exchange: string, asset: string): number {
    return this.#valuer.price(exchange, asset) ?? 0;
  }

  #contract(apiId: number, { id, exchange, quote }: Instrument): Open {
    const price = (): number => this.#valuer.lastPrice(id) ?? 0;
    return this.#known(`${apiId} ${id}`, () => ({ qty: 0n, cost: 0, charges: 0, price, rate: () => this.#worth(exchange, quote) }));
  }

  /** Null for money. */
  #tradedCoins(apiId: number, exchange: string, asset: string): Open | null {
    return this.#traded.has(`${exchange} ${asset}`) ? this.#coins(apiId, exchange, asset) : null;
  }

  #coins(apiId: number, exchange: string, asset: string, told: number | null = null): Open {
    return this.#known(`${apiId} ${exchange} ${asset}`, () => {
      const total = this.#start.find((one) => one.apiId === apiId && one.exchange === exchange && one.asset === asset)?.total ?? '0';
      const cost = total === '0' ? 0 : Number(total) * (this.#valuer.firstPrice(exchange, asset, told) ?? 0);
      return { qty: exact(total), cost, charges: 0, price: () => this.#worth(exchange, asset), rate: () => 1 };
    });
  }

  #known(key: string, make: () => Open): Open {
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#open.set(key, made);
    return made;
  }
}

/** A double as a decimal of money. */
const plain = (value: number): string => value.toFixed(10);

/** At its value: no profit, and none lost. */
function leave(open: Open, qty: bigint, value: number): void {
  open.qty -= qty;
  open.cost -= value;
}
