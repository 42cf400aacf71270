import type { Locator, Page } from '@playwright/test';
import { languageKey } from '../../core/client/settings/language.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look, lookInThemes } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { equityOn, showBalances, unitOn } from '../kit/panels/balances.ts';
import { pushTo, watchNotices } from '../kit/push.ts';
import { signIn } from '../kit/sign-in.ts';
import { SmsGatewayServer } from '../kit/sms-gateway.ts';
import { chooseKathmandu, clockLater, kathmanduMs, tellsKathmandu, timesIn, writingOf } from '../kit/times.ts';
import { Workspace } from '../kit/workspace.ts';

test.setTimeout(240_000);

const dayMs = 24 * 60 * 60_000;

let gateway: SmsGatewayServer;
let server: JourneyServer;
test.beforeAll(async () => {
  gateway = await SmsGatewayServer.start();
  const environment = { TESSERA_SMS_URL: gateway.url, TESSERA_SMS_HEADER: 'Authorization: Bearer of-the-server' };
  server = await JourneyServer.start({ environment });
});
test.afterAll(async () => {
  await server.close();
  await gateway.close();
});

/** In simplified Chinese, at both ends of the sizes, nothing is foreign or sticks out. */
async function fitsInChinese(page: Page, name: string, plugin: `plugins/${string}`): Promise<void> {
  await page.evaluate((key) => localStorage.setItem(key, 'zh-CN'), languageKey);
  await page.reload();
  await expect(page.getByRole('heading', { name: textIn('zh-CN', plugin, 'title'), exact: true }).first()).toBeVisible();
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    expect(new ForeignTexts('zh-CN').among(await textsOn(page))).toEqual([]);
    // The markets of a phone's header go on to the side, and are wiped.
    await expect.poll(async () => (await sticksOut(page)).filter((text) => !/BTCUSDT|Polaris/.test(text))).toEqual([]);
    await lookInThemes(page, `${name}-zh-CN-${width}`);
  }
}

