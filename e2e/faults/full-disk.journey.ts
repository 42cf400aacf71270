import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { noSmallDisk, SmallDisk } from '../../tests/kit/disks/small-disk.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { ServerProcess } from '../../tests/kit/servers/server-process.ts';
import { expect, test } from '../kit/journey.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { signIn } from '../kit/sign-in.ts';
import { Workspace } from '../kit/workspace.ts';

const megabyte = 2 ** 20;
let disk: SmallDisk | null = null;
let server: ServerProcess | null = null;

// Not while the file is read: the runner reads it too, and would leave a disk behind.
test.beforeAll(() => {
  disk = SmallDisk.mount(192);
});
test.afterAll(async () => {
  await server?.kill();
  disk?.unmount();
});

/** A screenshot for people to look at, when a folder for them is named. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.TESSERA_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
};

test('a full disk is told where orders begin, cancels go through, and the word goes by itself', async ({ visit }) => {
  test.skip(disk === null, noSmallDisk);
  const small = disk as unknown as SmallDisk;
  const template = await freshDataDir();
  cpSync(template, join(small.path, 'data'), { recursive: true });
  rmSync(template, { recursive: true });
  server = await ServerProcess.start(join(small.path, 'data'), { environment: { TESSERA_DISK_FLOOR: '16' } });
  const { page, errors } = await visit(server);
  await signIn(page, server.account('trader1'));
  const workspace = new Workspace(page);
  const ticket = new OrderTicket(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  await ticket.fill({ Price: '40000', Quantity: '0.01' });
  await ticket.submit('Buy 0.01 BTC').click();
  await expect(workspace.messages).toContainText('BTCUSDT order accepted');

  small.fill(8 * megabyte);
  const said = ticket.form.getByText(/^The server takes no new orders at the moment: its disk is full/);
  await expect(said).toBeVisible();
  await expect(page.getByRole('button', { name: 'Venues: All exchanges: Cancels only' })).toBeVisible();
  // However much there is to say, the tools beside it stay on the screen.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account: / })).toBeInViewport({ ratio: 1 });
  await picture(page, 'full-disk');
  errors.expect(/503/);
  await ticket.fill({ Price: '40001', Quantity: '0.01' });
  await ticket.submit('Buy 0.01 BTC').click();
  await expect(workspace.messages).toContainText('disk is full');

  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel 1', exact: true }).click();
  const orders = await workspace.table('Open orders');
  await expect(orders.row('40,000.00')).toHaveCount(0);

  small.free();
  await expect(said).toHaveCount(0);
  await ticket.fill({ Price: '40002', Quantity: '0.01' });
  await ticket.submit('Buy 0.01 BTC').click();
  await (await workspace.table('Open orders')).has({ Price: '40,002.00' });
});
