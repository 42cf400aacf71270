import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { finishedIdsKept } from '../../../server/engine/orders/finished-ids.ts';
import type { TradingRoom } from '../../../server/trading/open-trading-room.ts';
import { accountRecord, limitIntent, MemoryStore, openFundedRoom, trader } from '../../../server/trading/trading-fixture.ts';

let room: TradingRoom | null = null;
const folder = mkdtempSync(join(tmpdir(), 'tessera-attack-'));
afterEach(async () => {
  await room?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('knows the id of an order of long ago, whoever has finished orders since, before and after they are stored', async () => {
  const memory = new MemoryStore([accountRecord(1, 'ann'), accountRecord(2, 'bob')]);
  room = await openFundedRoom(folder, { store: memory.store });
  const { trading, projector } = room;
  const place = (apiId: number, clientOrderId: string) =>
    trading.submit(trader(apiId === 1 ? 'ann' : 'bob'), {
      ...limitIntent(apiId, 'BUY', '0.01', '50000'),
      timeInForce: 'IOC',
      clientOrderId,
    });
  const first = await place(1, 'once');
  expect(first).toMatchObject({ ok: true, value: [{ status: 'EXPIRED' }] });
  await projector.settle();
  memory.beforeApply = () => {
    throw new Error('the database is away');
  };
  await place(1, 'unstored');
  for (const apiId of [2, 1]) {
    await Promise.all(Array.from({ length: finishedIdsKept }, (_, i) => place(apiId, `other-${i}`)));
    if (apiId === 2) expect(await place(1, 'once')).toEqual(first);
  }
  expect(room.venues.venue('tessera')?.recall?.(spotAccount(1), 'once')).toBe('UNSURE');
  expect(await place(1, 'once')).toEqual(first);
  expect(memory.orders().some(({ clientOrderId }) => clientOrderId === 'unstored')).toBe(false);
  expect(await place(1, 'unstored')).toMatchObject({ ok: false, error: { code: 'ORDER_DUPLICATE_CLIENT_ID' } });
  memory.beforeApply = () => undefined;
});
