import { absolute, by, down, fraction, largest, minus, over, plus, type Rational, up, whole } from '../kit/rational.ts';

/** Linear contracts from the trading rules alone (§4, §9, §13): sorted lists, exact fractions, nothing fast. One minor unit a tick and lot. */

export interface LinearOrder {
  readonly orderId: number;
  readonly account: number;
  readonly instrument: number;
  readonly isBuy: boolean;
  readonly reduceOnly: boolean;
  price: number;
  qty: number;
  filled: number;
}

export interface LinearAsk {
  readonly account: number;
  readonly instrument: number;
  readonly isBuy: boolean;
  /** 0: a market order. */
  readonly price: number;
  readonly qty: number;
  readonly reduceOnly: boolean;
  readonly rests: boolean;
  /** All of it at once or nothing. */
  readonly whole: boolean;
}

interface Position {
  lots: number;
  cost: bigint;
}

/** What a command did: refused, or its trades as 'lots@price taker maker fee fee'. */
export type Told = 'refused' | readonly string[];

export class LinearReference {
  readonly wallets: bigint[];
  readonly marks: number[] = [];
  readonly leverages: number[][] = [];
  readonly #positions: Position[][] = [];
  /** Oldest first; an order that loses its place is put last. */
  book: LinearOrder[] = [];
  readonly #makerPpm: bigint;
  readonly #takerPpm: bigint;
  #nextOrder = 1;
  /** Accounts of the present run, in the order in which they traded. */
  readonly #traders = new Set<number>();
  /** The account that takes positions over: the last one. */
  readonly insurance: number;
  /** What funding left over by being rounded. */
  rounding = 0n;
  /** Accounts that lost their positions. */
  liquidated = 0;

  constructor(wallets: readonly bigint[], instruments: number, makerPpm: number, takerPpm: number) {
    this.wallets = [...wallets, 0n];
    this.insurance = wallets.length;
    this.#makerPpm = BigInt(makerPpm);
    this.#takerPpm = BigInt(takerPpm);
    for (let i = 0; i < instruments; i++) {
      this.#positions.push(this.wallets.map(() => ({ lots: 0, cost: 0n })));
      this.leverages.push(wallets.map(() => 1));
      this.marks.push(0);
    }
  }

  position(account: number, instrument: number): Position {
    return this.#positions[instrument]?.[account] as Position;
  }

