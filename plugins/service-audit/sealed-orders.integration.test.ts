import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { httpBase, routes } from '../../schemas/wire/index.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { startTestServer } from '../../tests/kit/servers/test-server.ts';

it('what was ordered until a server ended stands sealed in the audit of the next start, under Orders', async () => {
  const dataFolder = await freshDataDir();
  const start = () => startTestServer({ dataFolder });
  try {
    const first = await start();
    const trader = await first.signIn('trader2');
    const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    await trader.call('doOrder', { body: { ...market, api_id, type: 'LIMIT', side: 'BUY', price: '100', qty: '0.1' } });
    await first.close();
    const next = await start();
    const admin = await next.signIn('admin');
    const { results } = await admin.call('auditList', { query: { group: 'orders' } });
    await next.close();
    expect(results[0]).toMatchObject({ actor: 'system', action: 'orders.sealed', after: { journal_after: 0 } });
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}, 120_000);

it('a seal is opened by administrators page by page, tells whether its orders are as they were sealed, and who looked', async () => {
  const server = await startTestServer();
  try {
    const [trader, admin] = [await server.signIn('trader2'), await server.signIn('admin')];
    const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
    const order = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', api_id, type: 'LIMIT', side: 'BUY', qty: '0.1' } as const;
    for (const price of ['100', '101', '102']) await trader.call('doOrder', { body: { ...order, price } });
    const seals = async () => (await admin.call('auditList', { query: { search: 'orders.sealed' } })).results;
    await expect
      .poll(async () => {
        await server.store.audit.sealOrders('tessera', Date.now());
        return (await seals()).reduce((sum, { after }) => sum + (after as { readonly order_changes: number }).order_changes, 0);
      })
      .toBeGreaterThanOrEqual(3);
    const entry = (await seals())[0]?.entry ?? 0;
    const opened = (query: object = {}) => admin.call('auditSealOrders', { query: { entry, ...query } });
    const whole = await opened();
    expect(whole).toMatchObject({ verdict: 'matches', next: null });
    expect(whole.results.at(-1)).toMatchObject({
      ...{ username: 'trader2', api_id, market: 'tessera/BTCUSDT/spot', side: 'BUY', type: 'LIMIT', price: '102', qty: '0.1' },
      ...{ status: 'UNFILLED', filled_qty: null },
    });
    const first = await opened({ limit: 1 });
    expect([first.results, first.verdict]).toEqual([whole.results.slice(0, 1), 'matches']);
    if (whole.results.length > 1) expect((await opened({ after: first.next ?? '' })).results).toEqual(whole.results.slice(1));
    const looks = (await admin.call('auditList', { query: { search: 'orders.viewed' } })).results;
    expect(looks).toMatchObject([{ actor: 'admin', subject: `audit/${entry}` }]);

    const { order_id = '' } = whole.results.at(-1) ?? {};
    const covering = async (order: string) => (await admin.call('auditList', { query: { order } })).results;
    expect((await covering(order_id)).map((line) => [line.entry, line.action])).toEqual([[entry, 'orders.sealed']]);
    expect(await covering('none')).toEqual([]);
    const own = await opened({ order: order_id });
    expect([own.verdict, new Set(own.results.map((line) => line.order_id))]).toEqual(['matches', new Set([order_id])]);
    const table = async (client: HttpClient, of = entry) => {
      const address = `${server.url}${httpBase}${routes.auditSealExport.path}?entry=${of}`;
      return fetch(address, { headers: { authorization: client.token ?? '' } });
    };
    const [head = '', ...lines] = (await (await table(admin)).text()).trim().split('\r\n');
    expect(head.replace('\uFEFF', '').split(',').slice(0, 3)).toEqual(['place', 'time', 'order_id']);
    expect(lines.map((line) => line.split(',')[2])).toEqual(whole.results.map((line) => line.order_id));
    expect(lines.every((line) => line.endsWith(',matches'))).toBe(true);
    const [taken] = (await admin.call('auditList', { query: { search: 'audit.exported' } })).results;
    expect(taken).toMatchObject({ actor: 'admin', subject: `audit/${entry}`, after: { entry } });
    expect([(await table(admin, 0)).status, (await table(trader)).status, (await table(server.guest())).status]).toEqual([400, 403, 401]);

    await server.store.sql.run(`update order_event set price = 99 where venue = 'tessera' and order_id = '${order_id}'`);
    const altered = await opened();
    expect([altered.verdict, altered.results.at(-1)?.price]).toEqual(['differs', '99']);
    await server.store.sql.run(`delete from order_record where venue = 'tessera' and order_id = '${order_id}'`);
    expect((await opened()).results.at(-1)).toMatchObject({ order_id, market: null, username: null, side: null });

    for (const wrong of [0, looks[0]?.entry ?? 0, 999_999])
      await expect(admin.call('auditSealOrders', { query: { entry: wrong } })).rejects.toThrow('REQUEST_INVALID');
    for (const name of ['trader1', 'observer', 'risk', 'finance', 'asset']) {
      const other = await server.signIn(name);
      await expect(other.call('auditSealOrders', { query: { entry } }), name).rejects.toThrow('ACCESS_ROLE');
    }
  } finally {
    await server.close();
  }
}, 120_000);
