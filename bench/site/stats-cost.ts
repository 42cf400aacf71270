import { statsRoutes } from '../../plugins/service-stats/routes.ts';
import { callsOf } from '../../tests/kit/contributing.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { pluginSource, startTestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';

const calls = 2_000;
/** Of an exchange and a strategy each, over three years. */
const hours = 26_000;

/** What `/stats/main` costs all threads, from empty books and from those of years. */
export async function statsCost(goalMs: number): Promise<Figure[]> {
  const empty = await cpuOfCall(0);
  const full = await cpuOfCall(hours);
  return [
    figure('site: CPU of a call of /stats/main, empty books', empty, 'ms', goalMs),
    figure(`site: CPU of a call of /stats/main, ${hours.toLocaleString('en')} hours in the books`, full, 'ms', goalMs),
  ];
}

async function cpuOfCall(hoursBefore: number): Promise<number> {
  const dataFolder = await freshDataDir();
  const parts = { dataFolder, plugins: ['venue-house', 'service-stats'].map(pluginSource), rateFactor: 100_000 };
  // The first start makes the table; the second one reads what is in it.
  const first = await startTestServer(parts);
  await first.store.tablesOf('service-stats').run(
    `insert into service_stats__hour (hour_ms, exchange, strategy, volume, turnover, making, saved, rebates, fills, orders, unvalued)
     select (floor(extract(epoch from now()) / 3600) - at) * 3600000, 'tessera', '', 1000, 2000, 300, 4, 5, 60, 70, 0 from generate_series(1, $1::integer) as at`,
    [hoursBefore],
  );
  await first.close();
  const server = await startTestServer(parts);
  try {
    const stats = callsOf(server.guest(), statsRoutes);
    for (let warm = 0; warm < calls / 4; warm++) await stats('mainStats');
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call++) await stats('mainStats');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / calls;
  } finally {
    await server.close();
  }
}
