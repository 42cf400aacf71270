import { afterAll, describe, expect, it } from 'vitest';
import { runFailover } from '../../kit/servers/failover.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { ServerPair } from '../../kit/servers/server-pair.ts';

const databaseUrl = await postgresUrl();
const rounds = Number(process.env.TESSERA_FAILOVERS ?? 3);
const seed = Number(process.env.TESSERA_FUZZ_SEED ?? process.pid);

describe.skipIf(databaseUrl === null)('a server that is killed while it trades', () => {
  const pair = new ServerPair(databaseUrl ?? '');
  afterAll(() => pair.end());

  it(`is followed by the other one with every order, fill, balance and book of an instance once, ${rounds} times in turn (seed ${seed})`, {
    timeout: (rounds + 3) * 60_000,
  }, async () => {
    const { wrong, orders, fills, times } = await runFailover(pair, { rounds, seed, tell: (line) => console.info(line) });
    expect(wrong).toEqual([]);
    expect(orders).toBeGreaterThan(rounds * 20);
    expect(fills).toBeGreaterThan(0);
    expect(times).toHaveLength(rounds);
  });
});
