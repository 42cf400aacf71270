import { type AccountType, type InstrumentId, parseInstrumentId } from '../domain/markets/instrument.ts';

/** The wire names a market by its parts. */
export function marketOf(id: InstrumentId): { readonly exchange: string; readonly symbol: string; readonly account_type: AccountType } {
  const key = parseInstrumentId(id);
  if (key === null) throw new RangeError(`not an instrument id: ${id}`);
  return { exchange: key.exchange, symbol: key.symbol, account_type: key.accountType };
}
