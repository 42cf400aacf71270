import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import { leastScale } from '../simulation/simulated-exchanges.ts';

/** The first amount that the ledgers of a run might have no digits for, by the field's path in the balances; null: there is none. */
export function tooFineBalance(balances: Readonly<Record<string, string>>): { readonly field: string; readonly rule: string } | null {
  const asset = Object.keys(balances).find((one) => toUnits(balances[one] as string, leastScale) === null);
  return asset === undefined ? null : { field: `balances.${asset}`, rule: `must have at most ${leastScale} decimals` };
}