/** What rises and what falls is drawn in these. */
const colours = (page: Page) =>
  page.evaluate(() => ['up', 'down'].map((one) => getComputedStyle(document.documentElement).getPropertyValue(`--tessera-${one}`).trim()));

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('what a trader chooses in the settings counts at once in his other tab, and on every other device', async ({ visitAs }) => {
  const [trader, house] = [await signedIn(server, 'trader1'), await signedIn(server, 'admin')];
  const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  await trader.call('doOrder', { body: { ...market, api_id, type: 'LIMIT', side: 'BUY', price: '100', qty: '0.1' } });
  const audience = { kind: 'users', usernames: ['trader1'] } as const;
  await house.call('adminAnnouncementSave', { body: { texts: { en: { title: 'News', text: 'In full.' } }, pinned: false, audience } });

  const { page } = await visitAs(server, 'trader1');
  const [other, money] = [await page.context().newPage(), await page.context().newPage()];
  const writing = await writingOf(other);
  // Where there is room orders say when they came, and balances have a tab.
  for (const tab of [page, other]) await tab.setViewportSize({ width: 2560, height: 1000 });
  await other.goto('/dashboard');
  await money.goto('/user?part=money');
  await page.goto('/setup');
  const statement = money.getByRole('region', { name: 'Statement' });
  const orders = await new Workspace(other).table('Open orders');
  const messages = other.getByRole('group', { name: 'Messages' }).or(other.getByRole('dialog', { name: 'Messages' }));

  await test.step('the colours of what rises and falls', async () => {
    await expect.poll(writing.clocks).not.toEqual([]);
    const before = await colours(other);
    await writing.forget();
    await page.getByRole('radiogroup', { name: 'Rising and falling' }).getByText('Red rises').click();
    for (const tab of [page, other]) await expect.poll(() => colours(tab)).toEqual(before.toReversed());
    await expect.poll(async () => (await writing.clocks()).length, 'the chart is drawn anew').toBeGreaterThan(2);
  });

  await test.step('the time zone: of orders, messages, the statement, and the axis of the chart', async () => {
    await other.getByRole('button', { name: /^Messages/ }).click();
    await expect(messages.getByText('News')).toBeVisible();
    for (const place of [orders.grid, messages, statement]) await expect(place.locator('time').first()).toBeVisible();
    const [{ utc, stamp } = { utc: '', stamp: '' }] = await timesIn(orders.grid);
    const laterMs = kathmanduMs - (Date.parse(`${stamp.replace(' ', 'T')}Z`) - Date.parse(utc));
    const before = await writing.clocks();
    await writing.forget();
    await chooseKathmandu(page);
    for (const place of [orders.grid, messages, statement]) await tellsKathmandu(place);
    await expect.poll(writing.clocks).toEqual(expect.arrayContaining(before.map((clock) => clockLater(clock, laterMs))));
    await other.keyboard.press('Escape');
    await money.close();
  });

  await test.step('the currency: what he holds is valued in it there, and here as soon as he looks', async () => {
    await showBalances(other);
    await expect.poll(() => unitOn(other)).toBe('USDT');
    const { worth } = await equityOn(other);
    await expect(other.getByRole('columnheader', { name: 'Value (USDT)' })).toBeVisible();
    await choose(page.getByRole('combobox', { name: 'Valuation' }), 'BTC');
    await expect(other.getByRole('columnheader', { name: 'Value (BTC)' })).toBeVisible();
    await menuOf(page).getByRole('link', { name: 'Trade', exact: true }).click();
    await showBalances(page);
    for (const tab of [page, other]) {
      await expect.poll(() => unitOn(tab)).toBe('BTC');
      expect(worth / (await equityOn(tab)).worth, 'a coin costs thousands').toBeGreaterThan(1_000);
    }
    await menuOf(page).getByRole('link', { name: 'Settings' }).click();
  });

  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('1\u{202f}234\u{202f}567.89').click();
  await expect(other.getByText(/\d\u{202f}\d{3}\.\d/u).first()).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('1234567.89').click();
  await expect(other.getByText(/\d\u{202f}\d{3}\.\d/u)).toHaveCount(0);
  await expect(other.getByText(/(?<!\d)\d{5}\.\d/).first()).toBeVisible();

  await test.step('keys that are given to a command run it', async () => {
    await page.getByRole('button', { name: 'Change…' }).click();
    const editor = page.getByRole('dialog', { name: 'Change keyboard shortcuts' });
    const rows = editor.getByRole('button', { name: /^Switch between compact and cosy rows: / });
    await rows.click();
    await page.keyboard.press('Alt+Y');
    await expect(rows).toHaveText('Alt+Y');
    await page.keyboard.press('Escape');
    await expect(editor).toBeHidden();
    await other.keyboard.press('Alt+Y');
    for (const tab of [page, other]) await expect(tab.locator('html')).toHaveAttribute('data-density', 'cosy');
  });

  await other.goto('/setup');
  const sound = (tab: Page) => tab.getByRole('checkbox', { name: 'Sound for fills' });
  const device = (tab: Page) => tab.getByRole('checkbox', { name: 'Fills: Devices' });
  await expect(sound(other)).toBeChecked();
  await sound(page).uncheck();
  await expect(sound(other)).not.toBeChecked();
  const isTold = await device(other).isChecked();
  await device(page).click();
  await expect(device(other)).toBeChecked({ checked: !isTold });
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('繁體中文').click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('設定');
  await other.getByRole('radiogroup', { name: '語言' }).getByText('English').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');

  const elsewhere = await visitAs(server, 'trader1');
  await elsewhere.page.goto('/setup');
  await expect(sound(elsewhere.page)).not.toBeChecked();
  await expect(elsewhere.page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/UTC\+5:45/);
  await expect(elsewhere.page.getByRole('combobox', { name: 'Valuation' })).toHaveText('BTC');
});

