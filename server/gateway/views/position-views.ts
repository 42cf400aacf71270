import type { Balance } from '../../../core/contract/trading.ts';
import { type Instrument, instrumentId } from '../../../core/domain/markets/instrument.ts';
import { averageCost, type CostedHolding, unrealised } from '../../../core/domain/orders/cost-basis.ts';
import type { CloseView, PositionView } from '../../../schemas/wire/position.ts';
import type { CloseRecord, PositionRecord } from '../../store/records.ts';
import { spotHoldings } from '../../trading/positions/spot-holdings.ts';
import type { MarketSource } from '../ports.ts';
import { storedFillView } from './wire-mapping.ts';

/** Decimals of an average cost: the finest tick of the large markets. */
const costDecimals = 8;

type Markets = Pick<MarketSource, 'instrument' | 'instruments' | 'referencePrice'>;

/** Holdings as positions, see {@link spotHoldings}. */
export const positionViews = (positions: readonly PositionRecord[], balances: readonly Balance[], markets: Markets): PositionView[] =>
  spotHoldings(positions, balances, markets).map(({ balance, instrument, qty, costed }) =>
    costed === null ? uncosted(balance, qty, instrument, markets) : positionView(costed.position, costed.holding, instrument, markets),
  );

function positionView(position: PositionRecord, holding: CostedHolding, instrument: Instrument, markets: Markets): PositionView {
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
