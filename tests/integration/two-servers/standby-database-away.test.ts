import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LineProxy } from '../../kit/servers/line-proxy.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair, standing } from '../../kit/servers/server-pair.ts';
import type { ServerProcess } from '../../kit/servers/server-process.ts';

const databaseUrl = await postgresUrl();
const awayMs = 3_000;

describe.skipIf(databaseUrl === null)('a server that stands by while its PostgreSQL is away', () => {
  const holders = new ServerPair(databaseUrl ?? '');
  let proxy: LineProxy;
  let others: ServerPair;
  let holder: ServerProcess;
  let second: { readonly url: string; readonly trading: Promise<ServerProcess> };
  beforeAll(async () => {
    holder = await holders.start(await freePort());
    proxy = await LineProxy.open(databaseUrl ?? '');
    others = new ServerPair(proxy.url);
    second = await others.standBy(await freePort());
    second.trading.catch(() => undefined);
  }, 150_000);
  afterAll(async () => {
    await others.end();
    await holders.end();
    await proxy.takeAway();
  });

  it('waits for it, leaves the lease with the holder, and takes over when that one dies', { timeout: 120_000 }, async () => {
    await proxy.takeAway();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await proxy.giveBack();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    expect(await standing(second.url)).toEqual({ status: 'standby', at: holder.url });
    await holder.kill();
    const next = await second.trading;
    expect((await standing(next.url))?.healthy).toBe(true);
  });
});
