import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { TradingRoom } from '../../../server/trading/open-trading-room.ts';
import { accountRecord, btcusdt, limitIntent, MemoryStore, openFundedRoom, trader } from '../../../server/trading/trading-fixture.ts';
import { orderLimits } from '../../../server/trading/venues/venue-instruments.ts';

let room: TradingRoom | null = null;
const folder = mkdtempSync(join(tmpdir(), 'tessera-attack-'));
afterEach(async () => {
  await room?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waiting orders hold no money (trading rules §6), so nothing but a limit keeps an empty account from filling memory and one engine step. */
it('refuses an account without a cent more waiting orders than a market takes from one account', async () => {
  const accounts = [accountRecord(1, 'ann'), accountRecord(2, 'bob'), accountRecord(3, 'poor')];
  room = await openFundedRoom(folder, { store: new MemoryStore(accounts).store });
  const { trading } = room;
  await trading.submit(trader('ann'), limitIntent(1, 'SELL', '0.1', '1000'));
  await trading.submit(trader('bob'), limitIntent(2, 'BUY', '0.1', '1000'));
  const waiting = { apiId: 3, instrumentId: btcusdt.id, side: 'BUY', type: 'TRIGGER_MARKET', triggerPrice: '1100', qty: '1' } as const;
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => trading.submit(trader('poor'), waiting)));
  const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  expect(trading.balances([3])).toEqual([]);
  expect(trading.openOrders([3])).toHaveLength(orderLimits.maxWaiting);
  expect(refusals).toHaveLength(1_000 - orderLimits.maxWaiting);
  expect(refusals[0]).toMatchObject({ code: 'ORDER_TOO_MANY', params: { field: 'type', limit: '50' } });
});
