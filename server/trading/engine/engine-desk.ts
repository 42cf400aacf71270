import type { LiquidityDesk, Logger } from '../../../core/contract/server-services.ts';
import type { OrderSide, TimeInForce } from '../../../core/domain/orders/order.ts';
import type { Command } from '../../engine/command.ts';
import type { CommandResult } from '../../engine/host/committed-batch.ts';
import type { EngineHost } from '../../engine/host/host-port.ts';
import { NoRoom } from '../../engine/host/no-room.ts';
import type { VenueInstruments } from '../venues/venue-instruments.ts';
import type { GridSteps } from './directory-content.ts';
import type { TrackedEngine } from './tracked-engine.ts';

interface DeskParts {
  readonly name: string;
  readonly account: number;
  readonly host: EngineHost;
  readonly engine: TrackedEngine;
  readonly instruments: VenueInstruments;
  readonly logger: Logger;
}

/** Minor units that a desk gets per asset, and again whenever it runs short; below 2^62, so that bigints stay one word. */
const deskFunds = 4_000_000_000_000_000_000n;
const lazy = { lazy: true } as const;

/**
 * The desk of liquidity agents on a venue. Commands are lazy: they force no disk write. An order's client order id is its
 * engine id, which is known at once because the host applies before it commits.
 */
export class EngineDesk implements LiquidityDesk {
  readonly #parts: DeskParts;
  #stopped = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Gives the desk money in every asset that it has none of. */
  async fund(): Promise<void> {
    const { account, engine } = this.#parts;
    const poor = [...engine.directory.assets.keys()].filter((asset) => engine.balance(account, asset).total === 0n);
    await Promise.all(poor.map((asset) => this.#deposit(asset)));
  }

  limit(instrumentId: string, side: OrderSide, priceTicks: number, qtyLots: number, postOnly: boolean): string {
    return this.#place(instrumentId, side, 'LIMIT', postOnly ? 'GTX' : 'GTC', priceTicks, qtyLots);
  }

  market(instrumentId: string, side: OrderSide, qtyLots: number): void {
    this.#place(instrumentId, side, 'MARKET', 'IOC', 0, qtyLots);
  }

  cancel(_instrumentId: string, clientOrderId: string): void {
    const orderId = Number(clientOrderId);
    // Gone already (filled, or refused at placing): nothing to journal.
    if (!(orderId > 0) || this.#parts.engine.order(orderId) === undefined) return;
    this.#send({ type: 'CANCEL', account: this.#parts.account, orderId });
  }

  async cancelAll(): Promise<void> {
    await this.#parts.host.submit({ type: 'CANCEL_ALL', account: this.#parts.account, instrument: -1 });
  }

  resting(instrumentId: string): ReturnType<LiquidityDesk['resting']> {
    const { engine, account } = this.#parts;
    const resting: ReturnType<LiquidityDesk['resting']>[number][] = [];
    for (const orderId of engine.directory.openOrders(account, this.#instrument(instrumentId))) {
      const order = engine.order(orderId);
      if (order === undefined) continue;
      const qtyLots = order.qty - order.filled - order.prevented;
      resting.push({ clientOrderId: String(orderId), side: order.side, priceTicks: order.price, qtyLots });
    }
    return resting;
  }

  best(instrumentId: string): { readonly bidTicks: number; readonly askTicks: number } {
    const instrument = this.#instrument(instrumentId);
    const { engine } = this.#parts;
    return { bidTicks: engine.depth(instrument, 'BUY', 1)[0] ?? 0, askTicks: engine.depth(instrument, 'SELL', 1)[0] ?? 0 };
  }

  #place(id: string, side: OrderSide, orderType: 'LIMIT' | 'MARKET', timeInForce: TimeInForce, price: number, qty: number): string {
    const { account, engine } = this.#parts;
    const before = engine.sequence;
    const instrument = this.#instrument(id);
    const { tickStep, lotStep } = engine.directory.steps[instrument] as GridSteps;
    this.#send({
      type: 'PLACE',
      terms: {
        instrument,
        account,
        side,
        orderType,
        timeInForce,
        positionSide: 'BOTH',
        // One desk plays many traders, who do trade with each other.
        stp: 'NONE',
        // Away from the other side: a coarser grid must not make it trade.
        price: side === 'BUY' ? price - (price % tickStep) : Math.ceil(price / tickStep) * tickStep,
        qty: Math.ceil(qty / lotStep) * lotStep,
        quoteAmount: 0n,
        trigger: 0,
        watchedPrice: 'LAST',
        reduceOnly: false,
        closePosition: false,
        clientOrderId: '',
      },
    });
    return engine.sequence === before || engine.newestTouched === 0 ? '' : String(engine.newestTouched);
  }

  #send(command: Command): void {
    this.#parts.host.submit(command, lazy).then(
      (result) => this.#answered(command, result),
      (error: unknown) => this.#lost(error),
    );
  }

  #answered(command: Command, { rejected }: CommandResult): void {
    if (rejected?.reason !== 'INSUFFICIENT_BALANCE' || command.type !== 'PLACE') return;
    const { side, instrument } = command.terms;
    const { directory } = this.#parts.engine;
    const { base, quote } = directory.instruments[instrument] as (typeof directory.instruments)[number];
    this.#deposit(side === 'BUY' ? quote : base).catch((error: unknown) => this.#lost(error));
  }

  async #deposit(asset: number): Promise<void> {
    const { account, host, name } = this.#parts;
    const reference = `desk:${name}:${asset}:${host.sequence}`;
    await host.submit({ type: 'TRANSFER', from: -1, to: account, asset, amount: deskFunds, reference });
  }

  /** The venue has stopped; its own health says so, agents need not hear of every lost quote. */
  #lost(error: unknown): void {
    // On a full disk the market stands still, and goes on by itself.
    if (error instanceof NoRoom || this.#stopped) return;
    this.#stopped = true;
    this.#parts.logger.warn({ err: error, desk: this.#parts.name }, 'the desk has lost its venue');
  }

  #instrument(id: string): number {
    const index = this.#parts.instruments.indexOf(id);
    if (index === undefined) throw new RangeError(`the desk's venue has no instrument ${id}`);
    return index;
  }
}
