import { accountTrading } from '../accounts/account-key.ts';
import { settlesInMargin, tradesBase } from '../clearing/kinds.ts';
import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../numbers/decimal.ts';
import { onStep } from '../numbers/steps.ts';
import type { Instrument, InstrumentTerms } from './instrument.ts';

type SizeTerms = Pick<InstrumentTerms, 'lot' | 'minQty' | 'maxQty' | 'minNotional'>;

/** The smallest order that a market takes at a price, in base, on its lot. */
export function leastQty({ lot, minQty, minNotional }: SizeTerms, price: string): string {
  const planned = onStep(Math.max(Number(minQty), Number(minNotional) / Number(price)), lot, 'up');
  return compareDecimals(multiplyDecimals(planned, price), minNotional) < 0 ? addDecimals(planned, lot) : planned;
}

/** An order of about so much base, on the market's lot and within what it takes at a price: never less than the smallest, nor more than the largest. */
export function fittingQty(terms: SizeTerms, price: string, wanted: number): string {
  const least = leastQty(terms, price);
  const planned = onStep(Math.min(wanted, Number(terms.maxQty)), terms.lot, 'down');
  return compareDecimals(planned, least) < 0 ? least : planned;
}

interface Held {
  readonly apiId: number;
  readonly accountType: string;
  readonly symbol?: string | undefined;
  readonly asset: string;
  readonly total: string;
  readonly held: string;
}

/** What an account has free of the money that a market is paid with, and its asset; null: nothing, or the market is not paid with its quote. */
export function freeMoney(
  instrument: Instrument,
  apiId: number | undefined,
  balances: readonly Held[],
): { readonly asset: string; readonly free: string } | null {
  if (apiId === undefined || !tradesBase(instrument)) return null;
  const asset = settlesInMargin(instrument) && 'settleAsset' in instrument ? instrument.settleAsset : instrument.quote;
  const free = freeOf(asset, instrument, apiId, balances);
  return compareDecimals(free, '0') > 0 ? { asset, free } : null;
}

/** What an account has free of an asset where it trades a market. */
export function freeOf(asset: string, instrument: Instrument, apiId: number, balances: readonly Held[]): string {
  const { accountType, symbol } = accountTrading(apiId, instrument);
  const own = balances.find(
    (one) => one.apiId === apiId && one.accountType === accountType && one.symbol === symbol && one.asset === asset,
  );
  return own === undefined ? '0' : addDecimals(own.total, negateDecimal(own.held));
}