test('whoever works for the house reads the audit in his own time, and what all hold in his own currency', async ({ visitAs }) => {
  const [{ page: admin }, { page: asset }] = [await visitAs(server, 'admin'), await visitAs(server, 'asset')];
  const [audit, assets] = [await admin.context().newPage(), await asset.context().newPage()];
  const list = audit.getByRole('grid', { name: 'Audit' });
  await audit.goto('/admin/audit');
  await expect(list.locator('time').first()).toBeVisible();
  await admin.goto('/setup');
  await chooseKathmandu(admin);
  await tellsKathmandu(list);

  const total = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Total: ' });
  const figure = async (tab: Page) => Number((await total(tab).innerText()).replaceAll(/[^\d.]/g, ''));
  await assets.goto('/assets-overview');
  await expect(total(assets)).toHaveText(/^Total: [\d,.]+ USDT$/);
  const worth = await figure(assets);
  await asset.goto('/setup');
  await choose(asset.getByRole('combobox', { name: 'Valuation' }), 'BTC');
  await expect(total(assets)).toHaveText(/^Total: [\d,.]+ BTC$/);
  await menuOf(asset).getByRole('link', { name: 'Assets' }).click();
  await expect(total(asset)).toHaveText(/^Total: [\d,.]+ BTC$/);
  for (const tab of [asset, assets]) expect(worth / (await figure(tab)), 'a coin costs thousands').toBeGreaterThan(1_000);
});

test('a trader chooses by kind which ways he is told by, and it stays chosen', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/setup');
  const deals = page.getByRole('checkbox', { name: 'Fills: Devices' });
  const before = await deals.isChecked();
  await deals.click();
  await expect(deals).toBeChecked({ checked: !before });
  await expect(page.getByText('No mail server is set: emails wait in the outbox.')).toBeVisible();
  await lookInThemes(page, 'settings-notices');
  await page.reload();
  await expect(deals).toBeChecked({ checked: !before });
  const elsewhere = await visitAs(server, 'trader1');
  await elsewhere.page.goto('/setup');
  await expect(elsewhere.page.getByRole('checkbox', { name: 'Fills: Devices' })).toBeChecked({ checked: !before });
  await test.step('his security stands there in short, and a link leads to the whole of it', async () => {
    const security = page.getByRole('region', { name: 'Security', exact: true });
    await expect(security.getByRole('listitem')).toHaveText(['Second factorOff', 'Passkeys0', /\d+ sessions$/]);
    await security.getByRole('link').click();
    await expect(page.getByRole('tab', { name: 'Security', exact: true })).toHaveAttribute('aria-selected', 'true');
  });
});

test('the settings can be read in every theme and in Chinese, and nothing sticks out', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/setup');
    await expect(page.getByRole('combobox', { name: 'Valuation' })).toBeVisible();
    // The tabs of markets above go beneath each other where there is no room for them all.
    expect((await sticksOut(page)).filter((text) => !text.includes('Polaris'))).toEqual([]);
    await clean(page, `settings at ${width}`);
    await look(page, `settings-${width}`);
  }
  await page.evaluate((key) => localStorage.setItem(key, 'zh-CN'), languageKey);
  await page.goto('/setup');
  await expect(page.getByText('语言与地区')).toBeVisible();
});

test('an administrator says what inviting brings, and whoever invites reads it beside what he was credited', async ({ visitAs }) => {
  const { page: admin } = await visitAs(server, 'admin');
  await admin.setViewportSize({ width: 1366, height: 768 });
  await admin.goto('/admin/platform');
  const form = admin.getByRole('form', { name: 'Platform' });
  const [first, second] = ['Referral rebate, %', 'Second-tier referral rebate, %'].map((name) =>
    form.getByRole('textbox', { name, exact: true }),
  ) as [Locator, Locator];
  await first.fill('120');
  await expect(first).toHaveAccessibleDescription('From 0 to 100, at most two decimals');
  await first.scrollIntoViewIfNeeded();
  await lookInThemes(admin, 'rebates-wrong');
  await first.fill('20');
  await second.fill('2.5');
  await form.getByRole('textbox', { name: 'Reason', exact: true }).fill('whoever brings people is thanked');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Referral rebate, %: 0 → 20')).toBeVisible();

  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/503/);
  await page.setViewportSize({ width: 1366, height: 768 });
  const credits = '**/sapi/user/invite/rebate/list*';
  await page.route(credits, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/invite');
  const rebates = page.getByRole('region', { name: 'Rebates' });
  await expect(rebates).toContainText('You earn 20 % of the fees that people you referred pay on the house exchange, and 2.5 % of those');
  await expect(rebates.getByText('Rebates could not be loaded.')).toBeVisible();
  await look(page, 'invite-failed');
  await page.unroute(credits);
  await rebates.getByRole('button', { name: 'Try again' }).click();
  await expect(rebates.getByText('No rebates yet.')).toBeVisible();
  await clean(page, 'the page Invite');
  await lookInThemes(page, 'invite');
  await fitsInChinese(page, 'invite', 'plugins/page-invite');
});