  place(ask: LinearAsk): Told {
    if (ask.reduceOnly && this.#reducible(ask) === 0) return 'refused';
    if (!ask.reduceOnly && !this.#affords(ask, null)) return 'refused';
    const order = { ...ask, orderId: this.#nextOrder++, filled: 0 };
    if (ask.whole && !this.#fillsWhole(ask)) return [];
    const trades = this.#run(order, ask);
    if (ask.rests && order.filled < order.qty) this.book.push(order);
    this.#endUnreducing();
    this.#lookAtTraders();
    return trades;
  }

  cancel(order: LinearOrder): void {
    this.book = this.book.filter((one) => one !== order);
  }

  amend(order: LinearOrder, price: number, qty: number): Told {
    if ((price === order.price && qty === order.qty) || qty <= order.filled) return 'refused';
    if (price === order.price && qty < order.qty) {
      order.qty = qty;
      return [];
    }
    const ask = { ...order, price, qty: qty - order.filled, rests: true, whole: false };
    if (!order.reduceOnly && !this.#affords(ask, order)) return 'refused';
    this.cancel(order);
    Object.assign(order, { price, qty });
    const trades = this.#run(order, { ...ask, qty });
    if (order.filled < order.qty) this.book.push(order);
    this.#endUnreducing();
    this.#lookAtTraders();
    return trades;
  }

  #lookAtTraders(): void {
    this.#look([...this.#traders]);
    this.#traders.clear();
  }

  /** Tells a mark; who cannot stand it is liquidated. */
  mark(instrument: number, ticks: number): void {
    this.marks[instrument] = ticks;
    this.#look(this.#holders(instrument));
  }

  /** Longs pay shorts; `ppb` is the rate in billionths. */
  fund(instrument: number, ticks: number, ppb: number): void {
    for (const [account, { lots }] of (this.#positions[instrument] as Position[]).entries()) {
      const paid = up(by(whole(lots * ticks), fraction(BigInt(ppb), 1_000_000_000n)));
      this.#pay(account, -paid);
      this.rounding += paid;
    }
    this.#look(this.#holders(instrument));
  }

  /** Money that comes from outside. */
  putIn(account: number, amount: bigint): void {
    this.#pay(account, amount);
  }

  takeOut(account: number, amount: bigint): Told {
    const wallet = this.wallets[account] as bigint;
    const profit = this.#openProfit(account);
    const free = wallet + (profit < 0n ? profit : 0n) - this.#required(account, null);
    if (amount > wallet || amount > (free > 0n ? free : 0n)) return 'refused';
    this.wallets[account] = wallet - amount;
    return [];
  }

  #pay(account: number, amount: bigint): void {
    this.wallets[account] = (this.wallets[account] as bigint) + amount;
  }

  #holders(instrument: number): number[] {
    return [...this.wallets.keys()].filter((account) => account !== this.insurance && this.position(account, instrument).lots !== 0);
  }

  /** §13: whose balance is not above the maintenance margin of all positions loses them; of these runs all lie in the first bracket. */
  #look(accounts: readonly number[]): void {
    for (const account of accounts) {
      const held = this.marks.map((mark, instrument) => ({ mark, instrument, ...this.position(account, instrument) }));
      const needed = held.reduce((sum, { mark, lots }) => sum + up(by(whole(Math.abs(lots) * mark), fraction(4n, 1_000n))), 0n);
      const balance = (this.wallets[account] as bigint) + this.#openProfit(account);
      const isOpen = held.some(({ lots }) => lots !== 0);
      if (isOpen ? balance > needed : balance >= 0n) continue;
      this.liquidated++;
      this.book = this.book.filter((order) => order.account !== account);
      let rest = balance;
      for (const { mark, instrument, lots } of held.filter((one) => one.lots !== 0).sort((a, b) => worth(b) - worth(a))) {
        const atMark = BigInt(Math.abs(lots) * mark);
        const wanted = lots > 0 ? atMark - rest : atMark + rest;
        const value = wanted > 0n ? wanted : 0n;
        rest -= lots > 0 ? atMark - value : value - atMark;
        this.#move(this.insurance, instrument, lots, value);
        this.#move(account, instrument, -lots, value);
      }
      this.#pay(account, -rest);
      this.#pay(this.insurance, rest);
    }
  }

  /** §13: reduce-only orders end when there is nothing left to reduce. */
  #endUnreducing(): void {
    this.book = this.book.filter((order) => !order.reduceOnly || this.#reducible(order) > 0);
  }

  #reducible({ account, instrument, isBuy }: Pick<LinearAsk, 'account' | 'instrument' | 'isBuy'>): number {
    const { lots } = this.position(account, instrument);
    return isBuy ? Math.max(0, -lots) : Math.max(0, lots);
  }

  #fillsWhole(ask: LinearAsk): boolean {
    if (ask.reduceOnly && this.#reducible(ask) < ask.qty) return false;
    return this.#meets(ask).reduce((sum, { lots }) => sum + lots, 0) === ask.qty;
  }

  #affords(ask: LinearAsk, instead: LinearOrder | null): boolean {
    const { account, instrument } = ask;
    const fills = ask.price > 0 ? [{ isBuy: ask.isBuy, price: ask.price, lots: ask.qty }] : this.#meets(ask);
    const more = this.#marginOf(account, instrument, instead, fills) - this.#marginOf(account, instrument, instead, []);
    const free = (this.wallets[account] as bigint) + this.#openProfit(account) - this.#required(account, instead);
    return more <= 0n || more <= free;
  }

