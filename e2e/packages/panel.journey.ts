import { accepting } from '../../tests/kit/packages.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { chromiumLaunch } from '../kit/chromium.ts';
import {
  cancelPackage,
  counter,
  counterPackage,
  frameOf,
  guestPanel,
  installAll,
  openFromGallery,
  signedIn,
} from '../kit/guests/guest-packages.ts';
import { blocked, closePanel, id, installHostile, openPanel, selector } from '../kit/guests/hostile-panel.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { Workspace } from '../kit/workspace.ts';

/** How a panel of a package lives in the workspace: its orders are asked, its keys pass, and it cannot stop the page. */

// A frame has a process of its own in a whole browser, and none in the headless shell.
test.use({ launchOptions: chromiumLaunch() });

let server: JourneyServer;
let admin: HttpClient;

test.beforeAll(async () => {
  server = await JourneyServer.start();
  await installHostile(server);
  admin = await installAll(server, [cancelPackage(), counterPackage(1)]);
});
test.afterAll(() => server.close());

const terms = { side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.1' } as const;
const order = { instrumentId: 'tessera/BTCUSDT/spot', ...terms };

test('an order of a panel is asked of the user in the page, with its words; no hurried click agrees', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(blocked);
  const workspace = new Workspace(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  const frame = await openPanel(page);
  const place = () =>
    frame.evaluate(async (one) => {
      const { accounts } = (globalThis as never as { services: { accounts: Record<string, never> } }).services;
      const { apiAccounts, place: send } = accounts as never as {
        apiAccounts: { exchange: string; apiId: number }[];
        place(order: object): Promise<{ ok: boolean; error?: { code: string }; value?: object[] }>;
      };
      const apiId = apiAccounts.find(({ exchange }) => one.instrumentId.startsWith(`${exchange}/`))?.apiId;
      const { ok, error, value } = await send({ ...one, apiId });
      return ok ? `placed ${value?.length}` : error?.code;
    }, order);
  const question = page.getByRole('dialog', { name: `${id} asks to place this order` });
  const yes = question.getByRole('button', { name: 'Place the order' });

  await test.step('it says all that would be sent, and the first moment agrees to nothing', async () => {
    const answer = place();
    await expect(question).toContainText('SideBuy');
    for (const line of ['Order typeLimit', 'MarketBTCUSDT', 'ExchangeTessera', 'Quantity0.1', 'Price50000'])
      await expect(question).toContainText(line);
    await look(page, 'package-order-question');
    await expect(question.getByRole('button', { name: 'Send nothing' })).toBeFocused();
    await question.getByRole('button', { name: 'Send nothing' }).click();
    expect(await answer).toBe('PACKAGE_DECLINED');
  });

  await test.step('a button cannot be pressed in the moment in which it comes', async () => {
    const answer = place();
    await expect(question).toBeVisible();
    const wasDisabled = await yes.isDisabled();
    expect(wasDisabled || (await yes.isEnabled()), 'it is off or the moment has passed').toBe(true);
    await expect(yes).toBeEnabled();
    await yes.click();
    expect(await answer).toBe('placed 1');
    const orders = await workspace.table('Open orders');
    await orders.shows({ Market: 'BTC/USDT Tessera', Side: 'Buy', Price: '50,000.00', Quantity: '0.10000' });
  });

  await test.step('after three refusals the panel is not heard any more, until the user says so', async () => {
    for (let at = 0; at < 3; at++) {
      const answer = place();
      await question.press('Escape');
      expect(await answer).toBe('PACKAGE_DECLINED');
    }
    expect(await place()).toBe('PACKAGE_DECLINED');
    await expect(question).toHaveCount(0);
    await expect(page.getByText('Refused three times: it may ask no more')).toBeVisible();
    await look(page, 'package-deaf');
    await page.getByRole('button', { name: 'Let it ask again' }).click();
    const answer = place();
    await expect(question).toContainText('Account typeSpot');
    await question.press('Escape');
    expect(await answer).toBe('PACKAGE_DECLINED');
  });

  await test.step('what was not granted is refused without a question', async () => {
    const cancel = await frame.evaluate(async () => {
      const { accounts } = (
        globalThis as never as {
          services: { accounts: { openOrders: object[]; cancel(order: object): Promise<{ error?: { code: string } }> } };
        }
      ).services;
      return accounts.openOrders.length === 0 ? 'no order' : (await accounts.cancel(accounts.openOrders[0] ?? {})).error?.code;
    });
    expect(cancel).toBe('PACKAGE_NOT_GRANTED');
    await expect(page.getByRole('dialog', { name: `${id} asks` })).toHaveCount(0);
  });
  await closePanel(page);
});

test('the keyboard goes in and out of a frame, and the keys of the product work in it', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await openPanel(page);
  const inside = page.frameLocator(selector);
  await inside.getByRole('textbox', { name: 'Secret' }).click();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: /palette|command/i });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await inside.getByRole('textbox', { name: 'Secret' }).click();
  await page.keyboard.type('b?');
  await expect(inside.getByRole('textbox', { name: 'Secret' })).toHaveValue('b?');
  await page.keyboard.press('Tab');
  await expect(inside.getByRole('button', { name: 'Last' })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
  // The frame is the last of the page: from the browser's own controls the way back may go over the frame's page as a whole.
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(inside.getByRole('button', { name: 'Last' })).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await closePanel(page);
});

