import type { Candle } from '../../core/contract/market.ts';

const hoursOfDay = 24;
const hourMs = 3_600_000;

/** Average volume of each hour of a day in UTC, of closed hours; an hour that is not among them counts as the average of those that are. Null: nothing was traded. */
export function hourlyVolumes(hours: readonly Candle[]): readonly number[] | null {
  const sums = Array.from({ length: hoursOfDay }, () => ({ volume: 0, days: 0 }));
  for (const { openMs, volume } of hours) {
    const sum = sums[Math.floor(openMs / hourMs) % hoursOfDay];
    if (sum === undefined) continue;
    sum.volume += Number(volume);
    sum.days += 1;
  }
  const known = sums.filter(({ days }) => days > 0).map(({ volume, days }) => volume / days);
  const usual = known.reduce((total, one) => total + one, 0) / known.length;
  return usual > 0 ? sums.map(({ volume, days }) => (days > 0 ? volume / days : usual)) : null;
}
