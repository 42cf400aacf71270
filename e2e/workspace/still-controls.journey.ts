import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { layoutShift, layoutShifts, watchLayout } from '../kit/layout-shift.ts';
import { look } from '../kit/look.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { placesOf } from '../kit/places.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start({ calm: false });
});
test.afterAll(async () => {
  await server.close();
});

/** What half a minute of trading may move at most, as browsers score it. */
const mostShift = 0.02;

test('no control moves by itself while somebody trades, gets messages, and loses the line for a while', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const ticket = new OrderTicket(page);
  const submit = ticket.form.locator('[type=submit]').first();
  await expect(submit).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Venues: \d+ ms$/ })).toBeVisible();
  await ticket.fill({ Price: '55000', Quantity: '0.01' });
  // What a first order brings up by its code is there before anything is measured.
  await page.waitForTimeout(2_000);
  const places = await placesOf(page);
  expect(Object.keys(places)).toEqual(expect.arrayContaining(['submit', 'Venues', 'Messages', 'Account']));
  await watchLayout(page);
  const stillThere = async (when: string): Promise<void> => {
    const now = await placesOf(page);
    const moved = Object.keys(places).filter((name) => name in now && now[name] !== places[name]);
    expect
      .soft(
        moved.map((name) => `${name}: ${places[name]} → ${now[name]}`),
        when,
      )
      .toEqual([]);
  };

  await test.step('an order that rests: a message, a row, a count at the bell', async () => {
    await submit.click();
    await expect(workspace.messages.getByText('BTCUSDT order accepted')).toBeVisible();
    await stillThere('after an order');
  });

  await test.step('a price that would trade at once: the ticket says so', async () => {
    await ticket.fill({ Price: '68000', Quantity: '0.01' });
    await page.waitForTimeout(1_000);
    await look(page, 'taker');
    await stillThere('with a warning in the ticket');
  });

  await test.step('a fill: a message in the place of the other', async () => {
    await submit.click();
    await expect(workspace.messages.getByText(/^Bought 0\.01 BTC at/)).toBeVisible();
    await stillThere('after a fill');
  });

  await test.step('the network goes and comes back: a banner over the page, old prices', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await expect(page.getByRole('status').filter({ hasText: 'No connection to the server' })).toBeVisible();
    await look(page, 'offline');
    await stillThere('without a network');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('status').filter({ hasText: 'No connection to the server' })).toHaveCount(0);
    await stillThere('with the network again');
  });

  const shifts = (await layoutShifts(page)).filter(({ value }) => value > 0.001);
  expect.soft(await layoutShift(page), JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(mostShift);
});

test('messages, fills and refused orders are still there after a reload, and only what came since is unread', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const ticket = new OrderTicket(page);
  const submit = ticket.form.locator('[type=submit]').first();
  const bell = page.getByRole('banner').getByRole('button', { name: /^Messages/ });
  const centre = page.getByRole('group', { name: 'Messages' }).or(page.getByRole('dialog', { name: 'Messages' }));
  await ticket.fill({ Price: '68000', Quantity: '0.02' });
  await submit.click();
  await expect(bell).toHaveAccessibleName(/Messages, \d+ new/);
  await page.waitForTimeout(6_000);
  await refuseOrders('trader1', 3);
  await page.reload();
  const refused = centre.getByRole('listitem').filter({ hasText: 'Buy order refused · BTCUSDT · Aurora · 3 times' });
  // The third is the sign-in of the script, a device that is new to him.
  await expect(bell).toHaveAccessibleName('Messages, 3 new');
  await bell.click();
  await expect(refused).toHaveText(/USDT/);
  await expect(centre.getByRole('listitem').filter({ hasText: 'Bought 0.02 BTC' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(bell).toHaveAccessibleName('Messages');
  await page.waitForTimeout(1_500);
  await page.reload();
  await expect(ticket.form).toBeVisible();
  await bell.click();
  await expect(centre.getByRole('listitem').filter({ hasText: 'Bought 0.02 BTC' })).toHaveCount(1);
  await expect(refused).toHaveCount(1);
  await expect(bell).toHaveAccessibleName('Messages');
});

/** A script of the user sends orders that he cannot pay. */
async function refuseOrders(username: string, count: number): Promise<void> {
  const client = new HttpClient(server.url);
  await client.signIn(username, server.account(username).password);
  const api_id = (await client.call('apiList')).find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
  const market = { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const body = { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '60000', qty: '90000' } as const;
  for (let sent = 0; sent < count; sent++) await expect(client.call('doOrder', { body })).rejects.toThrow('ORDER_INSUFFICIENT_BALANCE');
}
