import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { auditVenue } from '../../../scripts/chaos/audit.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';

const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it("tells administrators alone the digest of a venue's state, and a replay of its journal gives the same", async () => {
  const server = await startTestServer({ dataFolder });
  const trader = await server.signIn('trader1');
  const api_id = (await trader.call('apiList'))[0]?.api_id ?? 0;
  const order = { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT', qty: '0.01' } as const;
  for (const price of ['50000', '50001', '50002']) await trader.call('doOrder', { body: { ...order, price } });
  await expect(trader.call('adminVenues')).rejects.toThrow('ACCESS_ROLE');
  const admin = await server.signIn('admin');
  const [venue] = await admin.call('adminVenues');
  expect(venue).toMatchObject({ exchange: 'tessera', health: 'LIVE' });
  const live = { sequence: venue?.sequence ?? 0, stateHash: venue?.state_hash ?? '' };
  // What comes after the digest is in the journal too.
  await trader.call('cancelAll', { body: { api_id } });
  await server.close();

  const folder = join(dataFolder, 'venues', 'tessera');
  const audit = await auditVenue(folder, live);
  expect(audit.differences).toEqual([]);
  expect(audit.sequence).toBeGreaterThan(live.sequence);
  const wrong = await auditVenue(folder, { ...live, sequence: live.sequence - 1 });
  expect(wrong.differences).toHaveLength(1);
  const tooFar = await auditVenue(folder, { ...live, sequence: audit.sequence + 1 });
  expect(tooFar.differences).toHaveLength(1);
}, 60_000);