  #meets({ account, instrument, isBuy, qty, price: limit }: LinearAsk): { isBuy: boolean; price: number; lots: number }[] {
    let left = qty;
    // Positions as they would be by then.
    const lotsOf = new Map<number, number>();
    const now = (who: number): number => lotsOf.get(who) ?? this.position(who, instrument).lots;
    return this.#opposite(instrument, isBuy).flatMap((order) => {
      if (limit > 0 && (isBuy ? order.price > limit : order.price < limit)) return [];
      const most = order.reduceOnly ? Math.max(0, isBuy ? now(order.account) : -now(order.account)) : order.qty;
      const isOwn = order.account === account && most > 0;
      const lots = Math.min(left, order.qty - order.filled, isOwn ? order.qty : most);
      left -= lots;
      const signed = isBuy ? lots : -lots;
      lotsOf.set(account, now(account) + signed);
      lotsOf.set(order.account, now(order.account) - signed);
      return lots > 0 ? [{ isBuy, price: order.price, lots }] : [];
    });
  }

  /** Best price first, and of one price the oldest. */
  #opposite(instrument: number, isBuy: boolean): LinearOrder[] {
    return this.book
      .filter((order) => order.instrument === instrument && order.isBuy !== isBuy)
      .sort((a, b) => (isBuy ? a.price - b.price : b.price - a.price));
  }

  #run(order: LinearOrder, ask: LinearAsk): string[] {
    const trades: string[] = [];
    let left = order.qty - order.filled;
    if (ask.reduceOnly) left = Math.min(left, this.#reducible(ask));
    for (const maker of this.#opposite(ask.instrument, ask.isBuy)) {
      if (left === 0 || (ask.price > 0 && (ask.isBuy ? maker.price > ask.price : maker.price < ask.price))) break;
      while (left > 0 && maker.filled < maker.qty) {
        const most = maker.reduceOnly ? this.#reducible(maker) : maker.qty;
        const lots = Math.min(left, maker.qty - maker.filled, most);
        if (lots === 0) break;
        left -= lots;
        trades.push(this.#trade(order, maker, ask, lots));
      }
      if (left > 0 || maker.filled === maker.qty) this.cancel(maker);
    }
    return trades;
  }

  #trade(order: LinearOrder, maker: LinearOrder, ask: LinearAsk, lots: number): string {
    maker.filled += lots;
    order.filled += lots;
    const value = whole(maker.price * lots);
    const [makerFee, takerFee] = [this.#makerPpm, this.#takerPpm].map((ppm) => up(by(value, fraction(ppm, 1_000_000n)))) as [
      bigint,
      bigint,
    ];
    const [buyer, seller] = ask.isBuy ? [order, maker] : [maker, order];
    this.#traders.add(buyer.account).add(seller.account);
    this.#fill(buyer.account, ask.instrument, lots, maker.price);
    this.#fill(seller.account, ask.instrument, -lots, maker.price);
    this.#pay(order.account, -takerFee);
    this.#pay(maker.account, -makerFee);
    return `${lots}@${maker.price} ${order.account} ${maker.account} ${takerFee} ${makerFee}`;
  }

  #fill(account: number, instrument: number, lots: number, price: number): void {
    this.#move(account, instrument, lots, BigInt(price * Math.abs(lots)));
  }

  /** What a reduction takes out of the cost is rounded against the owner (§13). */
  #move(account: number, instrument: number, lots: number, all: bigint): void {
    const opens = (part: number): bigint => down(by(whole(all), fraction(BigInt(part), BigInt(Math.abs(lots)))));
    const position = this.position(account, instrument);
    const isLong = position.lots > 0;
    const closed = position.lots !== 0 && isLong !== lots > 0 ? Math.min(Math.abs(lots), Math.abs(position.lots)) : 0;
    if (closed > 0) {
      const share = by(whole(position.cost), fraction(BigInt(closed), BigInt(Math.abs(position.lots))));
      const out = isLong ? up(share) : down(share);
      const value = all - opens(Math.abs(lots) - closed);
      this.wallets[account] = (this.wallets[account] as bigint) + (isLong ? value - out : out - value);
      position.cost -= out;
    }
    position.lots += lots;
    position.cost += opens(Math.abs(lots) - closed);
  }

  #openProfit(account: number): bigint {
    return this.marks.reduce((sum, mark, instrument) => {
      const { lots, cost } = this.position(account, instrument);
      return sum + BigInt(lots * mark) + (lots > 0 ? -cost : cost);
    }, 0n);
  }

  #required(account: number, instead: LinearOrder | null): bigint {
    return this.marks.reduce((sum, _, instrument) => sum + this.#marginOf(account, instrument, instead, []), 0n);
  }

  #marginOf(
    account: number,
    instrument: number,
    instead: LinearOrder | null,
    fills: readonly { readonly isBuy: boolean; readonly price: number; readonly lots: number }[],
  ): bigint {
    const mark = this.marks[instrument] as number;
    const open = this.book.filter(
      (order) => order.account === account && order.instrument === instrument && order !== instead && !order.reduceOnly,
    );
    const all = [...open.map(({ isBuy, price, qty, filled }) => ({ isBuy, price, lots: qty - filled })), ...fills];
    const worth = (buys: boolean): Rational => whole(all.reduce((sum, one) => sum + (one.isBuy === buys ? one.price * one.lots : 0), 0));
    const held = whole(this.position(account, instrument).lots * mark);
    const dearer = largest(absolute(plus(held, worth(true))), absolute(minus(held, worth(false))));
    const loss = all.reduce((sum, one) => sum + Math.max(0, one.isBuy ? one.price - mark : mark - one.price) * one.lots, 0);
    return up(over(dearer, whole(this.leverages[instrument]?.[account] as number))) + BigInt(loss);
  }
}

const worth = ({ mark, lots }: { readonly mark: number; readonly lots: number }): number => mark * Math.abs(lots);
