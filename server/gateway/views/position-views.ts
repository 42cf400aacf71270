import type { Balance } from '../../../core/contract/trading.ts';
import { settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import { type Instrument, instrumentId } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { averageCost, cutHolding, unrealised } from '../../../core/domain/orders/cost-basis.ts';
import type { CloseView, PositionView } from '../../../schemas/wire/position.ts';
import type { CloseRecord, PositionRecord } from '../../store/records.ts';
import type { MarketSource } from '../ports.ts';
import { storedFillView } from './wire-mapping.ts';

/** Decimals of an average cost: the finest tick of the large markets. */
const costDecimals = 8;

type Markets = Pick<MarketSource, 'instrument' | 'instruments' | 'referencePrice'>;

/**
 * Holdings as positions. The wallet has the last word on the quantity: what left it otherwise than by a sell is taken from
 * the positions, and what came into it otherwise than by a buy is a row without a cost. Money (an asset that no market of
 * the exchange prices) is no position.
 */
export function positionViews(positions: readonly PositionRecord[], balances: readonly Balance[], markets: Markets): PositionView[] {
  const priced = pricedBy(markets.instruments());
  const views: PositionView[] = [];
  for (const balance of balances) {
    if (balance.accountType !== 'spot') continue;
    const market = priced.get(`${balance.exchange}/${balance.asset}`);
    if (market === undefined) continue;
    let rest = balance.total;
    for (const position of positions) {
      if (position.apiId !== balance.apiId || position.accountType !== 'spot') continue;
      const instrument = instrumentOf(position, markets);
      if (instrument?.base !== balance.asset || compareDecimals(rest, '0') <= 0) continue;
      const view = positionView(position, instrument, rest, markets);
      if (view === null) continue;
      views.push(view);
      rest = addDecimals(rest, negateDecimal(view.qty));
    }
    if (compareDecimals(rest, '0') > 0) views.push(uncosted(balance, rest, market, markets));
  }
  return views;
}

function positionView(position: PositionRecord, instrument: Instrument, available: string, markets: Markets): PositionView | null {
  const holding = cutHolding(position, available);
  if (compareDecimals(holding.qty, '0') <= 0) return null;
  const reference = markets.referencePrice(instrument.id);
  const mark = reference?.price ?? null;
  return {
    exchange: position.venue,
    api_id: position.apiId,
    account_type: position.accountType,
    id: instrument.id,
    asset: instrument.base,
    quote: instrument.quote,
    qty: holding.qty,
    cost: holding.cost,
    avg_price: averageCost(holding, costDecimals),
    mark,
    mark_kind: reference?.kind ?? null,
    unrealised: mark === null ? null : unrealised(holding, mark),
    realised: position.realised,
    open_time: position.openedMs,
    update_time: position.updatedMs,
  };
}

const uncosted = ({ exchange, apiId, accountType }: Balance, qty: string, market: Instrument, markets: Markets): PositionView => {
  const reference = markets.referencePrice(market.id);
  return {
    exchange,
    api_id: apiId,
    account_type: accountType,
    id: market.id,
    asset: market.base,
    quote: market.quote,
    qty,
    cost: null,
    avg_price: null,
    mark: reference?.price ?? null,
    mark_kind: reference?.kind ?? null,
    unrealised: null,
    realised: '0',
    open_time: null,
    update_time: null,
  };
};

/** The first spot market that prices an asset, by `exchange/asset`. */
function pricedBy(instruments: readonly Instrument[]): ReadonlyMap<string, Instrument> {
  const markets = new Map<string, Instrument>();
  for (const instrument of instruments) {
    const key = `${instrument.exchange}/${instrument.base}`;
    if (!settlesInMargin(instrument) && !markets.has(key)) markets.set(key, instrument);
  }
  return markets;
}

const instrumentOf = (
  { venue, symbol, accountType }: Pick<PositionRecord, 'venue' | 'symbol' | 'accountType'>,
  markets: Pick<Markets, 'instrument'>,
): Instrument | null => markets.instrument(instrumentId({ exchange: venue, symbol, accountType }));

/** `asset` and `quote` are the market's; both are empty when the market is gone. */
export function closeView(close: CloseRecord, markets: Pick<Markets, 'instrument'>): CloseView {
  const instrument = instrumentOf(close, markets);
  const { side: _sell, liquidity: _role, ...fill } = storedFillView(close);
  const { closedQty, closedCost, realised } = close;
  return {
    ...fill,
    asset: instrument?.base ?? '',
    quote: instrument?.quote ?? '',
    closed_qty: closedQty,
    avg_price: closedQty === null || closedCost === null ? null : averageCost({ qty: closedQty, cost: closedCost }, costDecimals),
    realised,
  };
}
