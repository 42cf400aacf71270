import type { ApiId, OrderIntent } from '../../../core/contract/trading.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import type { Store } from '../../store/store.ts';
import type { TradingRoom } from '../../trading/open-trading-room.ts';
import { type HoldingMarkets, spotHoldings } from '../../trading/positions/spot-holdings.ts';

/** A position as its kind of market counts it, and how an order takes it back. */
export interface HeldPosition {
  readonly apiId: ApiId;
  readonly instrument: Instrument;
  readonly side: 'LONG' | 'SHORT';
  /** All of it. */
  readonly qty: string;
  /** The part that no open order holds. */
  readonly freeQty: string;
  /** What the order that closes it is, beside account, market, quantity and name. */
  readonly order: Pick<OrderIntent, 'side' | 'reduceOnly' | 'positionSide'>;
}

/** Of one kind of markets: the positions of accounts as they are now. Who closes positions asks every source, and knows no kind. */
export type PositionSource = (apiIds: readonly ApiId[]) => Promise<readonly HeldPosition[]>;

interface SpotParts {
  readonly store: Pick<Store, 'positions'>;
  readonly room: Pick<TradingRoom, 'trading' | 'venues'>;
  readonly markets: HoldingMarkets;
}

/** What lies in spot accounts and is no money: sold in the market that it was bought in, or the first that prices it. */
export const spotPositions =
  ({ store, room, markets }: SpotParts): PositionSource =>
  async (apiIds) => {
    const holdings = spotHoldings(await store.positions.of(apiIds), room.trading.balances(apiIds), markets);
    const found = new Map<string, HeldPosition>();
    /** What is free of an asset is given to its markets one after the other. */
    const free = new Map<string, string>();
    for (const { balance, instrument, qty } of holdings) {
      const { apiId, asset, exchange } = balance;
      const wallet = `${apiId}/${asset}`;
      const left =
        free.get(wallet) ?? room.venues.venue(exchange)?.available(accountOfMarket(apiId, instrument.id), asset) ?? balance.total;
      const freeQty = compareDecimals(left, qty) < 0 ? left : qty;
      free.set(wallet, addDecimals(left, negateDecimal(freeQty)));
      const id = `${apiId}/${instrument.id}`;
      const before = found.get(id);
      found.set(id, {
        ...{ apiId, instrument, side: 'LONG', order: { side: 'SELL' } },
        qty: before === undefined ? qty : addDecimals(before.qty, qty),
        freeQty: before === undefined ? freeQty : addDecimals(before.freeQty, freeQty),
      });
    }
    return [...found.values()];
  };
