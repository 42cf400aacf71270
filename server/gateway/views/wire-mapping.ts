import type { AppError } from '../../../core/contract/app-error.ts';
import type { Candle, DepthSnapshot, PublicTrade, Ticker } from '../../../core/contract/market.ts';
import type { IndexPrice } from '../../../core/contract/spot-indexes.ts';
import type { Balance, Fill, OrderFate } from '../../../core/contract/trading.ts';
import { type AccountAct, accountActs } from '../../../core/domain/accounts/account-act.ts';
import { instrumentId } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import type { IndexView } from '../../../schemas/wire/index-price.ts';
import type { CandleView, DepthView, TickerView, TradeView } from '../../../schemas/wire/market.ts';
import type { BalanceChangeView, BalanceView, FillView, LedgerEntryView, OrderFateView } from '../../../schemas/wire/order.ts';
import type { ApiAccountView } from '../../../schemas/wire/user.ts';
import type {
  ApiAccountRecord,
  BalanceChangeRecord,
  FillRecord,
  LedgerPostingRecord,
  LineStandingRecord,
  LoginLogRecord,
} from '../../store/records.ts';
import { orderView } from './order-code.gen.ts';

/** Domain words (camelCase) ↔ wire words (snake_case). Nothing is computed here but the free part of a balance. */

export const tickerView = (ticker: Ticker): TickerView => ({
  id: ticker.instrumentId,
  last: ticker.last,
  bid: ticker.bid,
  ask: ticker.ask,
  open_24h: ticker.open24h,
  high_24h: ticker.high24h,
  low_24h: ticker.low24h,
  volume_24h: ticker.volume24h,
  quote_volume_24h: ticker.quoteVolume24h,
  time: ticker.timeMs,
});

export const candleView = (candle: Candle): CandleView => [
  candle.openMs,
  candle.open,
  candle.high,
  candle.low,
  candle.close,
  candle.volume,
  candle.quoteVolume,
  candle.trades,
];

export const tradeView = (trade: PublicTrade): TradeView => ({
  trade_id: trade.tradeId,
  price: trade.price,
  qty: trade.qty,
  side: trade.side,
  time: trade.timeMs,
});

/** Fits snapshots and deltas: a delta's sequences travel beside it. */
export const depthView = (depth: Omit<DepthSnapshot, 'previous'>): DepthView => ({
  id: depth.instrumentId,
  sequence: depth.sequence,
  bids: depth.bids as DepthView['bids'],
  asks: depth.asks as DepthView['asks'],
  time: depth.timeMs,
});

export const indexView = (index: IndexPrice): IndexView => ({
  base: index.base,
  quote: index.quote,
  price: index.price,
  stale: index.stale,
  time: index.timeMs,
  sources: index.sources.map(({ instrumentId: id, price, state }) => ({ id, price, state })),
});

export function orderFateView(fate: OrderFate): OrderFateView {
  if (fate.state === 'PLACED') return { state: fate.state, order: orderView(fate.order) };
  return fate.state === 'ABSENT' ? { state: fate.state, as_of: fate.asOfMs } : fate;
}

export const fillView = (fill: Fill): FillView => ({
  id: fill.instrumentId,
  trade_id: fill.tradeId,
  order_id: fill.orderId,
  api_id: fill.apiId,
  side: fill.side,
  liquidity: fill.liquidity,
  price: fill.price,
  qty: fill.qty,
  fee: fill.fee,
  fee_asset: fill.feeAsset,
  time: fill.timeMs,
});

export const storedFillView = (fill: FillRecord): FillView =>
  fillView({
    ...fill,
    exchange: fill.venue,
    instrumentId: instrumentId({ exchange: fill.venue, symbol: fill.symbol, accountType: fill.accountType }),
  });

export const balanceView = (balance: Balance): BalanceView => ({
  exchange: balance.exchange,
  api_id: balance.apiId,
  account_type: balance.accountType,
  ...(balance.symbol === undefined ? {} : { symbol: balance.symbol }),
  asset: balance.asset,
  total: balance.total,
  held: balance.held,
  available: addDecimals(balance.total, negateDecimal(balance.held)),
});

export const ledgerView = (posting: LedgerPostingRecord & Partial<LineStandingRecord>): LedgerEntryView => ({
  exchange: posting.venue,
  entry_id: String(posting.entryId),
  kind: posting.kind,
  reference: posting.reference,
  api_id: posting.account,
  account_type: posting.accountType ?? 'spot',
  ...(posting.symbol === undefined ? {} : { symbol: posting.symbol }),
  asset: posting.asset,
  amount: posting.amount,
  ...(posting.balance === undefined ? {} : { balance: posting.balance }),
  ...(posting.movement === undefined ? {} : { movement: posting.movement }),
  time: posting.timeMs,
});

export const balanceChangeView = ({ venue, apiId, accountType, symbol, asset, traded, moves }: BalanceChangeRecord): BalanceChangeView => ({
  exchange: venue,
  api_id: apiId,
  account_type: accountType,
  ...(symbol === undefined ? {} : { symbol }),
  asset,
  traded,
  moves: moves.map(({ amount, timeMs }) => ({ amount, time: timeMs })),
});

/** `lastSignIn`: of the caller. `mayDo` says why the caller may not do it with the account; null: he may. `isByKey`: a script asks, which learns of nobody's addresses and keys. */
export function apiAccountView(
  account: ApiAccountRecord,
  { own, isByKey }: { readonly own: boolean; readonly isByKey: boolean },
  mayDo: (act: AccountAct) => AppError | null,
  lastSignIn: Pick<LoginLogRecord, 'ip' | 'timeMs'> | null,
): ApiAccountView {
  const lock = mayDo('trade');
  const minVip = lock?.code === 'ACCESS_VIP' ? lock.params.minVip : null;
  return {
    api_id: account.apiId,
    name: account.name,
    exchange: account.exchange,
    permissions: account.permissions.filter((word): word is 'spot' | 'futures' => word === 'spot' || word === 'futures'),
    create_time: account.createdMs,
    update_time: account.updatedMs,
    ...(own
      ? {
          ...{ own, expire_time: account.expiresMs },
          ...(!isByKey && {
            ...{ ip_list: [...account.addresses], key_end: account.keyEnd },
            ...{ login_ip: lastSignIn?.ip ?? null, login_time: lastSignIn?.timeMs ?? null },
          }),
        }
      : { own, owner: account.userId }),
    may: accountActs.filter((act) => mayDo(act) === null),
    locked_at_vip: typeof minVip === 'number' ? minVip : null,
  };
}
