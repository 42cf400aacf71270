import { addDecimals, compareDecimals, fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { DayStatsView, MainOnlyView, MainStatsView, RobotDataView, RobotStatsView } from './routes.ts';
import { dayMs, hourMs, type StatsHour } from './stats-hour.ts';
import { added, nothing } from './valued-hours.ts';

export interface StatsFigures {
  readonly main: MainStatsView;
  readonly only: MainOnlyView;
  readonly day: DayStatsView;
  readonly robot: RobotStatsView;
  readonly robotData: RobotDataView;
}

export interface StatsAbout {
  readonly simulated: boolean;
  /** When the hours were summed up; null before. */
  readonly nowMs: number | null;
}

const shownDecimals = 2;
/** To the cent, downwards: nobody is told more than there was. */
const rounded = (amount: string): string => {
  const [whole = '0', part = ''] = amount.split('.');
  return fromUnits(
    toUnits(`${whole}.${part.slice(0, shownDecimals).padEnd(shownDecimals, '0')}`, shownDecimals) ?? 0n,
    shownDecimals,
    shownDecimals,
  );
};

const summed = (hours: readonly StatsHour[]) => hours.reduce(added, nothing);
const amountOf = (hours: readonly StatsHour[], name: 'volume' | 'turnover'): string =>
  rounded(hours.reduce((sum, hour) => addDecimals(sum, hour[name]), '0'));

/** Everything that `/stats` answers. */
export function statsFigures(hours: readonly StatsHour[], { simulated, nowMs }: StatsAbout): StatsFigures {
  const about = { asset: 'USDT', simulated, updated: nowMs };
  const since = (spanMs: number): readonly StatsHour[] => hours.filter((hour) => hour.hourMs + hourMs > (nowMs ?? 0) - spanMs);
  const week = since(7 * dayMs);
  const all = summed(hours);
  const volumes = { total_volume: rounded(all.volume), week_volume: amountOf(week, 'volume') };
  return {
    only: { ...about, ...volumes },
    main: {
      ...about,
      ...volumes,
      since: hours[0]?.hourMs ?? null,
      market_making_volume: rounded(all.making),
      fills: all.fills,
      orders: all.orders,
      saved_fees: rounded(all.saved),
      rebates: rounded(all.rebates),
      unvalued: all.unvalued,
    },
    day: { ...about, ...dayOf(since(dayMs)) },
    robot: { ...about, strategies: strategiesOf(hours, week) },
    robotData: { ...about, days: daysOf(since(365 * dayMs)) },
  };
}

function dayOf(hours: readonly StatsHour[]): Omit<DayStatsView, 'asset' | 'simulated' | 'updated'> {
  const rowOf = (some: readonly StatsHour[]) => {
    const { volume, fills, orders } = summed(some);
    return { volume: rounded(volume), fills, orders };
  };
  const exchanges = [...grouped(hours, ({ exchange }) => exchange)].map(([exchange, some]) => ({ exchange, ...rowOf(some) }));
  return { ...rowOf(hours), exchanges: exchanges.sort((a, b) => compareDecimals(b.volume, a.volume)) };
}

function strategiesOf(hours: readonly StatsHour[], week: readonly StatsHour[]): RobotStatsView['strategies'] {
  const lately = grouped(week, ({ strategy }) => strategy);
  return [...grouped(hours, ({ strategy }) => strategy)]
    .flatMap(([strategy, some]) => {
      if (strategy === null) return [];
      const { fills, orders } = summed(some);
      return [
        { strategy, turnover: amountOf(some, 'turnover'), week_turnover: amountOf(lately.get(strategy) ?? [], 'turnover'), fills, orders },
      ];
    })
    .sort((a, b) => compareDecimals(b.turnover, a.turnover));
}

const daysOf = (hours: readonly StatsHour[]): RobotDataView['days'] =>
  [...grouped(hours, (hour) => Math.floor(hour.hourMs / dayMs) * dayMs)].map(([day, some]) => ({
    day,
    strategies: amountOf(
      some.filter(({ strategy }) => strategy !== null),
      'turnover',
    ),
    others: amountOf(
      some.filter(({ strategy }) => strategy === null),
      'turnover',
    ),
  }));

/** In the order in which keys first come. */
function grouped<K>(hours: readonly StatsHour[], keyOf: (hour: StatsHour) => K): ReadonlyMap<K, readonly StatsHour[]> {
  const groups = new Map<K, StatsHour[]>();
  for (const hour of hours) {
    const key = keyOf(hour);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [hour]);
    else group.push(hour);
  }
  return groups;
}
