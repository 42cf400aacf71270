import { balanceOf } from '../../core/contract/balance-of.ts';
import type { ApiAccountView } from '../../core/contract/client-services.ts';
import { accountTrading } from '../../core/domain/account-key.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import type { FeeRates } from './fee-rates.ts';
import type { Services } from './requires.ts';
import type { TicketContext } from './ticket-model.ts';

/** Where a ticket looks; without rates accounts pay the fees of the markets. */
export type TicketSources = Pick<Services, 'accounts' | 'markets'> & { readonly rates?: FeeRates };

/** A market and what an account has for it, as they are now; observable. */
export function contextOf(
  { accounts, markets, rates }: TicketSources,
  instrument: Instrument,
  account: ApiAccountView | null,
  asks: TicketContext['asks'],
): TicketContext {
  const available = (asset: string): string | null => {
    if (account === null || accounts.loading) return null;
    return balanceOf(accounts.balances, accountTrading(account.api_id, instrument), asset)?.available ?? '0';
  };
  const fees = account === null ? null : (rates?.of(account.api_id, instrument.id) ?? null);
  const ticker = markets.ticker(instrument.id);
  const index = markets.index(instrument.id);
  return {
    instrument,
    availableBase: available(instrument.base),
    availableQuote: available(instrument.quote),
    last: ticker?.last ?? null,
    index: index === null || index.stale ? null : index.price,
    bestBid: ticker?.bid ?? null,
    bestAsk: ticker?.ask ?? null,
    asks,
    ...(fees === null ? {} : { fees }),
  };
}
