import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kitNotes } from '../../kit/contributing.ts';
import { bareDataDir, freshDataDir } from '../../kit/servers/data-folder.ts';
import { apiOf } from '../../kit/servers/strategy-client.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** Every column of every table, and what each plugin has made of it: the same, however a database came by it. */
async function schemaOf({ store: { sql } }: TestServer) {
  const columns = await sql.run(`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`);
  const indexes = await sql.run('select indexname, indexdef from pg_indexes where schemaname = current_schema() order by indexname');
  return { columns, indexes };
}

it('a server whose database has the tables of the house alone makes those of its plugins, works with them, and makes nothing anew later', async () => {
  const plugins = [pluginSource('venue-house'), ...pluginsWithRoutes(), kitNotes()];
  const [bare, fresh] = [await bareDataDir(), await freshDataDir()];
  const servers: TestServer[] = [];
  const start = async (dataFolder: string): Promise<TestServer> => {
    const server = await startTestServer({ plugins, dataFolder });
    servers.push(server);
    return server;
  };
  const end = async (): Promise<void> => {
    for (const server of servers.splice(0)) await server.close();
  };
  try {
    const first = await start(bare);
    const made = await schemaOf(first);
    expect(JSON.stringify(made)).toContain('kit_notes__note');
    const admin = await first.signIn('admin');
    expect((await admin.call('adminPlugins')).filter(({ state }) => state !== 'active')).toEqual([]);
    const trader = await first.signIn('trader1');
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const [order] = await trader.call('doOrder', {
      body: { api_id: await apiOf(trader), ...market, side: 'BUY', type: 'LIMIT', price: '100', qty: '1' },
    });
    expect(order).toMatchObject({ status: 'UNFILLED' });
    await trader.call('addressAdd', {
      body: { label: 'kept', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' },
    });
    await end();

    const second = await start(bare);
    expect(await schemaOf(second)).toEqual(made);
    expect(await (await second.signIn('trader1')).call('addressList')).toMatchObject([{ label: 'kept' }]);
    await end();

    // What all other tests begin with is what a server makes.
    expect(await schemaOf(await start(fresh))).toEqual(made);
  } finally {
    await end();
    for (const folder of [bare, fresh]) rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
