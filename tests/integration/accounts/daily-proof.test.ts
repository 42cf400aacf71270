import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../kit/market-fixtures.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { apiOf, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer, type TestServerOptions } from '../../kit/servers/test-server.ts';

/** Books that were changed behind the exchange's back, and the job that finds it once a day: nobody asks for this proof. */

let server: TestServer;
let apiId: number;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-money', 'service-operations'].map(pluginSource);
  const dataFolder = await freshDataDir();
  const start = (over: TestServerOptions = {}) => startTestServer({ plugins, dataFolder, ...over });
  const before = await start();
  apiId = await apiOf(await before.signIn('trader1'));
  await before.store.sql.run("update balance set total = total + 1 where venue = 'tessera' and api_id = $1 and asset = 'USDT'", [apiId]);
  await before.close();
  server = await start({ clock: new AheadClock(silentLogger, 500) });
}, 120_000);
afterAll(() => server?.close());

it('the daily proof tells finance and administrators which account and asset do not agree, until it holds again', async () => {
  const [finance, manager, admin, trader] = await Promise.all(['finance', 'finance_manage', 'admin', 'trader1'].map(server.signIn));
  if (!finance || !manager || !admin || !trader) throw new Error('the demo has not all of them');
  const told = async (by: typeof finance) =>
    (await by.call('messageList', { query: { type: 3 } })).filter(({ title }) => title === 'Reconciliation break at tessera');
  for (const by of [finance, manager, admin]) {
    const [message] = await until(
      () => told(by),
      (messages) => messages.length > 0,
      'those who keep the books are told',
    );
    expect(message?.body).toContain(`${apiId}`);
    expect(message?.body).toContain('USDT');
    expect(message?.is_read).toBe(false);
  }
  expect(await told(trader)).toEqual([]);

  const { proofs } = await finance.call('financeState');
  const found = { about: 'wallet', api_id: apiId, account_type: 'spot', asset: 'USDT' };
  expect(proofs).toMatchObject([{ exchange: 'tessera', findings: [found] }]);
  const [finding] = proofs[0]?.findings ?? [];
  expect(Number(finding?.stored) - Number(finding?.wallet)).toBe(1);
  expect(finding?.ledger).toBe(finding?.wallet);

  const check = async () => {
    const { state, checks } = await admin.call('operationsNow');
    return { whole: state, ...checks.find(({ owner, id }) => `${owner}/${id}` === 'service-money/proofs') };
  };
  const down = await until(check, ({ state }) => state === 'down', 'operations are not well');
  expect(down.whole).toBe('down');
  expect(down.detail?.en).toMatch(/^They do not agree: tessera \d{4}-\d\d-\d\d\.$/);
  expect(down.remedy?.en).toMatch(/^Freeze the accounts concerned/);

  await server.store.sql.run("update balance set total = total - 1 where venue = 'tessera' and api_id = $1 and asset = 'USDT'", [apiId]);
  expect(await finance.call('financeProve')).toMatchObject([{ exchange: 'tessera', findings: [] }]);
  expect(await until(check, ({ state }) => state === 'ok', 'operations are well again')).toMatchObject({ detail: null });
});
