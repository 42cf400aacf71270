import type { FuturesTerms, Instrument } from '../../../core/domain/markets/instrument.ts';
import type { InstrumentView } from '../../../schemas/wire/instrument.ts';

/** A market's terms in the wire's words, with those that only its kind has. */
export const instrumentView = (instrument: Instrument): InstrumentView => ({
  id: instrument.id,
  exchange: instrument.exchange,
  symbol: instrument.symbol,
  account_type: instrument.accountType,
  contract_kind: instrument.contractKind,
  settlement: instrument.settlement,
  base: instrument.base,
  quote: instrument.quote,
  tick: instrument.tick,
  lot: instrument.lot,
  min_qty: instrument.minQty,
  max_qty: instrument.maxQty,
  min_notional: instrument.minNotional,
  price_band: instrument.priceBand,
  maker_fee: instrument.makerFee,
  taker_fee: instrument.takerFee,
  state: instrument.state,
  ...kindView(instrument),
});

function kindView(instrument: Instrument): Partial<InstrumentView> {
  switch (instrument.contractKind) {
    case 'spot':
      return {};
    case 'linear':
    case 'inverse':
      return futuresView(instrument);
    case 'option': {
      const { settleAsset, multiplier, expiryMs, optionType, strike } = instrument;
      return { settle_asset: settleAsset, multiplier, expiry: expiryMs, option_type: optionType, strike };
    }
    case 'equity': {
      const { sessions, timeZone, priceLimit } = instrument;
      return { sessions: sessions.map(({ fromMinute, toMinute }) => [fromMinute, toMinute]), time_zone: timeZone, price_limit: priceLimit };
    }
  }
}

const futuresView = ({ settleAsset, multiplier, expiryMs, fundingHours, brackets }: FuturesTerms): Partial<InstrumentView> => ({
  settle_asset: settleAsset,
  multiplier,
  expiry: expiryMs,
  funding_hours: fundingHours,
  brackets: brackets.map(({ cap, maxLeverage, maintenanceRate, deduction }) => ({
    ...{ cap, max_leverage: maxLeverage, maintenance_rate: maintenanceRate, deduction },
  })),
});
