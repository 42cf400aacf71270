import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import type { ChargedFees, FeeChange } from '../../../core/domain/accounts/fee-schedule.ts';
import { tidyText } from '../../../core/domain/forms/form-rules.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { AdminExchangeFeesView, exchangeFeeRoutes } from '../../../schemas/wire/exchange-fees.ts';
import type { Audit } from '../../store/store.ts';
import type { VenueDirectory } from '../ports.ts';
import type { HandlersOf, SessionCaller } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

export interface FeeHandlerParts {
  readonly venues: Pick<VenueDirectory, 'list'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** What operators change of the fees of open exchanges. */
export function createFeeHandlers({ venues, audit, clock }: FeeHandlerParts): HandlersOf<typeof exchangeFeeRoutes> {
  const find = (isIt: (venue: Venue) => boolean): Venue | undefined => venues.list().find(({ venue }) => isIt(venue))?.venue;
  const change = async (
    caller: SessionCaller & { readonly body: { readonly reason: string } },
    venue: Venue,
    subject: string,
    wanted: FeeChange,
  ): Promise<Outcome<null>> => {
    const reason = tidyText(caller.body.reason);
    if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
    if (venue.changeFees === undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'exchange', value: venue.exchange });
    const before = await venue.changeFees(wanted);
    if (!before.ok) return before;
    await audit.append({
      timeMs: clock.nowMs(),
      actor: sessionOf(caller).principal.userId,
      action: 'fees.changed',
      subject,
      reason,
      before: charged(before.value),
      after: charged(wanted),
    });
    return accepted(null);
  };
  return {
    adminExchangeFees: async () =>
      accepted(
        venues.list().flatMap(({ venue }) => {
          const charged = venue.chargedFees?.();
          return charged === undefined ? [] : [viewOf(venue, charged)];
        }),
      ),
    adminMarketFees: async (request) => {
      const { id, maker_fee: makerFee, taker_fee: takerFee } = request.body;
      const exchange = parseInstrumentId(id)?.exchange;
      const venue = find((one) => one.exchange === exchange);
      if (venue === undefined) return refused('MARKET_UNKNOWN_EXCHANGE', { exchange: exchange ?? id });
      const changed = await change(request, venue, `market/${id}`, { of: 'market', instrumentId: id, makerFee, takerFee });
      return changed.ok ? accepted(withoutReason(request.body)) : changed;
    },
    adminFeeTier: async (request) => {
      const { exchange, tier, maker_share: makerShare, taker_share: takerShare } = request.body;
      const venue = find((one) => one.exchange === exchange);
      if (venue === undefined) return refused('MARKET_UNKNOWN_EXCHANGE', { exchange });
      const changed = await change(request, venue, `exchange/${exchange}/tier/${tier}`, { of: 'tier', tier, makerShare, takerShare });
      return changed.ok ? accepted(withoutReason(request.body)) : changed;
    },
    adminAccountDiscount: async (request) => {
      const { api_id: apiId, discount } = request.body;
      const venue = find((one) => one.accounts(apiId).length > 0);
      if (venue === undefined) return refused('ACCESS_ACCOUNT', { apiId });
      for (const account of venue.accounts(apiId)) {
        const changed = await change(request, venue, `account/${apiId}/${account.accountType}`, { of: 'account', account, discount });
        if (!changed.ok) return changed;
      }
      return accepted(withoutReason(request.body));
    },
  };
}

const withoutReason = <B extends { readonly reason: string }>({ reason: _, ...changed }: B): Omit<B, 'reason'> => changed;

const viewOf = ({ exchange, title }: Venue, { tiers, discounts }: ChargedFees): AdminExchangeFeesView => ({
  exchange,
  exchange_title: title,
  tiers: tiers.map(({ makerShare, takerShare }, tier) => ({ tier, maker_share: makerShare, taker_share: takerShare })),
  discounts: discounts.map(({ account, tier, discount }) => ({
    api_id: account.apiId,
    account_type: account.accountType,
    ...{ tier, discount },
  })),
});

/** The numbers of a change alone. */
function charged(change: FeeChange): Readonly<Record<string, string>> {
  switch (change.of) {
    case 'market':
      return { makerFee: change.makerFee, takerFee: change.takerFee };
    case 'tier':
      return { makerShare: change.makerShare, takerShare: change.takerShare };
    case 'account':
      return { discount: change.discount };
  }
}
