import type { Accounts, Markets } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type FormWorld, marketBeside } from './form-problems.ts';
import { type FieldPath, type FormSchema, type FormValue, fieldsOf, valueAt, withValueAt } from './form-schema.ts';

interface Known {
  readonly markets: Pick<Markets, 'instrument' | 'loading'>;
  readonly accounts: Pick<Accounts, 'apiAccounts' | 'accountFor' | 'loading'>;
}

/** What the page knows of markets and accounts; nothing is held against a choice while a list is on its way, nor against `moreMarkets`. */
export const worldOf = ({ markets, accounts }: Known, moreMarkets: readonly InstrumentId[]): FormWorld => ({
  exchangeOfInstrument: (id) => markets.instrument(id)?.exchange ?? (markets.loading || moreMarkets.includes(id) ? null : 'unknown'),
  exchangeOfAccount: (apiId) => accounts.apiAccounts.find((one) => one.apiId === apiId)?.exchange ?? (accounts.loading ? null : 'unknown'),
});

/**
 * Puts an account where a market is chosen and none stands beside it, and another one where `before` shows that the market has
 * moved to another exchange. The same value when there is nothing to do.
 */
export function withAccounts(schema: FormSchema, value: FormValue, known: Known, before: FormValue = value): FormValue {
  const accountFields = fieldsOf(schema).filter(({ schema: field }) => field['x-picker'] === 'account');
  return accountFields.reduce((filled, { path }) => {
    const market = marketBeside(schema, filled, path);
    const instrument = market === null ? null : known.markets.instrument(market);
    if (instrument === null || !isLacking(filled, path, instrument.exchange, market !== marketBeside(schema, before, path), known))
      return filled;
    const account = known.accounts.accountFor(instrument.exchange, instrument.accountType);
    return account === null ? filled : withValueAt(filled, path, account.apiId);
  }, value);
}

function isLacking(value: FormValue, path: FieldPath, exchange: string, hasMoved: boolean, { accounts }: Known): boolean {
  const apiId = valueAt(value, path);
  if (apiId === undefined) return true;
  return hasMoved && accounts.apiAccounts.find((one) => one.apiId === apiId)?.exchange !== exchange;
}
