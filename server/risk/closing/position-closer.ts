import type { Principal } from '../../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ClosablePosition, ClosedPosition, CloseResult, CloseScope, CloseTarget } from '../../../core/contract/risk.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Order, OrderFate, OrderIntent } from '../../../core/contract/trading.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { authorProblem } from '../../session/people.ts';
import { storedOrder } from '../../store/orders/order-code.gen.ts';
import type { ApiAccountRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { hoursProblem } from '../../trading/checks/market-hours.ts';
import type { TradingRoom } from '../../trading/open-trading-room.ts';
import { riskOrderId, riskSender } from '../../trading/order-origin.ts';
import { type Author, authorOf } from '../author.ts';
import { closingSize } from './closing-size.ts';
import { becameEarlier, becameOf, type ClosingOrder, leftAs } from './closing-state.ts';
import type { HeldPosition, PositionSource } from './position-source.ts';

export interface CloserParts {
  readonly store: Pick<Store, 'transaction' | 'users' | 'orders'>;
  readonly room: Pick<TradingRoom, 'accounts' | 'access' | 'venues' | 'control' | 'trading' | 'switches' | 'stored'>;
  readonly sources: readonly PositionSource[];
  readonly markets: {
    instrument(id: InstrumentId): Instrument | null;
    referencePrice(id: InstrumentId): { readonly price: string } | null;
  };
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Orders of one position that a closing under the same name has sent before. */
type Earlier = ReadonlyMap<InstrumentId, readonly Order[]>;
interface Closing {
  readonly principal: Principal;
  readonly by: Author;
  readonly account: ApiAccountRecord;
  readonly closingId: string;
}

/** Closes what others hold, through the one order path. */
export class PositionCloser {
  readonly #parts: CloserParts;

  constructor(parts: CloserParts) {
    this.#parts = parts;
  }

  async positions(scope: CloseScope): Promise<Outcome<readonly ClosablePosition[]>> {
    const found = await this.#accountsOf(scope);
    if (!found.ok) return found;
    const only = scope.startsWith('market/') ? scope.slice('market/'.length) : undefined;
    const held = await this.#held(found.value, only);
    const names = await this.#ownersOf(found.value);
    return accepted(held.map((position) => this.#closable(position, names, position.qty)));
  }

  async close(principal: Principal, target: CloseTarget, closingId: string, reason: string): Promise<Outcome<CloseResult>> {
    const { room, markets } = this.#parts;
    const { apiId, instrumentId } = target;
    const by = authorOf(principal);
    if (by === null) return refused('SESSION_MISSING');
    if (by.role !== 'risk') return refused('ACCESS_ROLE');
    const barred = room.access.may(principal, apiId, 'control');
    if (barred !== null) return denied(barred);
    const account = room.accounts.get(apiId);
    if (account === null) return refused('ACCESS_ACCOUNT', { apiId });
    if (instrumentId !== undefined && markets.instrument(instrumentId) === null)
      return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: instrumentId });
    const closing = { principal, by, account, closingId };
    await room.stored([account.exchange]);
    const earlier = await this.#earlier(closing);
    let canceled: number | null = 0;
    // What has begun is not begun again: its orders are taken back and it stands in the audit.
    if (earlier.size === 0) {
      const noted = await this.#note(closing, target, reason);
      if (!noted.ok) return noted;
      const taken = await room.control.cancelAll(principal, instrumentId === undefined ? { apiId } : { apiId, instrumentId });
      canceled = taken.ok ? taken.value.length : null;
    }
    const names = await this.#ownersOf([account]);
    const positions: ClosedPosition[] = [];
    const held = await this.#held([account], instrumentId);
    for (const position of held) {
      const known = earlier.get(position.instrument.id);
      const closable = this.#closable(position, names, position.freeQty);
      positions.push(known === undefined ? await this.#send(closing, position, closable) : becameEarlier(closable, known));
    }
    // Of what is gone wholly only its orders tell.
    for (const [id, orders] of earlier)
      if (!held.some(({ instrument }) => instrument.id === id)) positions.push(this.#gone(id, orders, account, names));
    return accepted({ canceled, positions });
  }

  /** An order for each part of it, until one is not taken. */
  async #send(closing: Closing, { instrument, freeQty, order }: HeldPosition, closable: ClosablePosition): Promise<ClosedPosition> {
    if (closable.left !== null) return leftAs(closable, closable.left);
    const { principal, by, account, closingId } = closing;
    const sent: ClosingOrder[] = [];
    for (const [part, qty] of closingSize(freeQty, instrument, closable.mark).parts.entries()) {
      const clientOrderId = riskOrderId(by.userId, closingId, instrument.id, part);
      const intent = { apiId: account.apiId, instrumentId: instrument.id, type: 'MARKET', qty, clientOrderId, ...order } as const;
      const outcome = await this.#once(principal, intent);
      sent.push(outcome);
      if (outcome.kind !== 'placed') break;
    }
    return becameOf(closable, sent);
  }

  /** Sends it unless its name is taken; where nobody knows whether it was sent, to send it again would be to guess. */
  async #once(principal: Principal, intent: OrderIntent & { readonly clientOrderId: string }): Promise<ClosingOrder> {
    const { control } = this.#parts.room;
    const fateNow = async (): Promise<OrderFate> => {
      const fate = await control.find(principal, accountOfMarket(intent.apiId, intent.instrumentId), intent.clientOrderId);
      return fate.ok ? fate.value : { state: 'UNSURE' };
    };
    const before = await fateNow();
    if (before.state === 'PLACED') return placed(before.order);
    if (before.state === 'UNSURE') return { kind: 'unknown' };
    const outcome = await control.submit(principal, intent);
    const [first] = outcome.ok ? outcome.value : [];
    if (first !== undefined) return placed(first);
    // The same closing, asked for twice at once, was quicker the other time.
    if (outcome.ok || outcome.error.code === 'ORDER_DUPLICATE_CLIENT_ID') {
      const now = await fateNow();
      return now.state === 'PLACED' ? placed(now.order) : { kind: 'unknown' };
    }
    return outcome.error.code === 'ORDER_UNRESOLVED' ? { kind: 'unknown' } : { kind: 'refused', error: outcome.error };
  }

  /** Why stands in the audit before anything is done: a crash between leaves no deed without its line. */
  #note({ by, closingId }: Closing, { apiId, instrumentId }: CloseTarget, reason: string): Promise<Outcome<void>> {
    const { store, clock, room } = this.#parts;
    const before = { open_orders: room.trading.openOrders([apiId]).length };
    return store.transaction(async (repositories): Promise<Outcome<void>> => {
      const barred = await authorProblem(repositories, { by, reason }, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const entry = { timeMs: clock.nowMs(), actor: by.userId, action: 'positions.closed', subject: `account/${apiId}`, reason };
      await repositories.audit.append({ ...entry, before, after: { closing_id: closingId, instrument: instrumentId ?? null } });
      return accepted(undefined);
    });
  }

  async #earlier({ by, account, closingId }: Closing): Promise<Earlier> {
    const found = new Map<InstrumentId, Order[]>();
    for (const record of await this.#parts.store.orders.bySender(account.apiId, riskSender(by.userId))) {
      const order = storedOrder(record);
      const known = found.get(order.instrumentId) ?? [];
      if (order.clientOrderId !== riskOrderId(by.userId, closingId, order.instrumentId, known.length)) continue;
      found.set(order.instrumentId, [...known, order]);
    }
    return found;
  }

  async #held(accounts: readonly ApiAccountRecord[], only: InstrumentId | undefined): Promise<readonly HeldPosition[]> {
    const ids = accounts.map(({ apiId }) => apiId);
    if (ids.length === 0) return [];
    await this.#parts.room.stored([...new Set(accounts.map(({ exchange }) => exchange))]);
    const all = await Promise.all(this.#parts.sources.map((source) => source(ids)));
    return all.flat().filter(({ instrument }) => only === undefined || instrument.id === only);
  }

  #closable({ apiId, instrument, side, qty }: HeldPosition, names: Names, closes: string): ClosablePosition {
    const mark = this.#parts.markets.referencePrice(instrument.id)?.price ?? null;
    const size = closingSize(closes, instrument, mark);
    return {
      ...this.#placeOf(this.#parts.room.accounts.get(apiId), names, instrument),
      ...{ side, qty, mark, closeQty: size.qty, left: this.#closed(instrument) ?? size.tooSmall },
    };
  }

  #gone(id: InstrumentId, orders: readonly Order[], account: ApiAccountRecord, names: Names): ClosedPosition {
    const instrument = this.#parts.markets.instrument(id) ?? { id, base: '', quote: '', exchange: account.exchange };
    const place = this.#placeOf(account, names, instrument);
    return becameEarlier({ ...place, side: 'LONG', qty: '0', closeQty: '0', mark: null, left: null }, orders);
  }

  #placeOf(
    account: ApiAccountRecord | null,
    names: Names,
    { id, base, quote, exchange }: Pick<Instrument, 'id' | 'base' | 'quote' | 'exchange'>,
  ) {
    const { apiId = 0, userId = '', name = '' } = account ?? {};
    return { apiId, username: names.get(userId) ?? userId, account: name, exchange, instrumentId: id, asset: base, quote };
  }

  /** Why nobody trades there now. */
  #closed(instrument: Instrument): AppError | null {
    const { room, clock } = this.#parts;
    if (instrument.state !== 'TRADING') return new AppError('ORDER_INSTRUMENT_CLOSED', { instrument: instrument.id });
    return room.switches.halted(instrument.id) ?? hoursProblem(instrument, clock.nowMs());
  }

  async #accountsOf(scope: CloseScope): Promise<Outcome<readonly ApiAccountRecord[]>> {
    const { accounts } = this.#parts.room;
    const [about, rest] = [scope.slice(0, scope.indexOf('/')), scope.slice(scope.indexOf('/') + 1)];
    if (about === 'account') {
      const account = accounts.get(Number(rest));
      return account === null ? refused('ACCESS_ACCOUNT', { apiId: Number(rest) }) : accepted([account]);
    }
    if (about === 'user') {
      const owner = await this.#parts.store.users.byUsername(rest);
      return owner === null ? refused('PERSON_UNKNOWN') : accepted(accounts.all().filter(({ userId }) => userId === owner.id));
    }
    if (about === 'exchange') {
      if (this.#parts.room.venues.venue(rest) === null) return refused('VENUE_UNAVAILABLE', { exchange: rest });
      return accepted(accounts.all().filter(({ exchange }) => exchange === rest));
    }
    const market = this.#parts.markets.instrument(rest);
    if (market === null) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: rest });
    return accepted(accounts.all().filter(({ exchange }) => exchange === market.exchange));
  }

  async #ownersOf(accounts: readonly ApiAccountRecord[]): Promise<Names> {
    const users = await this.#parts.store.users.byIds([...new Set(accounts.map(({ userId }) => userId))]);
    return new Map(users.map(({ id, username }) => [id, username]));
  }
}

type Names = ReadonlyMap<string, string>;
const placed = (order: Order): ClosingOrder => ({ kind: 'placed', order });
