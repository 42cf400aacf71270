import { AppError } from '../../../core/contract/app-error.ts';
import type { OrderIntent } from '../../../core/contract/trading.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import { wholeUnits } from '../../../core/domain/numbers/decimal.ts';
import type { Market } from '../market-directory.ts';
import { formatUnits } from '../scaled-number.ts';
import { fundsNeeded } from './grid-rules.ts';

/** What an order needs of its account and does not find there; null while there is enough. */
export function checkFunds(intent: OrderIntent, { venue, grid }: Market): AppError | null {
  const need = fundsNeeded(intent, grid);
  if (need === null) return null;
  const limit = venue.available(accountOfMarket(intent.apiId, intent.instrumentId), need.asset);
  // A simulated exchange counts finer than the asset is traded.
  const available = wholeUnits(limit, need.scale) ?? 0n;
  if (need.units <= available) return null;
  const { field, asset, fitsAsset, fits } = need;
  return new AppError('ORDER_INSUFFICIENT_BALANCE', {
    field,
    limit,
    asset,
    fitsAsset,
    need: formatUnits(need.units, need.scale),
    fits: fits(available),
  });
}
