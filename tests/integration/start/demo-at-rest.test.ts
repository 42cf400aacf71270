import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const plugins = ['venue-house', 'venue-paper', 'strategy-market-maker', 'strategy-random-taker', 'demo-house'].map(pluginSource);
const dataFolder = await freshDataDir();
const open: TestServer[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
  rmSync(dataFolder, { recursive: true, force: true });
});
const serve = async (demo: boolean): Promise<TestServer> => {
  await open.pop()?.close();
  const server = await startTestServer({ plugins, dataFolder, demo });
  open.push(server);
  return server;
};

const house = async (server: TestServer) => {
  const accounts = await Promise.all(
    ['house-maker', 'house-taker'].map(async (username) => {
      const user = await server.store.users.byLogin(username);
      return user === null ? [] : [(await server.room.accounts.ensureAccount(user.id, 'tessera')).apiId];
    }),
  ).then((lists) => lists.flat());
  return { orders: () => server.room.trading.openOrders(accounts), money: () => JSON.stringify(server.room.trading.balances(accounts)) };
};
const running = async ({ store }: TestServer) => (await store.instances.unsettled()).map(({ instanceId }) => instanceId).sort();

it("rests without the demo: the house's traders have no orders and do not trade, and the next demo goes on with them", async () => {
  const demo = await serve(true);
  await until(
    async () => (await house(demo)).orders().length,
    (count) => count >= 30,
    'the house quotes',
  );
  const ids = await until(
    () => running(demo),
    ({ length }) => length === 16,
    'a maker and a taker for each of eight pairs',
  );

  const alone = await serve(false);
  const resting = await house(alone);
  await until(
    async () => resting.orders().length,
    (count) => count === 0,
    'every quote is taken back',
  );
  const before = resting.money();
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect([resting.orders().length, resting.money()]).toEqual([0, before]);
  expect(await running(alone)).toEqual(ids);

  const again = await serve(true);
  await until(
    async () => (await house(again)).orders().length,
    (count) => count >= 30,
    'the house quotes again',
  );
  expect(await running(again)).toEqual(ids);
}, 180_000);
