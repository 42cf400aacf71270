import type { AddAccount, AddInstrument, OrderTerms } from '../../server/engine/command.ts';
import type { EngineOrder, EntryLine, OrderCause, RejectReason } from '../../server/engine/sink.ts';
import type { SinkEvent } from './recorder.ts';

/** The reference's data: plain arrays, every sum computed anew from all orders. Slow and easy to check. */

export interface RefOrder extends OrderTerms {
  orderId: number;
  price: number;
  qty: number;
  trigger: number;
  triggerKind: EngineOrder['triggerKind'];
  pair: number;
  parent: number;
  filled: number;
  filledQuote: bigint;
  prevented: number;
  status: EngineOrder['status'];
  createdMs: number;
  updatedMs: number;
  /** Arrival number on the book, 0 when not on it. */
  rank: number;
  /** Waiting among the triggers; `seq` is its place in the order of creation. */
  waits: boolean;
  fired: boolean;
  up: boolean;
  seq: number;
  legOf: RefPair | null;
  entryOf: RefPair | null;
}

export interface RefPair {
  tp: RefOrder;
  sl: RefOrder;
  entry: RefOrder | null;
  armed: number;
  open: boolean;
  executed: boolean;
}

export interface RefInstrument extends AddInstrument {
  last: number;
  index: number;
  state: 'TRADING' | 'HALTED' | 'DELISTED';
}

export const remaining = (order: RefOrder): number => order.qty - order.filled - order.prevented;
export const opposite = (side: 'BUY' | 'SELL'): 'BUY' | 'SELL' => (side === 'BUY' ? 'SELL' : 'BUY');
export const isLimited = (type: string): boolean => ['LIMIT', 'STOP_LOSS', 'TAKE_PROFIT', 'TRIGGER_LIMIT'].includes(type);
export const isTrigger = (type: string): boolean => type !== 'LIMIT' && type !== 'MARKET';
export const ceilDivide = (a: bigint, b: bigint): bigint => (a % b === 0n ? a / b : a / b + 1n);

/** The price that an order watches; 0 while nobody knows it. */
export const watchedBy = ({ last, index }: RefInstrument, { watchedPrice }: Pick<OrderTerms, 'watchedPrice'>): number =>
  watchedPrice === 'INDEX' ? index : last;

export class RefState {
  timeMs = 0;
  events: SinkEvent[] = [];
  instruments: RefInstrument[] = [];
  accounts: AddAccount[] = [];
  assets = 0;
  open: RefOrder[] = [];
  totals = new Map<string, bigint>();
  clientIds = new Map<string, { orderId: number; content: string }>();
  references = new Map<string, string>();
  /** Kept back for a withdrawal, by its reference. */
  holds = new Map<string, { readonly account: number; readonly asset: number; readonly amount: bigint }>();
  touched: RefPair[] = [];
  orderCount = 0;
  tradeCount = 0;
  entryCount = 0;
  rankCount = 0;
  seqCount = 0;

  reject(reason: RejectReason): false {
    this.events.push({ kind: 'rejected', reason, field: '', limit: '' });
    return false;
  }

  tell(order: RefOrder, cause: OrderCause): void {
    order.updatedMs = this.timeMs;
    const { rank: _r, waits: _w, fired: _f, up: _u, seq: _s, legOf: _l, entryOf: _e, ...shown } = order;
    this.events.push({ kind: 'order', order: shown, cause });
  }

  level(instrument: number, side: 'BUY' | 'SELL', price: number): void {
    const qty = this.resting(instrument, side).reduce((sum, order) => sum + (order.price === price ? remaining(order) : 0), 0);
    this.events.push({ kind: 'level', instrument, side, price, qty });
  }

  /** Orders of one side of the book, best first. */
  resting(instrument: number, side: 'BUY' | 'SELL'): RefOrder[] {
    const sign = side === 'BUY' ? -1 : 1;
    return this.open
      .filter((order) => order.rank > 0 && order.instrument === instrument && order.side === side)
      .sort((a, b) => sign * (a.price - b.price) || a.rank - b.rank);
  }

  depth(instrument: number, side: 'BUY' | 'SELL'): number[] {
    const levels = new Map<number, number>();
    for (const order of this.resting(instrument, side)) levels.set(order.price, (levels.get(order.price) ?? 0) + remaining(order));
    return [...levels].flat();
  }

  /** Lots that may still rest on this side of the book: their sum stays a safe integer. */
  room({ instrument, side }: Pick<OrderTerms, 'instrument' | 'side'>): number {
    return this.resting(instrument, side).reduce((room, order) => room - remaining(order), Number.MAX_SAFE_INTEGER);
  }

  total(account: number, asset: number): bigint {
    return this.totals.get(`${account}/${asset}`) ?? 0n;
  }

  /** Money held: by every pair once, by every other resting order for itself, and for withdrawals. */
  held(account: number, asset: number): bigint {
    let sum = 0n;
    for (const hold of this.holds.values()) if (hold.account === account && hold.asset === asset) sum += hold.amount;
    for (const order of this.open) {
      if (order.account !== account || this.holdAsset(order) !== asset) continue;
      if (order.legOf === null) sum += order.rank > 0 ? this.need(order, order.price, remaining(order)) : 0n;
      else if (order === order.legOf.tp) sum += this.pairNeed(order.legOf) * BigInt(remaining(order));
    }
    return sum;
  }

  available(account: number, asset: number): bigint {
    return this.total(account, asset) - this.held(account, asset);
  }

  holdAsset(order: Pick<OrderTerms, 'instrument' | 'side'>): number {
    const instrument = this.instruments[order.instrument] as RefInstrument;
    return order.side === 'BUY' ? instrument.quote : instrument.base;
  }

  need(order: Pick<OrderTerms, 'instrument' | 'side'>, price: number, lots: number): bigint {
    const instrument = this.instruments[order.instrument] as RefInstrument;
    return order.side === 'BUY' ? BigInt(price) * BigInt(lots) * instrument.quotePerTickLot : BigInt(lots) * instrument.basePerLot;
  }

  /** The larger need of the two legs for one lot. */
  pairNeed(pair: { tp: OrderTerms; sl: OrderTerms }): bigint {
    const [a, b] = [pair.tp, pair.sl].map((leg) =>
      this.need(leg, isLimited(leg.orderType) ? leg.price : this.edge(leg, leg.trigger), 1),
    ) as [bigint, bigint];
    return a > b ? a : b;
  }

  /** Edge of the band around a price, on the aggressive side. */
  edge(order: Pick<OrderTerms, 'instrument' | 'side'>, price: number): number {
    const { bandPpm } = this.instruments[order.instrument] as RefInstrument;
    const width = Math.max(Number(ceilDivide(BigInt(price) * BigInt(bandPpm), 1_000_000n)), 1);
    return order.side === 'BUY' ? price + width : Math.max(1, price - width);
  }

  post(kind: 'TRADE' | 'TRANSFER', reference: string, lines: EntryLine[]): void {
    const kept = lines.filter((line) => line.amount !== 0n);
    for (const { account, asset, amount } of kept) this.totals.set(`${account}/${asset}`, this.total(account, asset) + amount);
    this.events.push({ kind: 'entry', entry: { entryId: ++this.entryCount, kind, reference, timeMs: this.timeMs, lines: kept } });
  }

  sameOwner(a: number, b: number): boolean {
    const group = (account: number) => (this.accounts[account] as AddAccount).tradeGroup;
    return a === b || (group(a) !== 0 && group(a) === group(b));
  }
}
