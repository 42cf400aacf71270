import type { AddInstrument, Command, OrderTerms } from '../../server/engine/command.ts';
import { createEngine } from '../../server/engine/engine.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import type { EngineOrder, OrderCause, RejectReason } from '../../server/engine/sink.ts';
import { Recorder, type SinkEvent } from './recorder.ts';

export const base = 0;
export const quote = 1;
export const rich = 10n ** 30n;

/** One tick times one lot is one quote unit and a lot is one base unit, so that the numbers of the trading rules can be read as they stand. */
export const plainInstrument: AddInstrument = {
  type: 'ADD_INSTRUMENT',
  instrument: 0,
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  base,
  quote,
  basePerLot: 1n,
  quotePerTickLot: 1n,
  minLots: 1,
  maxLots: 1_000_000_000,
  minNotional: 0n,
  bandPpm: 200_000,
  makerFeePpm: 0,
  takerFeePpm: 0,
  maxResting: 1_000_000,
  maxWaiting: 1_000_000,
};

export const limitTerms: OrderTerms = {
  instrument: 0,
  account: 0,
  side: 'BUY',
  orderType: 'LIMIT',
  timeInForce: 'GTC',
  positionSide: 'BOTH',
  stp: 'EXPIRE_TAKER',
  price: 0,
  qty: 0,
  quoteAmount: 0n,
  trigger: 0,
  watchedPrice: 'LAST',
  reduceOnly: false,
  closePosition: false,
  clientOrderId: '',
};

/** Commands that open a venue with two assets, one instrument and `accounts` accounts that own `funds` of both assets. */
export function openingCommands(accounts: number, instrument: Partial<AddInstrument> = {}, funds = rich): Command[] {
  const commands: Command[] = [
    { type: 'ADD_ASSET', asset: base, code: 'BTC', scale: 8 },
    { type: 'ADD_ASSET', asset: quote, code: 'USDT', scale: 6 },
    { ...plainInstrument, ...instrument },
  ];
  for (let account = 0; account < accounts; account++) {
    commands.push({ type: 'ADD_ACCOUNT', account, key: `a${account}`, accountType: 'spot', tradeGroup: 0, desk: false });
    if (funds === 0n) continue;
    for (const asset of [base, quote]) {
      commands.push({ type: 'TRANSFER', from: -1, to: account, asset, amount: funds, reference: `open-${account}-${asset}` });
    }
  }
  return commands;
}

/** An engine with a recorder, driven by short calls; every call returns the events of its command. */
export class Venue {
  engine: EnginePort;
  readonly log: Command[] = [];
  private readonly recorder = new Recorder();

  constructor(accounts = 3, instrument: Partial<AddInstrument> = {}, funds = rich) {
    this.engine = createEngine();
    for (const command of openingCommands(accounts, instrument, funds)) this.run(command);
  }

  /** `edition`: the rules of a time when journals were written under others. */
  run(command: Command, edition?: number): SinkEvent[] {
    this.log.push(command);
    this.engine.apply(this.log.length, 1_000 + this.log.length, command, this.recorder, edition);
    return this.recorder.take();
  }

  place(terms: Partial<OrderTerms>): Outcome {
    return new Outcome(this.run({ type: 'PLACE', terms: { ...limitTerms, ...terms } }));
  }

  buy(account: number, qty: number, price: number, more: Partial<OrderTerms> = {}): Outcome {
    return this.place({ account, side: 'BUY', qty, price, ...more });
  }

  sell(account: number, qty: number, price: number, more: Partial<OrderTerms> = {}): Outcome {
    return this.place({ account, side: 'SELL', qty, price, ...more });
  }

  /** A LIMIT take-profit and a STOP_MARKET stop. */
  placeOco(shared: Partial<OrderTerms>, profit: Partial<OrderTerms>, stop: Partial<OrderTerms>): Outcome {
    const takeProfit = { ...limitTerms, ...shared, ...profit };
    const stopLoss: OrderTerms = { ...limitTerms, ...shared, orderType: 'STOP_MARKET', ...stop };
    return new Outcome(this.run({ type: 'PLACE_OCO', takeProfit, stopLoss }));
  }

  /** The pair as in `placeOco`, on the other side of the entry. */
  placeBracket(entry: Partial<OrderTerms>, profit: Partial<OrderTerms>, stop: Partial<OrderTerms>, edition?: number): Outcome {
    const side = entry.side === 'SELL' ? 'BUY' : 'SELL';
    const leg: OrderTerms = { ...limitTerms, account: entry.account ?? 0, side };
    const takeProfit = { ...leg, ...profit };
    const stopLoss: OrderTerms = { ...leg, orderType: 'STOP_MARKET', ...stop };
    return new Outcome(this.run({ type: 'PLACE_BRACKET', entry: { ...limitTerms, ...entry }, takeProfit, stopLoss }, edition));
  }

  /** Changes the named terms of an open order. */
  amend(orderId: number, changes: Partial<Pick<OrderTerms, 'price' | 'qty' | 'trigger'>>): Outcome {
    const { account, price, qty, trigger } = this.order(orderId);
    return new Outcome(this.run({ type: 'AMEND', account, orderId, price, qty, trigger, ...changes }));
  }

  /** Two other accounts trade one lot at this price. */
  printLast(price: number): void {
    this.sell(1, 1, price);
    this.buy(2, 1, price, { stp: 'NONE' });
  }

  /** Best levels as text, asks first: '101x3 102x5 | 100x2'. */
  book(): string {
    return (['SELL', 'BUY'] as const).map((side) => pairs(this.engine.depth(0, side, 10))).join(' | ');
  }

  order(orderId: number): EngineOrder {
    const order = this.engine.order(orderId);
    if (order === undefined) throw new Error(`order ${orderId} is not open`);
    return order;
  }
}

/** The events of one command, asked for what tests want to know. */
export class Outcome {
  readonly events: SinkEvent[];

  constructor(events: SinkEvent[]) {
    this.events = events;
  }

  /** Id of the first order told. */
  get id(): number {
    for (const event of this.events) if (event.kind === 'order') return event.order.orderId;
    throw new Error('no order was told');
  }

  get rejected(): RejectReason | null {
    for (const event of this.events) if (event.kind === 'rejected') return event.reason;
    return null;
  }

  /** 'qty@price' of every trade. */
  get fills(): string[] {
    return this.events.flatMap((event) => (event.kind === 'trade' ? [`${event.trade.qty}@${event.trade.price}`] : []));
  }

  /** The last told form of an order. */
  last(orderId = this.id): EngineOrder {
    let found: EngineOrder | undefined;
    for (const event of this.events) if (event.kind === 'order' && event.order.orderId === orderId) found = event.order;
    if (found === undefined) throw new Error(`order ${orderId} was not told`);
    return found;
  }

  /** 'STATUS cause' of everything told about an order. */
  story(orderId = this.id): string[] {
    return this.events.flatMap((event) =>
      event.kind === 'order' && event.order.orderId === orderId ? [`${event.order.status} ${event.cause}`] : [],
    );
  }

  cause(orderId = this.id): OrderCause | undefined {
    let cause: OrderCause | undefined;
    for (const event of this.events) if (event.kind === 'order' && event.order.orderId === orderId) cause = event.cause;
    return cause;
  }
}

function pairs(depth: number[]): string {
  const words: string[] = [];
  for (let i = 0; i < depth.length; i += 2) words.push(`${depth[i]}x${depth[i + 1]}`);
  return words.join(' ');
}
