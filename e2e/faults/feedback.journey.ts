import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start({ calm: false });
});
test.afterAll(async () => {
  await server.close();
});

test('a fill is told once, stays to be read, and a dead server costs neither words nor typing', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const ticket = new OrderTicket(page);
  const banner = page.getByRole('banner');
  await expect(ticket.form).toBeVisible();

  await test.step('a market order is filled: one message with quantity and price', async () => {
    await ticket.chooseType('Market');
    await ticket.fill({ Quantity: '0.01' });
    await ticket.submit('Buy 0.01 BTC').click();
    await expect(workspace.messages.getByText(/^Bought 0\.01 BTC at [\d,.]+$/)).toHaveCount(1);
  });

  await test.step('it is in the list of messages, where sounds are set', async () => {
    await banner.getByRole('button', { name: /Messages, \d+ new/ }).click();
    const centre = page.getByRole('group', { name: 'Messages' }).or(page.getByRole('dialog', { name: 'Messages' }));
    await expect(centre.getByRole('listitem')).toHaveText([/Bought 0\.01 BTC/]);
    await centre.getByRole('checkbox', { name: 'Sound for fills' }).uncheck();
    await expect(centre.getByRole('slider', { name: 'Sound for fills: volume' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(banner.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  });

  await test.step('the state of each exchange is there in words', async () => {
    const venues = banner.getByRole('button', { name: 'Venues' });
    await expect(venues).toHaveAttribute('title', /Aurora: Live · last price \d+ s ago/);
    await expect(venues).toHaveAttribute('title', /\d+ ms to the server and back/);
  });

  await test.step('what was being typed is still there after the server was away', async () => {
    errors.expect(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed/);
    await ticket.fill({ Quantity: '0.0234' });
    await server.kill();
    const offline = page.getByRole('status').filter({ hasText: 'No connection to the server' });
    await expect(offline).toBeVisible();
    await expect(banner.getByRole('button', { name: 'Venues' })).toContainText('Offline');
    await server.restart();
    await expect(offline).toBeHidden({ timeout: 30_000 });
    await expect(ticket.field('Quantity')).toHaveValue('0.0234');
  });
});

test('messages cover neither what sends an order nor the rows that are worked with, wherever they stand', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  const ticket = new OrderTicket(page);
  const covers = async (): Promise<boolean> => {
    const orders = page.getByRole('grid', { name: 'Open orders' });
    const boxes = await Promise.all([workspace.messages, ticket.form.locator('[type=submit]'), orders].map((one) => one.boundingBox()));
    const [messages, ...kept] = boxes;
    if (messages == null) throw new Error('there are no messages on the screen');
    return kept.some((one) => {
      if (one == null) throw new Error('ticket or orders are not on the screen');
      return (
        messages.x < one.x + one.width &&
        one.x < messages.x + messages.width &&
        messages.y < one.y + one.height &&
        one.y < messages.y + messages.height
      );
    });
  };
  await ticket.chooseType('Market');
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
    [1024, 768],
  ] as const) {
    await test.step(`on ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const quantity of ['0.01', '0.02', '0.03']) {
        await ticket.fill({ Quantity: quantity });
        await ticket.submit(`Buy ${quantity} BTC`).click();
        await expect(workspace.messages.getByText(`Bought ${quantity} BTC at`)).toBeVisible();
        expect(await covers()).toBe(false);
      }
      // All three where the machine is quick; they go by themselves after some seconds.
      await expect(workspace.messages.getByRole('status')).not.toHaveCount(0);
      expect(await covers()).toBe(false);
    });
  }
  await test.step('a ticket goes on where panels stand otherwise, with what it says of its fields', async () => {
    const borders = page.locator('.lm_splitter.lm_horizontal');
    const narrow = await borders.count();
    await ticket.fill({ Quantity: '0' });
    await expect(ticket.field('Quantity')).toHaveAttribute('aria-invalid', 'true');
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(borders).not.toHaveCount(narrow);
    await expect(page.getByRole('grid', { name: 'Open orders' })).toBeVisible();
    await expect(ticket.field('Quantity')).toHaveValue('0');
    await expect(ticket.field('Quantity')).toHaveAttribute('aria-invalid', 'true');
  });
});
