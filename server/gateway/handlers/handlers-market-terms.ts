import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { tidyText } from '../../../core/domain/forms/form-rules.ts';
import { type Instrument, type InstrumentId, parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { MarketTerms } from '../../../core/domain/markets/market-terms.ts';
import type { AdminMarketView, marketTermsRoutes } from '../../../schemas/wire/market-terms.ts';
import type { HandlersOf } from './handlers.ts';
import type { FeeHandlerParts } from './handlers-fees.ts';
import { sessionOf } from './handlers-user.ts';

/** What operators change of the terms of markets whose exchange is open. */
export function createMarketTermsHandlers({ venues, audit, clock }: FeeHandlerParts): HandlersOf<typeof marketTermsRoutes> {
  return {
    adminMarkets: async () => accepted(venues.list().flatMap(({ venue }) => venue.instruments.map((one) => viewOf(venue, one)))),
    adminMarketTerms: async (request) => {
      const { id, reason: typed, ...fields } = request.body;
      const reason = tidyText(typed);
      if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
      const exchange = parseInstrumentId(id)?.exchange;
      const venue = venues.list().find((one) => one.venue.exchange === exchange)?.venue;
      if (venue === undefined) return refused('MARKET_UNKNOWN_EXCHANGE', { exchange: exchange ?? id });
      if (venue.changeTerms === undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'exchange', value: venue.exchange });
      const change = changeOf(fields);
      const names = Object.keys(change) as (keyof MarketTerms)[];
      if (names.length === 0) return refused('REQUEST_INVALID', { field: 'body', rule: 'must name a term that is to change' });
      const before = await venue.changeTerms(id, change);
      if (!before.ok) return before;
      await audit.append({
        timeMs: clock.nowMs(),
        actor: sessionOf(request).principal.userId,
        action: 'terms.changed',
        subject: `market/${id}`,
        reason,
        before: Object.fromEntries(names.map((name) => [name, before.value[name]])),
        after: change,
      });
      return accepted(viewOf(venue, listedAt(venue, id)));
    },
  };
}

type TermsFields = Partial<Omit<AdminMarketView, 'max_resting' | 'max_waiting'>> & {
  readonly max_resting?: number;
  readonly max_waiting?: number;
};

const changeOf = (fields: TermsFields): Partial<MarketTerms> => ({
  ...(fields.tick !== undefined && { tick: fields.tick }),
  ...(fields.lot !== undefined && { lot: fields.lot }),
  ...(fields.min_qty !== undefined && { minQty: fields.min_qty }),
  ...(fields.max_qty !== undefined && { maxQty: fields.max_qty }),
  ...(fields.min_notional !== undefined && { minNotional: fields.min_notional }),
  ...(fields.price_band !== undefined && { priceBand: fields.price_band }),
  ...(fields.max_resting !== undefined && { maxResting: fields.max_resting }),
  ...(fields.max_waiting !== undefined && { maxWaiting: fields.max_waiting }),
});

const listedAt = (venue: Venue, id: InstrumentId): Instrument => venue.instruments.find((one) => one.id === id) as Instrument;

function viewOf(venue: Venue, instrument: Instrument): AdminMarketView {
  const limits = venue.terms?.(instrument.id) ?? null;
  return {
    id: instrument.id,
    exchange: venue.exchange,
    exchange_title: venue.title,
    symbol: instrument.symbol,
    state: instrument.state,
    changeable: venue.changeTerms !== undefined && limits !== null,
    tick: instrument.tick,
    lot: instrument.lot,
    min_qty: instrument.minQty,
    max_qty: instrument.maxQty,
    min_notional: instrument.minNotional,
    price_band: instrument.priceBand,
    max_resting: limits?.maxResting ?? null,
    max_waiting: limits?.maxWaiting ?? null,
    maker_fee: instrument.makerFee,
    taker_fee: instrument.takerFee,
  };
}
