import type { StrategyLimits } from '../../contract/strategies.ts';
import { normalDecimal } from '../text/decimal-text.ts';

/** What the house holds an instance to, as typed; empty is no limit. */
export interface LimitFields {
  readonly maxOrderAmount: string;
  readonly maxPosition: string;
  readonly maxDailyLoss: string;
  readonly maxOrdersPerMinute: string;
}

export const emptyLimits: LimitFields = { maxOrderAmount: '', maxPosition: '', maxDailyLoss: '', maxOrdersPerMinute: '' };
export const limitNames = Object.keys(emptyLimits) as readonly (keyof LimitFields)[];

const mostOrdersPerMinute = 1_000_000;

/** The field that cannot be sent, or null. */
export function limitProblem({ maxOrdersPerMinute }: LimitFields): keyof LimitFields | null {
  const typed = normalDecimal(maxOrdersPerMinute);
  const count = Number(typed);
  return typed === '' || (Number.isInteger(count) && count <= mostOrdersPerMinute) ? null : 'maxOrdersPerMinute';
}

/** As they are saved; nothing when no field is filled in. */
export function limitsOf(fields: LimitFields): StrategyLimits | undefined {
  const amount = (name: keyof LimitFields): string | null => normalDecimal(fields[name]) || null;
  if (limitNames.every((name) => amount(name) === null)) return undefined;
  const orders = amount('maxOrdersPerMinute');
  return {
    maxOrderAmount: amount('maxOrderAmount'),
    maxPosition: amount('maxPosition'),
    maxDailyLoss: amount('maxDailyLoss'),
    maxOrdersPerMinute: orders === null ? null : Number(orders),
    halted: false,
  };
}

export const limitFieldsOf = (limits: StrategyLimits | undefined): LimitFields =>
  limits === undefined
    ? emptyLimits
    : {
        maxOrderAmount: limits.maxOrderAmount ?? '',
        maxPosition: limits.maxPosition ?? '',
        maxDailyLoss: limits.maxDailyLoss ?? '',
        maxOrdersPerMinute: limits.maxOrdersPerMinute === null ? '' : String(limits.maxOrdersPerMinute),
      };
