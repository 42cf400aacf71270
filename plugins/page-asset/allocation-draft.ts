import type { Markets } from '../../core/contract/client-services.ts';
import { addDecimals, compareDecimals, decimalPattern, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type { HeldAccount } from './allocation.ts';

/** Money that lies in one account and can go to another one of its owner. */
export interface Movable {
  readonly accountType: HeldAccount['balances'][number]['accountType'];
  readonly asset: string;
  readonly free: string;
}

/** Accounts at exchanges that move money between them, and which exchanges of the others do not. */
export function byOffer(
  accounts: readonly HeldAccount[],
  exchange: Markets['exchange'],
): { readonly offered: readonly HeldAccount[]; readonly notOffered: readonly string[] } {
  const offers = (id: string): boolean => {
    const one = exchange(id);
    return one?.transfers === true && one.accountTransfers;
  };
  const closed = accounts.filter((one) => !offers(one.exchange));
  return {
    offered: accounts.filter((one) => offers(one.exchange)),
    notOffered: [...new Set(sourcesOf(closed).map((one) => one.exchange))],
  };
}

/** Accounts to which money of an account can go: those that its owner has at the same exchange. */
export const siblingsOf = (accounts: readonly HeldAccount[], one: HeldAccount): readonly HeldAccount[] =>
  accounts.filter(({ apiId, user_id, exchange }) => apiId !== one.apiId && user_id === one.user_id && exchange === one.exchange);

/** Accounts with something to move and somewhere for it to go. */
export const sourcesOf = (accounts: readonly HeldAccount[]): readonly HeldAccount[] =>
  accounts.filter((one) => movableIn(one).length > 0 && siblingsOf(accounts, one).length > 0);

/** What is free there; money of isolated margin stays with its market. */
export const movableIn = ({ balances }: Pick<HeldAccount, 'balances'>): readonly Movable[] =>
  balances
    .filter(({ accountType }) => accountType !== 'isolated_margin')
    .map(({ accountType, asset, total, held }) => ({ accountType, asset, free: addDecimals(total, negateDecimal(held)) }))
    .filter(({ free }) => compareDecimals(free, '0') > 0);

export type AmountProblem = 'amount' | 'tooMuch';

export function amountProblem(amount: string, { free }: Pick<Movable, 'free'>): AmountProblem | null {
  if (!decimalPattern.test(amount) || compareDecimals(amount, '0') <= 0) return 'amount';
  return compareDecimals(amount, free) > 0 ? 'tooMuch' : null;
}
