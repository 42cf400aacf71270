import type { InstrumentView } from '../../../schemas/wire/instrument.ts';
import { type FuturesTerms, type Instrument, type InstrumentTerms, instrumentId } from '../../domain/markets/instrument.ts';

/** The wire's instrument in the words of the domain. */
export function instrumentFromView(view: InstrumentView): Instrument {
  const terms = termsFromView(view);
  const { contract_kind: contractKind, settle_asset: settleAsset = view.quote, multiplier = '1', expiry = null } = view;
  switch (contractKind) {
    case 'spot':
      return { ...terms, contractKind, settlement: 'none' };
    case 'linear':
    case 'inverse':
      return { ...terms, contractKind, ...futuresFromView(view), settleAsset, multiplier, expiryMs: expiry };
    case 'option': {
      const { option_type: optionType = 'CALL', strike = '0' } = view;
      return { ...terms, contractKind, settlement: 'none', optionType, strike, expiryMs: expiry ?? 0, settleAsset, multiplier };
    }
    case 'equity': {
      const sessions = (view.sessions ?? []).map(([fromMinute, toMinute]) => ({ fromMinute, toMinute }));
      return {
        ...terms,
        contractKind,
        settlement: 'none',
        sessions,
        timeZone: view.time_zone ?? 'UTC',
        priceLimit: view.price_limit ?? null,
      };
    }
  }
}

const futuresFromView = (view: InstrumentView): Pick<FuturesTerms, 'settlement' | 'fundingHours' | 'brackets'> => ({
  settlement: view.settlement === 'none' ? 'perpetual' : view.settlement,
  fundingHours: view.funding_hours ?? null,
  brackets: (view.brackets ?? []).map(({ cap, max_leverage, maintenance_rate, deduction }) => ({
    ...{ cap, maxLeverage: max_leverage, maintenanceRate: maintenance_rate, deduction },
  })),
});

const termsFromView = (view: InstrumentView): InstrumentTerms => ({
  id: instrumentId({ exchange: view.exchange, symbol: view.symbol, accountType: view.account_type }),
  exchange: view.exchange,
  symbol: view.symbol,
  accountType: view.account_type,
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