test('a panel that never ends does not stop the page, and is closed with a sentence', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(blocked);
  const frame = await openPanel(page);
  void frame
    .evaluate(() =>
      setTimeout(() => {
        for (;;);
      }),
    )
    .catch(() => undefined);
  await page.waitForTimeout(300);
  const slowest = await page.evaluate(async () => {
    let longest = 0;
    for (let at = 0; at < 60; at++) {
      const began = performance.now();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      longest = Math.max(longest, performance.now() - began);
    }
    return longest;
  });
  expect(slowest, 'ms between two frames of the page').toBeLessThan(1_000);
  await expect(page.getByText('It does not respond and was closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await openPanel(page);
  await closePanel(page);
});

test('a panel in a window of its own is a frame too', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(blocked);
  await openPanel(page);
  const tab = new Workspace(page).panelTab(id);
  await tab.click();
  const popup = page.waitForEvent('popup');
  await page.locator('.lm_stack').filter({ has: tab }).getByRole('button', { name: 'Open in its own window' }).click();
  const own = await popup;
  await expect(own.frameLocator(selector).getByText('hostile panel')).toBeVisible();
  await expect(own.getByText(`From outside: ${id}`)).toBeVisible();
  await look(own, 'package-popout');
  await own.close();
});

test('a panel that may cancel asks for each order, and after the yes the order is gone', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const trader = await signedIn(server, 'trader3');
  const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  for (const price of ['41000', '42000'])
    await trader.call('doOrder', { body: { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', ...terms, price } });

  await openFromGallery(page, guestPanel.title);
  const inside = frameOf(page, guestPanel.id);
  const line = inside.getByRole('listitem').filter({ hasText: '41000' });
  const question = page.getByRole('dialog', { name: `${guestPanel.id} asks to cancel this order` });
  await expect(inside.getByRole('listitem')).toHaveCount(2);

  await test.step('the question names the order; without a yes it stays', async () => {
    await line.getByRole('button').click();
    for (const text of ['MarketBTCUSDT', 'ExchangeTessera', 'Price41000', 'Quantity0.1']) await expect(question).toContainText(text);
    await question.getByRole('button', { name: 'Send nothing' }).click();
    await expect(inside.getByRole('status')).toHaveText('PACKAGE_DECLINED');
    await expect(inside.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('with it that order is gone, here, in the page and at the exchange, and no other', async () => {
    await line.getByRole('button').click();
    await question.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(inside.getByRole('status')).toHaveText('canceled');
    await expect(line).toHaveCount(0);
    await expect(inside.getByRole('listitem')).toHaveText(/^42000/);
    const orders = await new Workspace(page).table('Open orders');
    await orders.shows({ Market: 'BTC/USDT Tessera', Price: '42,000.00' });
    await expect(orders.grid.getByText('41,000.00')).toHaveCount(0);
  });
  await new Workspace(page).panelTab(guestPanel.title).press('Delete');
});

test('an update of a package brings the saved state of its panel along, and one that asks for more waits for its grant', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const inside = frameOf(page, counter.id);
  const shown = inside.getByRole('status');
  const fields = inside.getByRole('paragraph');
  const owner = await signedIn(server, 'trader3');
  /** What the server has: the frame draws a change before the page has heard of it, which says “Saved” of the change before until then. */
  const stored = async (): Promise<string> => {
    const { layouts } = await owner.call('layoutList');
    return JSON.stringify(await Promise.all(layouts.map(({ id }) => owner.call('layoutOpen', { query: { id } }))));
  };
  await openFromGallery(page, counter.title);
  await inside.getByRole('button', { name: 'More' }).click();
  await inside.getByRole('button', { name: 'More' }).click();
  await expect(shown).toHaveText('count 2');
  await expect.poll(stored).toContain('"count":2');

  await test.step('the open panel becomes the new one, with what it had', async () => {
    await admin.call('adminPackageUpdate', { body: accepting(counterPackage(2)) });
    await expect(shown).toHaveText('total 2');
    await expect(fields).toHaveText('fields total');
  });

  await test.step('what it changes from then on is saved in the new form', async () => {
    await page.reload();
    await expect(shown).toHaveText('total 2');
    await inside.getByRole('button', { name: 'More' }).click();
    await expect(shown).toHaveText('total 3');
    await expect.poll(stored).toContain('"total":3');
    await page.reload();
    await expect(shown).toHaveText('total 3');
    await expect(fields).toHaveText('fields total');
  });

  await test.step('an update that asks for more is off, with a sentence in its place, until it is granted', async () => {
    const { grant: _, ...ungranted } = accepting(counterPackage(3));
    await admin.call('adminPackageUpdate', { body: ungranted });
    await expect(page.getByText('This panel is not available to you at the moment.')).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  await test.step('the administrator is asked for what is new, and says yes', async () => {
    const desk = (await visitAs(server, 'admin')).page;
    await desk.goto('/admin/plugins');
    const row = desk.getByRole('region', { name: 'From outside the build' }).getByRole('row').filter({ hasText: counter.id });
    await expect(row).toContainText('To be granted');
    await row.getByRole('button', { name: 'Grant' }).click();
    const question = desk
      .getByRole('dialog')
      .or(desk.getByRole('alertdialog'))
      .filter({ hasText: `Grant ${counter.id} what it asks for?` });
    await expect(question).toContainText('read markets');
    await question.getByRole('button', { name: 'Grant' }).click();
    await expect(row).toContainText('Enabled');
    await expect(shown).toHaveText('total 3');
    await expect(page.getByText('May: read markets')).toBeVisible();
  });
  await workspace.panelTab(counter.title).press('Delete');
});
