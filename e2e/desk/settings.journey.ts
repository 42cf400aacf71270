import type { Locator, Page } from '@playwright/test';
import { languageKey } from '../../core/client/settings/language.ts';
import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look, lookInThemes } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { pushTo, watchNotices } from '../kit/push.ts';
import { SmsGatewayServer } from '../kit/sms-gateway.ts';

test.setTimeout(120_000);

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

/** When the person came in, as his list of sessions says it. */
const signedIn = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' }).locator('time').first();

test('what a trader chooses in the settings counts at once in his other tab, and on every other device', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  const other = await page.context().newPage();
  await other.goto('/user?part=security');
  await expect(signedIn(other)).toBeVisible();

  await page.goto('/setup');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.pressSequentially('kathmandu');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(zone).toHaveValue(/UTC\+5:45/);
  const hours = async (): Promise<string> => (await signedIn(other).getAttribute('title')) ?? '';
  const utc = await signedIn(other).getAttribute('datetime');
  const shifted = new Date(Date.parse(utc ?? '') + (5 * 60 + 45) * 60_000).toISOString();
  await expect.poll(hours).toContain(shifted.slice(11, 19));

  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('1\u{202f}234\u{202f}567.89').click();
  await page.getByRole('combobox', { name: 'Valuation' }).click();
  await page.getByRole('option', { name: 'BTC', exact: true }).click();
  await other.goto('/dashboard');
  await expect(other.getByText(/\d\u{202f}\d{3}\.\d/u).first()).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('1234567.89').click();
  await expect(other.getByText(/\d\u{202f}\d{3}\.\d/u)).toHaveCount(0);
  await expect(other.getByText(/(?<!\d)\d{5}\.\d/).first()).toBeVisible();

  const elsewhere = await visitAs(server, 'trader1');
  await elsewhere.page.goto('/setup');
  await expect(elsewhere.page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/UTC\+5:45/);
  await expect(elsewhere.page.getByRole('combobox', { name: 'Valuation' })).toHaveText('BTC');
});

test('a trader chooses by kind which ways he is told by, and it stays chosen', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/setup');
  const deals = page.getByRole('checkbox', { name: 'Fills: Devices' });
  await deals.scrollIntoViewIfNeeded();
  const before = await deals.isChecked();
  await deals.click();
  await expect(deals).toBeChecked({ checked: !before });
  await expect(page.getByText('No mail server is set: emails wait in the outbox.')).toBeVisible();
  await look(page, 'settings-notices');
  await page.reload();
  await expect(deals).toBeChecked({ checked: !before });
  const elsewhere = await visitAs(server, 'trader1');
  await elsewhere.page.goto('/setup');
  await expect(elsewhere.page.getByRole('checkbox', { name: 'Fills: Devices' })).toBeChecked({ checked: !before });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await deals.scrollIntoViewIfNeeded();
  await look(page, 'settings-notices-light');
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
    await expect(field('Reason')).toHaveAccessibleDescription('At least 3 characters');
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
