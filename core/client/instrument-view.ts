import type { InstrumentView } from '../../schemas/wire/market.ts';
import { type Instrument, instrumentId } from '../domain/instrument.ts';

/** The wire's instrument in the words of the domain. */
export const instrumentFromView = (view: InstrumentView): Instrument => ({
  id: instrumentId({ exchange: view.exchange, symbol: view.symbol, accountType: view.account_type }),
  exchange: view.exchange,
  symbol: view.symbol,
  accountType: view.account_type,
  contractKind: view.contract_kind,
  settlement: view.settlement,
  base: view.base,
  quote: view.quote,
  tick: view.tick,
  lot: view.lot,
  minQty: view.min_qty,
  maxQty: view.max_qty,
  minNotional: view.min_notional,
  priceBand: view.price_band,
  makerFee: view.maker_fee,
  takerFee: view.taker_fee,
  state: view.state,
});
