import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { MatchingVenue } from '../../../core/contract/server-services.ts';
import type { ApiId, Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import type { OrderMemory } from '../../../core/contract/venue.ts';
import { type AccountKey, accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { AmendOrder, Command } from '../../engine/command.ts';
import type { CommandResult } from '../../engine/host/committed-batch.ts';
import type { EngineOrder } from '../../engine/sink.ts';
import { checkChangeGrid, checkIntentGrid } from '../checks/grid-rules.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';
import { orderRefusal, type RefusalSubject } from '../checks/order-refusal.ts';
import type { EngineVenueParts } from './engine-venue.ts';
import { mapOrder } from './order-mapping.ts';
import { placeCommand } from './place-command.ts';
import { sendCommand } from './send-command.ts';

type OrderTarget = Parameters<MatchingVenue['cancel']>[0];

/** Orders of a venue on the house's engine: intents become commands, the answers come back durable. */
export class VenueOrders {
  readonly #parts: EngineVenueParts;

  constructor(parts: EngineVenueParts) {
    this.#parts = parts;
  }

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const { engine, instruments } = this.#parts;
    const account = engine.directory.indexOf(accountOfMarket(intent.apiId, intent.instrumentId));
    if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId: intent.apiId });
    const instrument = instruments.indexOf(intent.instrumentId);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    const grid = instruments.grid(instrument, engine.directory);
    const held = instruments.listed.heldGrid(instrument);
    const problem = held === null ? null : checkIntentGrid(intent, held);
    if (problem !== null) return { ok: false, error: problem };
    const command = placeCommand(intent, { account, instrument, grid });
    const sent = await this.#send(command);
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected !== undefined) {
      // A bracket's legs and an entry hold different assets; only the entry's can be short at placing.
      return orderRefusal(result.rejected, this.#subject(intent.apiId, intent.instrumentId, grid, intent.side));
    }
    if (result.repeated !== undefined) return accepted(this.#repeated(result.repeated, account));
    // Its own orders come first; others of the same account may have been touched by them.
    const placed = command.type === 'PLACE' ? 1 : command.type === 'PLACE_OCO' ? 2 : 3;
    return accepted(result.orders.slice(0, placed).map((order) => this.#durable(order, intent.apiId)));
  }

  recall(account: AccountKey, clientOrderId: string): OrderMemory {
    const { engine, state } = this.#parts;
    const index = engine.directory.indexOf(account);
    if (index === undefined) return 'UNSURE';
    const memory = engine.recall(index, clientOrderId);
    return typeof memory === 'number' ? (state.order(index, String(memory)) ?? 'USED') : memory;
  }

  async amend(change: OrderChange): Promise<Outcome<Order>> {
    const { engine } = this.#parts;
    const found = this.#ownOrder(change);
    if (found === null) return refused('ORDER_UNKNOWN', { orderId: change.orderId });
    const { order, account, grid } = found;
    const held = this.#parts.instruments.listed.heldGrid(order.instrument);
    const problem = held === null ? null : checkChangeGrid(change, held);
    if (problem !== null) return { ok: false, error: problem };
    const command: AmendOrder = {
      type: 'AMEND',
      account,
      orderId: order.orderId,
      price: change.price === undefined ? order.price : grid.ticksOf(change.price),
      qty: change.qty === undefined ? order.qty : grid.lotsOf(change.qty),
      trigger: change.triggerPrice === undefined ? order.trigger : grid.ticksOf(change.triggerPrice),
    };
    const { side, status } = order;
    const sent = await this.#send(command);
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected !== undefined) {
      const subject = this.#subject(change.apiId, grid.instrument.id, grid, side, change.orderId, status);
      return orderRefusal(result.rejected, subject);
    }
    const amended = result.orders.find(({ orderId }) => orderId === command.orderId) ?? engine.order(command.orderId);
    return amended === undefined ? refused('ORDER_UNKNOWN', { orderId: change.orderId }) : accepted(this.#durable(amended, change.apiId));
  }

  async cancel(target: OrderTarget): Promise<Outcome<Order>> {
    const found = this.#ownOrder(target);
    if (found === null) return refused('ORDER_UNKNOWN', { orderId: target.orderId });
    const { account, grid, order } = found;
    const { orderId, side, status } = order;
    const sent = await this.#send({ type: 'CANCEL', account, orderId });
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected !== undefined) {
      return orderRefusal(result.rejected, this.#subject(target.apiId, target.instrumentId, grid, side, target.orderId, status));
    }
    const canceled = result.orders.find((one) => one.orderId === orderId);
    return canceled === undefined ? refused('ORDER_UNKNOWN', { orderId: target.orderId }) : accepted(this.#durable(canceled, target.apiId));
  }

  async cancelAll(scope: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>> {
    const { engine, instruments } = this.#parts;
    const { apiId } = scope.account;
    const account = engine.directory.indexOf(scope.account);
    if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId });
    const instrument = scope.instrumentId === undefined ? -1 : instruments.indexOf(scope.instrumentId);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: scope.instrumentId ?? '' });
    // Whoever repeats it when nothing is open must not fill the journal, least of all a full disk's last room.
    if (this.#isSettled && !this.#hasOpen(scope)) return accepted([]);
    const sent = await this.#send({ type: 'CANCEL_ALL', account, instrument });
    if (!sent.ok) return sent;
    const result = sent.value;
    return accepted(result.orders.filter(({ status }) => status === 'CANCELED').map((order) => this.#durable(order, apiId)));
  }

  open(account: AccountKey): readonly Order[] {
    const index = this.#parts.engine.directory.indexOf(account);
    return index === undefined ? [] : this.#parts.state.openOrders(index);
  }

  #send(command: Command): Promise<Outcome<CommandResult>> {
    return sendCommand(this.#parts.options.exchange, this.#parts.host, command);
  }

  /** Everything that was asked for is durable: what is told of orders is what the engine knows. */
  get #isSettled(): boolean {
    const { engine, state } = this.#parts;
    return state.sequence === engine.sequence;
  }

  #hasOpen({ account, instrumentId }: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): boolean {
    return this.open(account).some((order) => order.instrumentId === (instrumentId ?? order.instrumentId));
  }

  /** An open order of this account in this market; that of another one is as unknown as that of another account. */
  #ownOrder({ apiId, instrumentId, orderId }: OrderTarget): { order: EngineOrder; account: number; grid: InstrumentGrid } | null {
    const { engine, instruments } = this.#parts;
    const account = engine.directory.indexOf(accountOfMarket(apiId, instrumentId));
    const order = engine.order(Number(orderId));
    if (account === undefined || order === undefined || order.account !== account) return null;
    if (order.instrument !== instruments.indexOf(instrumentId)) return null;
    return { order, account, grid: instruments.grid(order.instrument, engine.directory) };
  }

  /** The order as it was reported: the batch went out before the answer. The result's copy stands in for one that is long gone. */
  #durable(order: EngineOrder, apiId: ApiId): Order {
    const { state, instruments, engine } = this.#parts;
    const reported = state.order(order.account, String(order.orderId));
    return reported ?? mapOrder(order, order.status, apiId, instruments.grid(order.instrument, engine.directory));
  }

  /** The first order of the earlier command with the legs that came with it; empty when it ended long ago. */
  #repeated(orderId: number, account: number): readonly Order[] {
    const { state } = this.#parts;
    const first = state.order(account, String(orderId));
    if (first === null) return [];
    const legs = first.triggerKind === 'OCO' ? 1 : first.triggerKind === 'CONDITIONAL_OCO' ? 2 : 0;
    const orders = [first];
    for (let leg = 1; leg <= legs; leg++) {
      const order = state.order(account, String(orderId + leg));
      if (order !== null) orders.push(order);
    }
    return orders;
  }

  #subject(
    apiId: ApiId,
    instrumentId: string,
    grid: InstrumentGrid | null,
    side: RefusalSubject['side'],
    orderId = '',
    status = '',
  ): RefusalSubject {
    return { apiId, instrumentId, grid, side, orderId, status };
  }
}
