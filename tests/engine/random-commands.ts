import { orderTypes, selfTradePreventions, timesInForce } from '../../core/domain/orders/order.ts';
import type { CommandOf } from '../../server/engine/codec/command-fields.ts';
import type { Command, OrderTerms } from '../../server/engine/command.ts';
import { SeededRandom } from '../kit/seeded-random.ts';
import { limitTerms, plainInstrument } from './venue.ts';

interface OpenOrder {
  readonly orderId: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: 'BUY' | 'SELL';
  readonly triggerKind: string | null;
  /** The entry of the bracket that the order is a leg of, else 0. */
  readonly parent: number;
  readonly price: number;
  readonly qty: number;
  readonly filled: number;
  readonly trigger: number;
}

/** What the generator looks at to make commands that matter. */
interface View {
  lastPrice(instrument: number): number;
  openOrders(): readonly OpenOrder[];
  free(account: number, asset: number): bigint;
}

export const accountCount = 6;
const startPrice = 1_000;
const fewOrders = 60;
/** Plays many traders, without limits on open orders. */
const desk = 3;

/** Two instruments over three assets: small uneven factors with fees, and factors far beyond safe integers. */
export function fuzzOpening(): Command[] {
  const commands: Command[] = ['BTC', 'USDT', 'ETH'].map((code, asset) => ({ type: 'ADD_ASSET', asset, code, scale: 8 }));
  const small = {
    basePerLot: 10n,
    quotePerTickLot: 7n,
    minNotional: 6_000n,
    maxLots: Number.MAX_SAFE_INTEGER,
    maxResting: 8,
    maxWaiting: 6,
    makerFeePpm: 1_000,
    takerFeePpm: 1_500,
  };
  const large = {
    basePerLot: 10n ** 17n,
    quotePerTickLot: 10n ** 15n,
    minLots: 3,
    maxLots: 90,
    takerFeePpm: 37,
    maxResting: 5,
    maxWaiting: 7,
  };
  commands.push({ ...plainInstrument, ...small }, { ...plainInstrument, ...large, instrument: 1, symbol: 'ETHUSDT', base: 2 });
  for (let account = 0; account < accountCount; account++) {
    const tradeGroup = account > 3 ? 9 : 0;
    commands.push({ type: 'ADD_ACCOUNT', account, key: `a${account}`, accountType: 'spot', tradeGroup, desk: account === desk });
  }
  // Enough to fill a side of the first book to its last lot.
  for (const asset of [0, 1])
    commands.push({ type: 'TRANSFER', from: -1, to: desk, asset, amount: 10n ** 22n, reference: `desk/${asset}` });
  return commands;
}

/**
 * The same venue with money in most accounts and a last price: a short stream then trades instead of being refused. Some have
 * little to sell but what they buy, and the last account stays poor.
 */
export function fundedOpening(): Command[] {
  const deposits = Array.from({ length: accountCount - 1 }, (_, to) => {
    const funds = to % 3 === 1 ? [100n, 10n ** 21n, 10n ** 18n] : [50_000n, 10n ** 21n, 10n ** 21n];
    return funds.map((amount, asset): Command => ({ type: 'TRANSFER', from: -1, to, asset, amount, reference: `f${to}/${asset}` }));
  });
  const firstTrades = [0, 1].flatMap((instrument) =>
    (['SELL', 'BUY'] as const).map((side, account): Command => {
      return { type: 'PLACE', terms: { ...limitTerms, instrument, account, side, price: startPrice, qty: 5 } };
    }),
  );
  return [...fuzzOpening(), ...deposits.flat(), ...firstTrades];
}

/** Endless random commands over the venue of {@link fuzzOpening}: every type, mostly sensible, some not. */
export class RandomCommands {
  private readonly random: SeededRandom;
  private readonly view: View;
  private count = 0;
  private sent: Command[] = [];
  private readonly holds: CommandOf<'HOLD'>[] = [];

  constructor(seed: number, view: View) {
    this.random = new SeededRandom(seed);
    this.view = view;
  }

  /** The next command; now and then one of the latest again, as a client does after a lost answer. */
  next(): Command {
    this.count++;
    const command = this.chance(0.03) && this.sent.length > 0 ? this.pick(this.sent) : this.fresh();
    this.sent = [...this.sent.slice(-9), command];
    return command;
  }

