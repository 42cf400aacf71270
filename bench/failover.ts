import { type FailoverTimes, runFailover } from '../tests/kit/servers/failover.ts';
import { ServerPair } from '../tests/kit/servers/server-pair.ts';
import { withDatabase } from './bench-database.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 50);
/** The take-over begins after two seconds of silence. */
const goalMs = 5_000;

/**
 * Kills the one of two servers that trades, as often as `TESSERA_BENCH_ROUNDS` says, 50 times by default: how long until the other goes on.
 * Needs a PostgreSQL. Ends with an error when an order, a fill, a balance or the book of an instance is not what it must be.
 */
export const run = (): Promise<Figure[]> =>
  withDatabase(async (databaseUrl) => {
    const pair = new ServerPair(databaseUrl);
    try {
      const { times, wrong, orders, fills } = await runFailover(pair, { rounds, seed: process.pid, tell: (line) => console.error(line) });
      if (wrong.length > 0) throw new Error(`${wrong.length} differences: ${wrong.slice(0, 10).join('; ')}`);
      const figures = (what: string, of: (one: FailoverTimes) => number): Figure[] => {
        const all = times.map(of).sort((a, b) => a - b);
        return [
          figure(`${what}, median of ${all.length} kills`, all[Math.floor(all.length / 2)] ?? 0, 'ms', goalMs),
          figure(`${what}, worst of ${all.length} kills`, all.at(-1) ?? 0, 'ms', goalMs),
        ];
      };
      return [
        ...figures('kill until the next step of the instance elsewhere', ({ stepMs }) => stepMs),
        ...figures('kill until the first accepted order', ({ orderMs }) => orderMs),
        figure('acknowledged orders compared, none lost, none doubled', orders, 'orders'),
        figure('their fills, in ledger, balances and books of instances', fills, 'fills'),
      ];
    } finally {
      await pair.end();
    }
  });

await printWhenMain(import.meta.url, run);
