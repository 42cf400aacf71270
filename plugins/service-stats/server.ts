import { accepted } from '../../core/contract/app-error.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, ENVIRONMENT, MARKET_DATA } from '../../core/contract/server-services.ts';
import { SPOT_INDEXES } from '../../core/contract/spot-indexes.ts';
import { TRADED } from '../../core/contract/traded.ts';
import { statsRoutes } from './routes.ts';
import { statsFigures } from './stats-figures.ts';
import { dayMs, hourMs } from './stats-hour.ts';
import { StatsTable } from './stats-table.ts';
import { type Valuing, valuedHours } from './valued-hours.ts';

/** Fills may come so late that an exchange elsewhere was away meanwhile. */
const lateMs = 7 * dayMs;
/** So much is kept by the hour in memory; of the time before, days. */
const hourlyMs = 9 * dayMs;

export const plugin = definePlugin({
  requires: {
    routes: ROUTES,
    tables: TABLES,
    jobs: JOBS,
    traded: TRADED,
    markets: MARKET_DATA,
    indexes: SPOT_INDEXES,
    clock: CLOCK,
    environment: ENVIRONMENT,
  },
  setup: async ({ services: { routes, tables, jobs, traded, markets, indexes, clock, environment } }) => {
    const table = await StatsTable.open(tables);
    const valuing: Valuing = {
      instrument: (id) => markets.instrument(id),
      priceOf: (asset) =>
        asset === 'USDT' ? '1' : (indexes.list().find(({ base, quote }) => base === asset && quote === 'USDT')?.price ?? null),
    };
    const read = async (nowMs: number | null) =>
      statsFigures(await table.all(clock.nowMs() - hourlyMs, dayMs), { simulated: environment.demo, nowMs });
    // Before the first run the figures are those of the last one that there was.
    const lastMs = await table.lastMs();
    let figures = await read(lastMs === null ? null : lastMs + hourMs);

    /** Sums up from an hour to now, a day at a time: a first run may have years before it. */
    const sumUp = async (fromMs: number, stop: AbortSignal): Promise<void> => {
      const nowMs = clock.nowMs();
      for (let from = fromMs; from <= nowMs && !stop.aborted; from += dayMs) {
        const until = Math.min(from + dayMs, (Math.floor(nowMs / hourMs) + 1) * hourMs);
        const [sums, orders] = [await traded.sums(from, until), await traded.orders(from, until)];
        await table.replace(from, until, valuedHours(sums, orders, await traded.rebated(from, until), valuing));
      }
      if (!stop.aborted) figures = await read(nowMs);
    };
    const hourOf = (timeMs: number): number => Math.floor(timeMs / hourMs) * hourMs;
    jobs.add({
      id: 'hours',
      everyMs: 60_000,
      firstAfterMs: 5_000,
      run: async (stop) => {
        const last = (await table.lastMs()) ?? (await traded.firstMs());
        // The hour before, too: its last moments may not have been stored when it was summed up.
        if (last !== null) await sumUp(hourOf(last) - hourMs, stop);
        else figures = await read(clock.nowMs());
      },
    });
    jobs.add({
      id: 'late',
      everyMs: 6 * hourMs,
      run: async (stop) => {
        const first = await traded.firstMs();
        if (first !== null) await sumUp(Math.max(hourOf(first), hourOf(clock.nowMs() - lateMs)), stop);
      },
    });
    routes.add(statsRoutes, {
      mainStats: async () => accepted(figures.main),
      mainOnlyStats: async () => accepted(figures.only),
      dayStats: async () => accepted(figures.day),
      robotStats: async () => accepted(figures.robot),
      robotDataStats: async () => accepted(figures.robotData),
    });
    return undefined;
  },
});
