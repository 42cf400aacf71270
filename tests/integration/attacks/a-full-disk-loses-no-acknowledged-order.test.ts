import { expect, it } from 'vitest';
import type { Logger } from '../../../core/contract/server-services.ts';
import { btcusdt, exchange, limitIntent, openFundedRoom, silent, trader } from '../../../server/trading/trading-fixture.ts';
import { temporaryFolder } from '../../engine/journal-kit.ts';
import { type DiskFault, faultyFileSystem } from '../../kit/disks/faulty-disk.ts';

it('refuses orders and takes cancels from its reserve on a full disk, stops when that is used up, goes on by itself with room, and has every acknowledged order', async () => {
  const folder = await temporaryFolder();
  const errors: string[] = [];
  const logger: Logger = { ...silent, error: (_fields: object, message: string) => void errors.push(message) };
  let fault: DiskFault = '';
  // The reserve is as large as a segment: some forty orders.
  const host = { fileSystem: faultyFileSystem(() => fault), segmentBytes: 4_000 };
  const room = await openFundedRoom(folder.path, { logger, host });
  const ann = trader('ann');
  const place = (price: number) => room.trading.submit(ann, limitIntent(1, 'BUY', '0.001', `${price}`));
  const cancel = (orderId: string) => room.trading.cancel(ann, { apiId: 1, instrumentId: btcusdt.id, orderId });

  const acknowledged: string[] = [];
  const placeUntilRefused = async (): Promise<string> => {
    for (let price = 49_000; ; price += 1) {
      const outcome = await place(price);
      if (!outcome.ok) return outcome.error.code;
      acknowledged.push(...outcome.value.map(({ orderId }) => orderId));
      if (acknowledged.length === 150) fault = 'ENOSPC';
    }
  };
  expect(await placeUntilRefused()).toBe('DISK_FULL');
  expect(acknowledged.length).toBeLessThan(200);
  expect(errors.join()).toContain('no room to reserve');

  let code = '';
  while (code === '') {
    const outcome = await cancel(acknowledged[0] as string);
    if (outcome.ok) acknowledged.shift();
    else code = outcome.error.code;
  }
  expect(acknowledged.length).toBeLessThan(150);
  expect(code).toBe('ORDER_UNRESOLVED');
  expect(await place(48_000)).toMatchObject({ ok: false, error: { code: 'VENUE_UNAVAILABLE' } });
  expect(room.venues.statuses().find((venue) => venue.exchange === exchange)).toMatchObject({
    health: 'DOWN',
    reason: expect.stringContaining('ENOSPC'),
  });

  fault = '';
  await expect.poll(async () => (await place(48_000)).ok, { timeout: 10_000 }).toBe(true);
  await room.close();

  const again = await openFundedRoom(folder.path);
  const open = again.trading.openOrders([1]).map(({ orderId }) => orderId);
  expect(open).toEqual(expect.arrayContaining(acknowledged.slice(1)));
  expect(open.length - acknowledged.length).toBeLessThanOrEqual(1);
  await again.close();
  await folder.remove();
}, 30_000);
