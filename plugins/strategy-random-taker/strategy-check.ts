import type { ParamsProblem } from '../../core/contract/strategy.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { Params } from './params.ts';

/** What the schema cannot say: sizes that the market takes, and a limit that leaves room for one. */
export function checkParams(
  { instrumentId, averageQty, maxPosition }: Params,
  instruments: Readonly<Record<string, Instrument>>,
): ParamsProblem | null {
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return { field: 'instrumentId', key: 'rules.unknownMarket', params: {} };
  const { minQty } = instrument;
  if (compareDecimals(averageQty, minQty) < 0) return { field: 'averageQty', key: 'rules.tooSmall', params: { limit: minQty } };
  if (compareDecimals(maxPosition, averageQty) < 0) return { field: 'maxPosition', key: 'rules.tooSmall', params: { limit: averageQty } };
  return null;
}
