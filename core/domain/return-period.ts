/** Periods whose ends a net value is sampled at, in UTC; weeks begin on Monday. */
export const returnPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export type ReturnPeriod = (typeof returnPeriods)[number];
