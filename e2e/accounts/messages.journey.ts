import type { Page } from '@playwright/test';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { seriousFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** A script of the user. */
async function client(username: string): Promise<HttpClient> {
  const http = new HttpClient(server.url);
  await http.signIn(username, server.account(username).password);
  return http;
}

test('messages stay unread until the server has confirmed, are read after a reload, and go back to the oldest', async ({ visitAs }) => {
  const { page: admin } = await visitAs(server, 'admin');
  const statuses = await admin.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { readonly token: string };
    const codes: number[] = [];
    for (let at = 1; at <= 53; at++) {
      const body = JSON.stringify({ texts: { en: { title: `News ${at} of the house`, text: 'In full.' } }, pinned: false });
      const headers = { authorization: token, 'content-type': 'application/json' };
      codes.push((await fetch('/sapi/admin/announcement/save', { method: 'POST', headers, body })).status);
    }
    return codes;
  });
  expect(new Set(statuses)).toEqual(new Set([200]));

  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/net::ERR_FAILED .*msg\/user\/read/);
  await page.setViewportSize({ width: 1366, height: 768 });
  const unread = page.getByRole('button', { name: /^Messages, \d+ new$/ });
  await expect(unread).toBeVisible();
  await page.route('**/msg/user/read', (route) => route.abort());
  await unread.click();
  const list = page.getByRole('group', { name: 'Messages' }).or(page.getByRole('dialog', { name: 'Messages' }));
  await expect(list.getByText('News 53 of the house')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(unread).toBeVisible();
  await page.unroute('**/msg/user/read');
  await unread.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await expect(list.getByText('News 3 of the house')).toHaveCount(0);
  const older = list.getByRole('button', { name: 'Older messages' });
  await older.scrollIntoViewIfNeeded();
  await look(page, 'messages');
  expect(await seriousFindings(page)).toEqual([]);
  await older.click();
  await expect(list.getByText('News 1 of the house')).toBeAttached();
  await expect(older).toBeHidden();
});

test('an open page hears of messages at once, counts them by kind, and follows what another page of the user has read', async ({
  visitAs,
}) => {
  // The browser is then a new device to him, of which he is told.
  const [seller, own] = [await client('trader3'), await client('trader2')];
  const { page } = await visitAs(server, 'trader2');
  await page.setViewportSize({ width: 1366, height: 768 });
  const list = (at: Page) => at.getByRole('group', { name: 'Messages' }).or(at.getByRole('dialog', { name: 'Messages' }));
  const quiet = (at: Page) => at.getByRole('button', { name: 'Messages', exact: true });
  const unread = (at: Page) => at.getByRole('button', { name: /^Messages, \d+ new$/ });
  await unread(page).click();
  await page.keyboard.press('Escape');
  await expect(quiet(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/dashboard');
  await expect(quiet(second)).toBeVisible();

  const admin = await client('admin');
  const texts = { en: { title: 'Live news', text: 'In full.' }, 'zh-TW': { title: '即時消息', text: '全文。' } };
  const audience = { kind: 'users', usernames: ['trader2'] } as const;
  await admin.call('adminAnnouncementSave', { body: { texts, pinned: false, audience } });
  for (const at of [page, second]) await expect(at.getByRole('button', { name: 'Messages, 1 new' })).toBeVisible();

  const order = async (by: typeof seller, side: 'BUY' | 'SELL') => {
    const api_id = (await by.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    await by.call('doOrder', { body: { api_id, ...market, side, type: 'LIMIT', price: '50000', qty: '0.01' } });
  };
  await order(seller, 'SELL');
  await order(own, 'BUY');
  // The page tells of the deal itself, and the server's message of it is the same.
  for (const at of [page, second]) await expect(at.getByRole('button', { name: 'Messages, 2 new' })).toBeVisible();
  await page.waitForTimeout(2_000);
  await expect(page.getByRole('button', { name: 'Messages, 2 new' })).toBeVisible();
  await unread(page).click();
  const deals = list(page).getByRole('button', { name: /^Deals ?1$/ });
  await expect(list(page).getByRole('button', { name: /^Announcements ?1/ })).toBeVisible();
  await look(page, 'messages-kinds');
  await deals.click();
  await expect(list(page).getByText('Live news')).toBeHidden();
  await expect(list(page).getByText(/Bought 0.01 BTC/)).toHaveCount(1);
  await expect(unread(second)).toBeVisible();
  await page.keyboard.press('Escape');
  for (const at of [page, second]) await expect(quiet(at)).toBeVisible();
});

test('deals reach a closed page, in the language of their reader', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByText('繁體中文').click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('button', { name: /^訊息/ })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^訊息/ }).click();
  const list = page.getByRole('group', { name: '訊息' }).or(page.getByRole('dialog', { name: '訊息' }));
  await list.getByRole('button', { name: /^成交 ?\d*$/ }).click();
  await expect(list.getByText(/賣出 0.01 BTC/)).toHaveCount(1);
  await look(page, 'messages-zh-TW');
  expect(await seriousFindings(page)).toEqual([]);
});
