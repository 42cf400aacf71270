import { createHash } from 'node:crypto';
import type { OrderTerms, PlaceOrder } from '../../server/engine/command.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import type { EngineFactory } from '../../server/engine/host/engine-factory.ts';
import type { EngineOrder, EngineSink } from '../../server/engine/sink.ts';

/** An engine of its own for the sequencer's tests: every PLACE rests as an order, quantity 0 is refused, a repeated client order id is told, CANCEL changes nothing, everything else breaks it. */
class RestingEngine implements EnginePort {
  sequence: number;
  readonly orders: EngineOrder[];

  constructor(sequence: number, orders: EngineOrder[]) {
    this.sequence = sequence;
    this.orders = orders;
  }

  apply(sequence: number, timeMs: number, command: PlaceOrder | { readonly type: string }, sink: EngineSink): void {
    if (sequence !== this.sequence + 1) throw new Error(`command ${sequence} after ${this.sequence}`);
    if (command.type === 'CANCEL') this.sequence = sequence;
    if (command.type === 'CANCEL') return;
    if (!('terms' in command)) throw new Error('the resting engine breaks on this command');
    this.sequence = sequence;
    const { terms } = command;
    const first = this.orders.find(({ clientOrderId }) => clientOrderId !== '' && clientOrderId === terms.clientOrderId);
    if (first !== undefined) sink.repeated(first.orderId);
    else if (terms.qty === 0) sink.rejected('QTY_TOO_SMALL', 'qty', '1');
    else this.place(terms, timeMs, sink);
  }

  place(terms: OrderTerms, timeMs: number, sink: EngineSink): void {
    const order: EngineOrder = {
      ...terms,
      orderId: this.orders.length + 1,
      triggerKind: null,
      pair: 0,
      parent: 0,
      filled: 0,
      filledQuote: 0n,
      prevented: 0,
      status: 'UNFILLED',
      createdMs: timeMs,
      updatedMs: timeMs,
    };
    this.orders.push(order);
    sink.orderChanged(order, 'PLACED');
    sink.levelChanged(terms.instrument, terms.side, terms.price, terms.qty);
  }

  snapshot(): Uint8Array {
    return new TextEncoder().encode(this.#text());
  }

  stateHash(): string {
    return createHash('sha256').update(this.#text()).digest('hex');
  }

  order(orderId: number): EngineOrder | undefined {
    return this.orders[orderId - 1];
  }

  balance(): { readonly total: bigint; readonly held: bigint } {
    return { total: 0n, held: 0n };
  }

  holds(): readonly [] {
    return [];
  }

  recall(): 'UNSURE' {
    return 'UNSURE';
  }

  lastPrice(): number {
    return 0;
  }

  referencePrice(): number {
    return 0;
  }

  fundedMs(): number {
    return 0;
  }

  waiting(): number {
    return 0;
  }

  depth(): number[] {
    return [];
  }

  #text(): string {
    const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
    return JSON.stringify({ sequence: this.sequence, orders: this.orders }, asText);
  }
}

const fromText = (key: string, value: unknown): unknown =>
  (key === 'quoteAmount' || key === 'filledQuote') && typeof value === 'string' ? BigInt(value.slice(0, -1)) : value;

export const restingEngine: EngineFactory = {
  create: () => new RestingEngine(0, []),
  restore: (state) => {
    const { sequence, orders } = JSON.parse(new TextDecoder().decode(state), fromText);
    return new RestingEngine(sequence, orders);
  },
};

/** A limit order that the resting engine takes. */
export const placeOrder = (qty: number, clientOrderId = ''): PlaceOrder => ({
  type: 'PLACE',
  terms: {
    instrument: 0,
    account: 0,
    side: 'BUY',
    orderType: 'LIMIT',
    timeInForce: 'GTC',
    positionSide: 'BOTH',
    stp: 'EXPIRE_TAKER',
    price: 100,
    qty,
    quoteAmount: 0n,
    trigger: 0,
    watchedPrice: 'LAST',
    reduceOnly: false,
    closePosition: false,
    clientOrderId,
  },
});