test('an administrator names a gateway of text messages, whose secret nobody reads again, and tries the one that counts', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/admin/platform');
  const form = page.getByRole('form', { name: 'Text messages' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  const secret = form.getByLabel('Header value');
  const save = form.getByRole('button', { name: 'Save' });
  await expect(form.getByText('name a gateway, which counts before this one')).toBeVisible();

  await test.step('what is wrong stands beside its field', async () => {
    await field('Address of the gateway').fill('http://sms.example/messages');
    await save.click();
    await expect(field('Address of the gateway')).toHaveAccessibleDescription('An address that begins with https://');
    await expect(field('Reason')).toHaveAccessibleDescription('Enter a reason of at least 3 characters');
    await field('Address of the gateway').fill('https://sms.example/messages');
    await field('Authorisation header').fill('Authorization');
    await expect(secret).toHaveAccessibleDescription('The value that opens the gateway, in one line');
    await lookInThemes(page, 'sms-wrong');
  });

  await test.step('it is kept, and its secret is told to nobody', async () => {
    const told: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/sapi/admin/platform/')) told.push(response.text().catch(() => ''));
    });
    await secret.fill('Bearer never-shown');
    await field('Reason').fill('our own gateway');
    await save.click();
    await expect(secret).toHaveAccessibleDescription('Leave empty to keep the current one');
    await page.reload();
    await expect(field('Address of the gateway')).toHaveValue('https://sms.example/messages');
    await expect(secret).toHaveAccessibleDescription('Leave empty to keep the current one');
    await expect(secret).toHaveValue('');
    const replies = await Promise.all(told);
    expect(replies.join()).toContain('"has_secret":true');
    expect(replies.join()).not.toContain('never-shown');
    await page.goto('/admin/audit?search=sms-gateway.changed');
    await page
      .getByRole('grid', { name: 'Audit' })
      .getByRole('row', { name: /gateway/i })
      .first()
      .click();
    await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText('our own gateway');
    await expect(page.getByText('never-shown')).toHaveCount(0);
    await look(page, 'sms-audit');
  });

  await test.step('a message proves the one that counts, or says why it does not go', async () => {
    await page.goto('/admin/platform');
    await field('Test number').fill('+85255550101');
    const send = form.getByRole('button', { name: 'Send a test message' });
    await send.click();
    await expect(form.getByRole('status')).toHaveText('The gateway accepted a message to +85255550101');
    expect(gateway.taken).toEqual([{ opens: 'Bearer of-the-server', to: '+85255550101', text: expect.stringMatching(/./) }]);
    await lookInThemes(page, 'sms-taken');
    gateway.status = 401;
    await send.click();
    await expect(form.getByRole('alert')).toHaveText('The gateway rejected the header (401)');
    await clean(page, 'the gateway');
    await lookInThemes(page, 'sms-refused');
  });
  await fitsInChinese(page, 'platform', 'plugins/page-platform');
});

test('a message reaches a device while no page of the house is open, as it was sent', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const context = page.context();
  await page.goto('/setup');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('the worker does not run');
  const shown = await watchNotices(worker);
  // Away from the house: nothing of it is open any more.
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  await pushTo(server.url, devtools, JSON.stringify({ id: 'm-1', title: 'Filled', body: 'BTCUSDT: bought 0.5 at 60,000' }));
  await expect.poll(shown).toEqual([{ title: 'Filled', body: 'BTCUSDT: bought 0.5 at 60,000', tag: 'm-1' }]);
});

