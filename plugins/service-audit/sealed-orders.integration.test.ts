import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
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
