import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type FailoverTimes, runFailover } from '../tests/kit/servers/failover.ts';
import { ServerPair } from '../tests/kit/servers/server-pair.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 50);
/** The take-over begins after two seconds of silence. */
const goalMs = 5_000;

/**
 * Kills the one of two servers that trades, as often as `TESSERA_BENCH_ROUNDS` says, 50 times by default: how long until the other goes on.
 * Needs a PostgreSQL, which `TESSERA_TEST_POSTGRES` names or which listens on 127.0.0.1:5432. Ends with an error when an order, a fill, a balance or the
 * book of an instance is not what it must be.
 */
export async function run(): Promise<Figure[]> {
  const admin = process.env.TESSERA_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `tessera_bench_${randomBytes(6).toString('hex')}`;
  await administer(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const pair = new ServerPair(url.href);
  try {
    const run = await runFailover(pair, { rounds, seed: process.pid, tell: (line) => console.error(line) });
    const { times, wrong, orders, fills } = run;
    if (wrong.length > 0) throw new Error(`${wrong.length} differences, ${wrong.slice(0, 10).join('; ')}`);
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
    await administer(admin, `drop database ${name} with (force)`);
  }
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

await printWhenMain(import.meta.url, run);
