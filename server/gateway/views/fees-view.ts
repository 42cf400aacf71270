import type { ApiId } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import { type AccountType, instrumentId } from '../../../core/domain/markets/instrument.ts';
import type { AccountFeesView } from '../../../schemas/wire/market.ts';

/** What an account pays in one market of its exchange; none where the exchange is away or does not list it. */
export function feesView(
  venue: Pick<Venue, 'instruments' | 'fees'> | null,
  apiId: ApiId,
  exchange: string,
  { symbol, account_type: accountType }: { readonly symbol: string; readonly account_type: AccountType },
): readonly AccountFeesView[] {
  const id = instrumentId({ exchange, symbol, accountType });
  const instrument = venue?.instruments.find((one) => one.id === id);
  if (venue === null || instrument === undefined) return [];
  const { makerFee, takerFee } = instrument;
  const fees = venue.fees?.(accountOfMarket(apiId, id), id) ?? { makerFee, takerFee, tier: 0, discount: '0' };
  return [{ api_id: apiId, id, maker_fee: fees.makerFee, taker_fee: fees.takerFee, tier: fees.tier, discount: fees.discount }];
}
