import { compareDecimals, toUnits } from '../numbers/decimal.ts';
import type { WatchedPrice } from '../orders/order.ts';
import type { StateTable } from '../state-table.ts';

/** `ONE_MINUTE`: a raised alert ends by itself; `CLOSE_MANUALLY`: it stands until the user closes it. */
export const alertDurations = ['ONE_MINUTE', 'CLOSE_MANUALLY'] as const;
export type AlertDuration = (typeof alertDurations)[number];

/** Which price an alert looks at: that of the market's trades, or the index of its pair. */
export const alertPrices = ['LAST', 'INDEX'] as const satisfies readonly WatchedPrice[];
export type AlertPrice = (typeof alertPrices)[number];

/** Where a raised alert is told: `WEB` on open pages and by browsers of computers; `APP` by phones and tablets. */
export const alertChannels = ['WEB', 'APP'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** MONITORING looks at every price, RAISED has just been met, ENDED was met and is closed. */
export const alertStatuses = ['MONITORING', 'RAISED', 'PAUSED', 'ENDED'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

export const alertStatusTable: StateTable<AlertStatus> = {
  name: 'alert',
  next: {
    MONITORING: ['RAISED', 'PAUSED'],
    RAISED: ['ENDED', 'MONITORING'],
    PAUSED: ['MONITORING'],
    ENDED: ['MONITORING'],
  },
};

/** When an alert is raised, as data. Prices are decimal strings of the instrument's quote asset. */
export type AlertCondition =
  /** The price reaches or passes `price`, from the side on which it was. */
  | { readonly kind: 'CROSS'; readonly price: string }
  /** The price enters or leaves the range, its ends included. */
  | { readonly kind: 'RANGE'; readonly low: string; readonly high: string }
  /** The price is `percent` or more away from where it was when monitoring began. */
  | { readonly kind: 'AMPLITUDE'; readonly percent: string };

/**
 * What a price means to an alert that started from `reference`. `reference`: nothing is raised, but this price is what later
 * ones are held against, for there was none yet or it stood on the line itself.
 */
export type AlertVerdict = 'none' | 'reference' | 'raise';

export function judgeAlert(condition: AlertCondition, reference: string | null, price: string): AlertVerdict {
  if (reference === null) return 'reference';
  switch (condition.kind) {
    case 'CROSS': {
      const before = compareDecimals(reference, condition.price);
      const now = compareDecimals(price, condition.price);
      if (before === 0) return now === 0 ? 'none' : 'reference';
      return Math.sign(now) === Math.sign(before) ? 'none' : 'raise';
    }
    case 'RANGE':
      return regionOf(condition, price) === regionOf(condition, reference) ? 'none' : 'raise';
    case 'AMPLITUDE':
      return hasMoved(reference, price, condition.percent) ? 'raise' : 'none';
  }
}

/** -1 below, 0 inside, 1 above. */
const regionOf = ({ low, high }: { readonly low: string; readonly high: string }, price: string): number =>
  compareDecimals(price, low) < 0 ? -1 : compareDecimals(price, high) > 0 ? 1 : 0;

/** Decimals of a decimal string: exact for every price and percentage. */
const scale = 20;

function hasMoved(reference: string, price: string, percent: string): boolean {
  const from = toUnits(reference, scale);
  const to = toUnits(price, scale);
  const share = toUnits(percent, scale);
  if (from === null || to === null || share === null) return false;
  const distance = to > from ? to - from : from - to;
  return distance * 100n * 10n ** BigInt(scale) >= share * from;
}

/** The field that makes a condition meaningless, or null. */
export function alertFieldProblem(condition: AlertCondition): 'price' | 'low' | 'high' | 'percent' | null {
  const isPositive = (value: string): boolean => compareDecimals(value, '0') > 0;
  switch (condition.kind) {
    case 'CROSS':
      return isPositive(condition.price) ? null : 'price';
    case 'RANGE':
      if (!isPositive(condition.low)) return 'low';
      return compareDecimals(condition.low, condition.high) < 0 ? null : 'high';
    case 'AMPLITUDE':
      return isPositive(condition.percent) && compareDecimals(condition.percent, '1000') <= 0 ? null : 'percent';
  }
}
