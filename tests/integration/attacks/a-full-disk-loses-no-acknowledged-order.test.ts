import { expect, it } from 'vitest';
import type { Logger } from '../../../core/contract/server-services.ts';
import { exchange, limitIntent, openFundedRoom, silent, trader } from '../../../server/trading/trading-fixture.ts';
import { type FileHooks, hookedFileSystem, temporaryFolder } from '../../engine/journal-kit.ts';

const noSpace = (): Promise<never> => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
/** Above every batch of this test, below the stretch that is reserved at once. */
const largeWrite = 256 * 1024;

it('goes on and says so while only the reserve does not fit, stops when orders do not, and has every acknowledged order afterwards', async () => {
  const folder = await temporaryFolder();
  const errors: string[] = [];
  const logger: Logger = { ...silent, error: (_fields: object, message: string) => void errors.push(message) };
  const hooks: FileHooks = { beforeWrite: (_path, length) => (length >= largeWrite ? noSpace() : Promise.resolve()) };
  const room = await openFundedRoom(folder.path, { logger, host: { fileSystem: hookedFileSystem(hooks) } });
  const place = (price: number) => room.trading.submit(trader('ann'), limitIntent(1, 'BUY', '0.01', `${price}`));

  const acknowledged: string[] = [];
  for (let price = 50_000; price < 50_010; price += 1) {
    const outcome = await place(price);
    if (outcome.ok) acknowledged.push(...outcome.value.map(({ orderId }) => orderId));
  }
  expect(acknowledged).toHaveLength(10);
  expect(errors.join()).toContain('no room to reserve');

  hooks.beforeWrite = noSpace;
  expect(await place(50_010)).toMatchObject({ ok: false, error: { code: 'ORDER_UNRESOLVED' } });
  expect(await place(50_011)).toMatchObject({ ok: false, error: { code: 'VENUE_UNAVAILABLE' } });
  expect(room.venues.statuses().find((venue) => venue.exchange === exchange)).toMatchObject({
    health: 'DOWN',
    reason: expect.stringContaining('ENOSPC'),
  });
  await room.close();

  const again = await openFundedRoom(folder.path);
  const open = again.trading.openOrders([1]).map(({ orderId }) => orderId);
  expect(open.sort()).toEqual(acknowledged.sort());
  await again.close();
  await folder.remove();
});