  private fresh(): Command {
    const open = this.view.openOrders();
    const dice = this.random.next() * 100;
    if (this.count % 25 === 1) return this.deposit();
    if (this.chance(0.002)) return this.crowd();
    if (this.chance(0.04) && open.length > 0) return this.meetOwn(open);
    if (this.chance(0.03) && open.length > 0) return this.nibble(this.pick(open));
    if (this.chance(0.06)) return this.strand(open);
    if (this.chance(0.06)) return this.reference();
    if (dice < 16 + (open.length > fewOrders ? 40 : 0)) return this.cancel(open);
    if (dice < 68) return { type: 'PLACE', terms: this.terms() };
    if (dice < 82) return this.amend(open);
    if (dice < 88) return this.oco();
    if (dice < 95) return this.bracket();
    if (this.count % 60 < 2) return { type: 'SET_INSTRUMENT_STATE', instrument: this.count % 2, state: 'TRADING' };
    if (dice < 96) return { type: 'CANCEL_ALL', account: this.below(accountCount), instrument: this.below(3) - 1 };
    if (dice < 97.5) return this.withdraw();
    if (dice < 98.5) return this.hold();
    if (dice < 99.6 && open.length > 0)
      return { type: 'PLACE', terms: this.terms({ orderType: 'MARKET', price: 0, trigger: 0, timeInForce: 'IOC' }) };
    return this.state();
  }

