import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Loan } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { type AccountKey, accountKeyOf, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';

/**
 * An exchange that lends: what it has to lend to an api account lies in its account of one type, from which loans go out and to which they come
 * back. It charges nothing.
 */
export function lendingVenue(venue: Venue, pot: AccountType): Venue {
  const debts = new Map<string, string>();
  const done = new Map<string, string>();
  const keyOf = (account: AccountKey, asset: string): string => `${formatAccountKey(account)} ${asset}`;
  const potOf = ({ apiId }: AccountKey): AccountKey => accountKeyOf(apiId, pot) as AccountKey;

  /** Once per reference. */
  async function move(from: AccountKey, to: AccountKey, { account, asset, amount, reference }: Loan, sign: 1 | -1) {
    const what = `${sign} ${keyOf(account, asset)} ${amount}`;
    const earlier = done.get(reference);
    if (earlier !== undefined)
      return earlier === what ? accepted(undefined) : refused('TRANSFER_DUPLICATE_REFERENCE', { field: 'reference' });
    const moved = await venue.transfer?.({ from, to, asset, amount, reference });
    if (moved === undefined) return refused('LOAN_NOT_OFFERED', { exchange: venue.exchange });
    if (!moved.ok) return moved;
    done.set(reference, what);
    debts.set(keyOf(account, asset), addDecimals(debts.get(keyOf(account, asset)) ?? '0', sign === 1 ? amount : negateDecimal(amount)));
    return accepted(undefined);
  }

  const lending: Pick<Venue, 'capabilities' | 'borrow' | 'repay'> = {
    capabilities: { ...venue.capabilities, lending: true },
    borrow: async (loan) => {
      const { account, asset, amount, reference } = loan;
      const limit = venue.available(potOf(account), asset);
      if (!done.has(reference) && compareDecimals(amount, limit) > 0) return refused('LOAN_LIMIT', { field: 'amount', limit, asset });
      return move(potOf(account), account, loan, 1);
    },
    repay: async (loan) => {
      const { account, asset, amount, reference } = loan;
      const limit = debts.get(keyOf(account, asset)) ?? '0';
      if (!done.has(reference) && compareDecimals(amount, limit) > 0) return refused('LOAN_EXCEEDED', { field: 'amount', limit, asset });
      return move(account, potOf(account), loan, -1);
    },
  };
  // Its own methods look at private fields: they are called on the exchange itself.
  return new Proxy(venue, {
    get(target, name) {
      if (name in lending) return lending[name as keyof typeof lending];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
