import type { AccountType, InstrumentId, InstrumentKey } from '../markets/instrument.ts';

/**
 * One purse of an api account: its money and orders never mix with those of the api account's other types. An isolated margin
 * account exists once for each market, whose symbol it names; every other type once.
 */
export type AccountKey =
  | { readonly apiId: number; readonly accountType: Exclude<AccountType, 'isolated_margin'>; readonly symbol?: undefined }
  | { readonly apiId: number; readonly accountType: 'isolated_margin'; readonly symbol: string };

/** `apiId/accountType`, or `apiId/isolated_margin/symbol`: for example `17/spot`. The same text for equal keys, another for others. */
export type AccountKeyText = string;

export const formatAccountKey = ({ apiId, accountType, symbol }: AccountKey): AccountKeyText =>
  symbol === undefined ? `${apiId}/${accountType}` : `${apiId}/${accountType}/${symbol}`;

/** Null when the type needs a symbol and has none, or has one and needs none. */
export function accountKeyOf(apiId: number, accountType: AccountType, symbol?: string): AccountKey | null {
  if (accountType === 'isolated_margin') return symbol === undefined ? null : { apiId, accountType, symbol };
  return symbol === undefined ? { apiId, accountType } : null;
}

export const spotAccount = (apiId: number): AccountKey => ({ apiId, accountType: 'spot' });

/** The account in which an api account trades a market. */
export const accountTrading = (apiId: number, { accountType, symbol }: Pick<InstrumentKey, 'accountType' | 'symbol'>): AccountKey =>
  accountType === 'isolated_margin' ? { apiId, accountType, symbol } : { apiId, accountType };

/** {@link accountTrading} by the id of a market of the house, `exchange/symbol/account_type`, which is not checked. */
export function accountOfMarket(apiId: number, id: InstrumentId): AccountKey {
  const symbolAt = id.indexOf('/') + 1;
  const typeAt = id.lastIndexOf('/') + 1;
  return accountTrading(apiId, { accountType: id.slice(typeAt) as AccountType, symbol: id.slice(symbolAt, typeAt - 1) });
}

export const isSameAccount = (a: AccountKey, b: AccountKey): boolean =>
  a.apiId === b.apiId && a.accountType === b.accountType && a.symbol === b.symbol;