  private below(bound: number): number {
    return Math.floor(this.random.next() * bound);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  private chance(share: number): boolean {
    return this.random.next() < share;
  }

  private near(instrument: number): number {
    const last = this.view.lastPrice(instrument) || startPrice;
    const spread = this.chance(0.9) ? 0.02 : 0.5;
    return Math.max(1, Math.round(last * (1 + (this.random.next() - 0.5) * spread)));
  }

  private qty(): number {
    return this.chance(0.03) ? this.below(1_000) : 3 + this.below(25);
  }

  /** Of quote; now and then about what one lot costs. */
  private amount(instrument: number): bigint {
    return BigInt(1 + this.below(this.chance(0.3) ? 2 * startPrice : 25_000)) * (instrument === 0 ? 7n : 10n ** 15n);
  }

  private terms(more: Partial<OrderTerms> = {}): OrderTerms {
    const instrument = more.instrument ?? this.below(2);
    const orderType = more.orderType ?? (this.chance(0.65) ? 'LIMIT' : this.pick(orderTypes));
    const limited = orderType === 'LIMIT' || orderType === 'STOP_LOSS' || orderType === 'TAKE_PROFIT' || orderType === 'TRIGGER_LIMIT';
    const byMoney = !limited && this.chance(0.3);
    const isTrigger = orderType !== 'LIMIT' && orderType !== 'MARKET';
    const anyTime = this.chance(0.6) ? 'GTC' : this.pick(timesInForce);
    const unfit = !limited && (anyTime === 'GTX' || (byMoney && anyTime === 'FOK'));
    return {
      ...limitTerms,
      instrument,
      account: this.below(accountCount),
      side: this.pick(['BUY', 'SELL'] as const),
      orderType,
      timeInForce: unfit ? 'IOC' : anyTime,
      stp: this.pick(selfTradePreventions),
      price: limited ? this.near(instrument) : 0,
      qty: byMoney ? 0 : this.qty(),
      quoteAmount: byMoney ? this.amount(instrument) : 0n,
      trigger: isTrigger ? this.near(instrument) : 0,
      watchedPrice: this.chance(isTrigger ? 0.3 : 0.005) ? 'INDEX' : 'LAST',
      clientOrderId: this.chance(0.2) ? `c${this.below(300)}` : '',
      ...more,
    };
  }

  /** An order of the same account against one that rests, as large as it or not; against a bracket's leg as often as not. */
  private meetOwn(open: readonly OpenOrder[]): Command {
    const legs = open.filter(({ parent, price }) => parent > 0 && price > 0);
    const order = this.pick(legs.length > 0 && this.chance(0.5) ? legs : open);
    const { account, instrument, price, qty } = order;
    const byMoney = this.chance(0.2);
    const size = byMoney
      ? { qty: 0, quoteAmount: this.amount(instrument) }
      : { qty: 1 + this.below(Math.min(qty, 1_000) + 2), quoteAmount: 0n };
    const terms = this.terms({
      ...{ account, instrument, ...size, clientOrderId: '', trigger: 0 },
      orderType: byMoney ? 'MARKET' : 'LIMIT',
      price: byMoney ? 0 : price || this.near(instrument),
      timeInForce: byMoney || this.chance(0.5) ? 'IOC' : 'GTC',
      side: order.side === 'BUY' ? 'SELL' : 'BUY',
      stp: this.chance(0.7) ? 'DECREMENT' : this.pick(selfTradePreventions),
    });
    return { type: 'PLACE', terms };
  }

  /** Somebody else takes a part of an order that rests; the entry of a bracket is so filled in several steps. */
  private nibble({ account, instrument, side, price, qty }: OpenOrder, more: Partial<OrderTerms> = {}): Command {
    const taker = (account + 1 + this.below(accountCount - 1)) % accountCount;
    const terms = {
      account: taker,
      instrument,
      qty: Math.max(3, this.below(Math.min(qty, 1_000))),
      clientOrderId: '',
      orderType: 'LIMIT',
    } as const;
    return {
      type: 'PLACE',
      terms: this.terms({
        ...terms,
        ...{ quoteAmount: 0n, trigger: 0, timeInForce: 'IOC' },
        price: price || this.near(instrument),
        side: side === 'BUY' ? 'SELL' : 'BUY',
        ...more,
      }),
    };
  }

  /** An entry whose account has nothing left to arm the legs with: it is emptied, filled a little, and ended. */
  private strand(open: readonly OpenOrder[]): Command {
    const entries = open.filter(({ triggerKind, parent, price }) => triggerKind === 'CONDITIONAL_OCO' && parent === 0 && price > 0);
    if (entries.length === 0) return this.bracket();
    const entry = this.pick(entries);
    const { account, orderId, instrument, side } = entry;
    if (entry.filled > 0) return { type: 'CANCEL', account, orderId };
    const asset = side === 'SELL' ? 1 : instrument === 0 ? 0 : 2;
    const amount = this.view.free(account, asset);
    if (amount === 0n || this.chance(0.3)) return this.nibble(entry, account === desk ? {} : { account: desk, qty: 1 });
    return { type: 'TRANSFER', from: account, to: -1, asset, amount, reference: `s${this.count}` };
  }

  /** The desk rests so much, far away, that the side has room for few lots more. */
  private crowd(): Command {
    const side = this.pick(['BUY', 'SELL'] as const);
    const last = this.view.lastPrice(0) || startPrice;
    const price = side === 'BUY' ? 1 : last * 5;
    const qty = Number.MAX_SAFE_INTEGER - 20 - this.below(200);
    return { type: 'PLACE', terms: { ...limitTerms, account: desk, side, price, qty } };
  }

  /** A pair on one side of a price, mostly the right way round. */
  private legs(instrument: number, account: number, side: 'BUY' | 'SELL', qty: number, price: number): [OrderTerms, OrderTerms] {
    const away = (sign: number) =>
      Math.max(1, Math.round(price * (1 + (side === 'SELL' ? sign : -sign) * (0.001 + this.random.next() * 0.02))));
    const watchedPrice = this.chance(0.02) ? 'INDEX' : 'LAST';
    const clientOrderId = this.chance(0.1) ? `c${this.below(300)}` : '';
    const shared = { instrument, account, side, qty, quoteAmount: 0n, watchedPrice, clientOrderId } as const;
    const goal = this.chance(0.08) ? this.pick([away(-1), 1]) : away(1);
    const profitType = this.pick(['LIMIT', 'LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET'] as const);
    const takeProfit = this.terms({
      ...shared,
      orderType: profitType,
      timeInForce: this.chance(0.9) || profitType === 'TAKE_PROFIT_MARKET' ? 'GTC' : 'GTX',
      price: profitType === 'TAKE_PROFIT_MARKET' ? 0 : goal,
      trigger: profitType === 'LIMIT' ? 0 : goal,
    });
    const stopType = this.pick(['STOP_LOSS', 'STOP_MARKET'] as const);
    const stop = away(-1);
    const stopLoss = this.terms({
      ...shared,
      orderType: stopType,
      timeInForce: 'GTC',
      price: stopType === 'STOP_LOSS' ? Math.max(1, stop + this.below(9) - 4) : 0,
      trigger: stop,
      clientOrderId: '',
    });
    return [takeProfit, stopLoss];
  }

  private oco(): Command {
    const instrument = this.below(2);
    const price = this.view.lastPrice(instrument) || startPrice;
    const [takeProfit, stopLoss] = this.legs(instrument, this.below(accountCount), this.pick(['BUY', 'SELL'] as const), this.qty(), price);
    return { type: 'PLACE_OCO', takeProfit, stopLoss };
  }

  private bracket(): Command {
    const entry = this.terms({ watchedPrice: this.chance(0.02) ? 'INDEX' : 'LAST' });
    const price = entry.price || entry.trigger || this.view.lastPrice(entry.instrument) || startPrice;
    const side = entry.side === 'BUY' ? 'SELL' : 'BUY';
    const [takeProfit, stopLoss] = this.legs(entry.instrument, entry.account, side, 0, price);
    return { type: 'PLACE_BRACKET', entry, takeProfit, stopLoss };
  }

  /** The index moves, now and then to where nobody knows it; a mark is none that spot has. */
  private reference(): Command {
    const instrument = this.below(2);
    const price = this.chance(0.02) ? this.pick([0, -1]) : this.near(instrument);
    return {
      type: 'SET_REFERENCE_PRICE',
      instrument,
      watchedPrice: this.chance(0.97) ? 'INDEX' : this.pick(['MARK', 'LAST'] as const),
      price,
    };
  }

  private cancel(open: readonly OpenOrder[]): Command {
    const order = open.length > 0 ? this.pick(open) : { orderId: 1, account: 0 };
    return { type: 'CANCEL', account: this.chance(0.97) ? order.account : this.below(accountCount), orderId: order.orderId };
  }

  private amend(open: readonly OpenOrder[]): Command {
    const order = open.length > 0 ? this.pick(open) : { orderId: 1, account: 0, price: 1, qty: 1, trigger: 0 };
    const move = (value: number) => {
      if (value === 0 || this.chance(0.5)) return value;
      return this.chance(0.05)
        ? 1 + this.below(Math.min(value, Number.MAX_SAFE_INTEGER / 2) * 2)
        : Math.max(1, value + this.below(31) - 15);
    };
    return {
      type: 'AMEND',
      account: order.account,
      orderId: order.orderId,
      price: move(order.price),
      qty: this.chance(0.5) ? order.qty : move(order.qty),
      trigger: move(order.trigger),
    };
  }

  private deposit(): Command {
    const asset = this.below(3);
    const unit = asset === 2 ? 10n ** 17n : asset === 0 ? 10n : 10n ** 17n;
    const amount = (this.chance(0.5) && asset === 1 ? 70_000n : unit) * BigInt(1 + this.below(300));
    return { type: 'TRANSFER', from: -1, to: this.below(accountCount), asset, amount, reference: `d${this.below(this.count * 4)}` };
  }

  private withdraw(): Command {
    const from = this.below(accountCount);
    const to = this.chance(0.5) ? -1 : (from + 1) % accountCount;
    return { type: 'TRANSFER', from, to, asset: this.below(3), amount: BigInt(1 + this.below(3_000)), reference: `w${this.count}` };
  }

  /** Money is kept back for a withdrawal, which takes it, or it is let go; mostly what is there, and as it was kept. */
  private hold(): Command {
    const known = this.holds.length > 0 && this.chance(0.6) ? this.pick(this.holds.slice(-6)) : null;
    if (known !== null) {
      const { account: from, asset, amount, reference } = known;
      if (this.chance(0.5)) return { type: 'RELEASE_HOLD', reference };
      const taken = this.chance(0.9) ? amount : amount + 1n;
      return { type: 'TRANSFER', from, to: this.chance(0.9) ? -1 : (from + 1) % accountCount, asset, amount: taken, reference };
    }
    const [account, asset] = [this.below(accountCount), this.below(3)];
    const free = this.view.free(account, asset);
    const amount = this.chance(0.3) && free > 0n ? free + BigInt(this.below(2)) : BigInt(1 + this.below(3_000));
    const hold = {
      type: 'HOLD',
      account,
      asset,
      amount,
      reference: `h${this.chance(0.95) ? this.count : this.below(this.count)}`,
    } as const;
    this.holds.push(hold);
    return hold;
  }

  private state(): Command {
    const instrument = this.below(2);
    return { type: 'SET_INSTRUMENT_STATE', instrument, state: this.chance(0.9) ? 'TRADING' : this.pick(['HALTED', 'DELISTED'] as const) };
  }
}