test('who comes by a trader’s link trades, and the day after the trader reads what that has brought him', async ({ visit, visitAs }) => {
  const { page: first } = await visitAs(server, 'trader1');
  const admin = await signedIn(server, 'admin');
  const rebates = { rebate_first: '30', reason: 'whoever brings people is thanked' };
  await admin.call('platformChange', { body: { ...rebates, version: (await admin.call('platformGet')).version } });
  await first.goto('/invite');
  const link = await first.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await test.step('somebody registers by the link, with the code that his phone is sent', async () => {
    gateway.status = 200;
    const { page } = await visit(server);
    await page.goto(link);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await expect(field('Invitation code, if you have one')).not.toHaveValue('');
    await field('Email or phone number').fill('+852 5555 0177');
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = () => /\d{6}/.exec(gateway.taken.find(({ to }) => to === '+85255550177')?.text ?? '')?.[0] ?? '';
    await expect.poll(code).not.toBe('');
    await field('Code').fill(code());
    await field('User name').fill('bo.chan');
    for (const name of ['Password', 'Password again']) await field(name).fill('quiet-Harbour-74');
    await page.getByRole('checkbox', { name: 'I accept the terms of use.' }).check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account has been created' })).toBeVisible();
    await first.reload();
    await expect(first.getByRole('region', { name: 'People you invited' })).toContainText('bo.chan');
    await first.close();
  });

  await test.step('he sells a coin to another trader, on a day whose rates are noted', async () => {
    const user_id = (await admin.call('peopleList', { query: { search: 'bo.chan' } })).results[0]?.user_id ?? '';
    const { version } = await admin.call('personGet', { query: { user_id } });
    await admin.call('personChange', { body: { user_id, version, vip_level: 1, reason: 'may trade' } });
    const seller = new HttpClient(server.url);
    await seller.signIn('bo.chan', 'quiet-Harbour-74');
    const terms = { name: 'Mine', exchange: 'tessera', permissions: ['spot' as const], group_id: null, expire_time: null };
    const { api_id } = await seller.call('accountSave', { body: terms });
    expect(await server.deposit({ apiId: api_id, asset: 'BTC', amount: '1', reference: 'of bo' })).toBe(true);
    const buyer = await signedIn(server, 'trader2');
    const theirs = (await buyer.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
    const order = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', type: 'LIMIT', price: '1000', qty: '1' } as const;
    await buyer.call('doOrder', { body: { ...order, api_id: theirs, side: 'BUY' } });
    const soldMs = Date.now();
    await seller.call('doOrder', { body: { ...order, api_id, side: 'SELL' } });
    const noted = async () => (await admin.call('operationsNow')).jobs.find(({ job }) => job === 'rebates')?.began ?? 0;
    await expect.poll(noted, { timeout: 90_000 }).toBeGreaterThan(soldMs);
  });

  await server.ahead(dayMs + 11 * 60_000 - (Date.now() % dayMs));
  await test.step('it is credited by day, in sum, beside whom it came of and in the statement of the account', async () => {
    const { page } = await visit(server);
    await signIn(page, server.account('trader1'));
    await page.setViewportSize({ width: 1366, height: 768 });
    const credited = page.getByRole('list', { name: 'Credited by day' });
    await expect(async () => {
      await page.goto('/invite');
      await expect(credited).toContainText(/^\d{4}-\d\d-\d\d0\.3 USDT$/, { timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole('region', { name: 'Rebates' })).toContainText('Credited so far: 0.3 USDT');
    await expect(page.getByRole('region', { name: 'People you invited' })).toContainText('bo.chanearned 0.3 USDT');
    await lookInThemes(page, 'invite-credited');
    await page.goto('/user?part=money');
    await expect(page.getByRole('region', { name: 'Statement' }).getByRole('row', { name: /Rebate 0\.3 USDT/ })).toBeVisible();
  });
});
