import { addDecimals, decimalPattern, multiplyDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import type { FinanceAccount } from '../finance-words.ts';

export type Prices = Readonly<Record<string, string>>;

/** What an account holds, in USDT, as far as anybody knows what its assets are worth; exact. */
export const worthOf = ({ balances }: Pick<FinanceAccount, 'balances'>, prices: Prices): string =>
  balances.reduce((sum, { asset, total }) => {
    const price = prices[asset];
    return price === undefined ? sum : rounded(addDecimals(sum, multiplyDecimals(total, price)));
  }, '0');

/** What an amount without a sign is worth; null: nobody knows, or it is no amount. */
export function valueOfAmount(amount: string, asset: string, prices: Prices): string | null {
  const price = prices[asset];
  const bare = amount.startsWith('-') ? amount.slice(1) : amount;
  return price === undefined || !decimalPattern.test(bare) ? null : rounded(multiplyDecimals(bare, price));
}

/** Free part of a wallet. */
export function freeOf({ balances }: Pick<FinanceAccount, 'balances'>, accountType: string, asset: string): string {
  const wallet = balances.find((one) => one.accountType === accountType && one.asset === asset);
  return wallet === undefined ? '0' : addDecimals(wallet.total, negateDecimal(wallet.held));
}

/** To the cent, downwards: it is shown, and nothing is decided by it. */
const rounded = (value: string): string => value.replace(/(\.\d{2})\d+$/, '$1');
