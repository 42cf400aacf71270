import { type AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type * as contract from '../../core/contract/money.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { AccountKey } from '../../core/domain/accounts/account-key.ts';
import { mostOpenWithdrawals } from '../../core/domain/accounts/money-movement.ts';
import { addDecimals, compareDecimals, negateDecimal, signedDecimalPattern, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { NewMovement, StoredMovement } from '../store/money/money-store.ts';
import type { ApiAccountRecord } from '../store/records.ts';
import type { Repositories } from '../store/store.ts';

/** The account of a movement, and the exchange that it is at. */
export interface MoneyPlace {
  readonly account: ApiAccountRecord;
  readonly key: AccountKey;
  readonly venue: Venue;
}

/** What an owner has asked for and nobody has decided yet is never more than he has, nor ever so many; what is kept back at its exchange is counted there. */
export async function openProblem(
  money: Repositories['money'],
  userId: string,
  { apiId, accountType, asset }: contract.MovementTerms,
  { key, venue, amount, isKept }: MoneyPlace & { readonly amount: string; readonly isKept: boolean },
): Promise<AppError | null> {
  if ((await money.openOfOwner(userId)) >= mostOpenWithdrawals) return refused('MONEY_TOO_MANY_OPEN', { limit: mostOpenWithdrawals }).error;
  if (isKept) return null;
  const left = addDecimals(venue.available(key, asset), await money.leaving({ apiId, accountType, asset }));
  if (compareDecimals(negateDecimal(amount), left) <= 0) return null;
  return refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: left.startsWith('-') ? '0' : left, asset }).error;
}

/** What the account gets; refused before anything is written when the exchange would not take it. */
export function amountOf({ kind: what, asset, amount }: contract.MovementTerms, { key, venue }: MoneyPlace): Outcome<string> {
  if (!signedDecimalPattern.test(amount)) return refused('REQUEST_INVALID', { field: 'amount', rule: 'a decimal' });
  if (what !== 'adjustment' && amount.startsWith('-')) return refused('REQUEST_INVALID', { field: 'amount', rule: 'positive' });
  const scale = venue.assets.find(({ code }) => code === asset)?.scale;
  if (scale === undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'asset', value: asset });
  const units = toUnits(amount, scale);
  if (units === null) return refused('ORDER_AMOUNT_OFF_GRID', { field: 'amount', value: amount, scale });
  if (units === 0n) return refused('REQUEST_INVALID', { field: 'amount', rule: 'not zero' });
  const signed = what === 'withdrawal' ? negateDecimal(amount) : amount;
  const isOut = signed.startsWith('-');
  const { deposit, withdrawal } = venue.capabilities;
  if (isOut ? withdrawal !== true : !deposit) return refused('MONEY_NOT_OFFERED', { exchange: venue.exchange });
  const free = venue.available(key, asset);
  if (isOut && compareDecimals(negateDecimal(signed), free) > 0)
    return refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: free, asset });
  return accepted(signed);
}

export function isSame(
  known: StoredMovement,
  { kind: what, apiId, accountType, asset, amount, reason, proof }: contract.MovementTerms,
): boolean {
  if (!signedDecimalPattern.test(amount)) return false;
  const signed = what === 'withdrawal' ? negateDecimal(amount) : amount;
  return (
    known.kind === what &&
    known.apiId === apiId &&
    known.accountType === accountType &&
    known.asset === asset &&
    known.reason === reason &&
    known.proof === proof &&
    compareDecimals(known.amount, signed) === 0
  );
}

/** By the names of the wire, for the audit. */
export const wordsOf = (row: NewMovement) => ({
  ...{ kind: row.kind, api_id: row.apiId, account_type: row.accountType, exchange: row.exchange },
  ...{ asset: row.asset, amount: row.amount, value: row.value, proof: row.proof, file: row.file?.name ?? null },
  destination: row.destination === null ? null : { ...row.destination },
});
