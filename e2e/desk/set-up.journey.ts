import type { Page } from '@playwright/test';
import { languageKey, languages } from '../../core/client/settings/language.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { setUp as setUpByCall } from '../../tests/kit/servers/set-up.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look, lookInThemes } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { equityOn, showBalances, unitOn } from '../kit/panels/balances.ts';
import { expectDashboard, signIn } from '../kit/sign-in.ts';

/** Every size, theme and language of the page is looked at. */
test.setTimeout(300_000);

/** Closed after their pages. */
const servers: JourneyServer[] = [];
async function bareServer(): Promise<JourneyServer> {
  const server = await JourneyServer.start({ demo: false });
  servers.push(server);
  return server;
}
test.afterAll(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const languageName = { en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文' } as const;
const password = 'harbour-Lamp-74';

const sizes = [
  [1366, 768],
  [2560, 1440],
  [390, 844],
] as const;

class SetUpPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  field(name: string) {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  get submit() {
    return this.page.getByRole('button', { name: 'Create administrator and sign in' });
  }

  async fill(answers: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(answers)) await this.field(name).fill(text);
  }
}

test('whoever sits at the server is led to the set-up, reads in his language what is wrong beside each field, and ends on his dashboard', async ({
  visit,
}) => {
  const server = await bareServer();
  const { page } = await visit(server);
  const setUp = new SetUpPage(page);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/set-up$/);
  await expect(setUp.field('User name')).toBeFocused();

  await test.step('what is wrong stands beside its field, and nothing typed is lost', async () => {
    await setUp.submit.click();
    await expect(
      page.getByText('Too easy to guess', { exact: false }).or(page.getByText('A password has 8 to 20 characters')),
    ).toBeVisible();
    await setUp.fill({
      'User name': 'olga',
      Email: 'olga',
      Password: 'Password123!',
      'Password again': 'Password123',
      'Firm name': 'Meridian',
    });
    await expect(page.getByRole('status')).toHaveText('Strength: low');
    for (const [name, problem] of [
      ['Email', 'Please enter the correct email address'],
      ['Password', 'Too easy to guess'],
      ['Password again', 'The passwords do not match'],
    ] as const) {
      await expect(setUp.field(name)).toHaveAttribute('aria-invalid', 'true');
      await expect(setUp.field(name)).toHaveAccessibleDescription(new RegExp(problem));
    }
    await setUp.submit.click();
    await expect(setUp.field('Firm name')).toHaveValue('Meridian');
    await look(page, 'wrong');
  });

  await test.step('every language, theme and size', async () => {
    for (const language of languages) {
      await choose(page.getByRole('banner').getByRole('combobox'), languageName[language]);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textIn(language, 'set-up', 'title'));
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => sticksOut(page), `what sticks out at ${width} px`).toEqual([]);
        expect(new ForeignTexts(language).among(await textsOn(page))).toEqual([]);
        for (const theme of ['dark', 'light']) {
          await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
          await look(page, `set-up-${language}-${width}-${theme}`);
        }
      }
      if (language !== 'zh-TW') await clean(page, `the set-up in ${language}`);
    }
    await choose(page.getByRole('banner').getByRole('combobox'), 'English');
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  await setUp.fill({ Email: 'olga@firm.example', Password: password, 'Password again': password });
  await expect(page.getByRole('status')).toHaveText('Strength: high');
  await choose(page.getByRole('combobox', { name: 'Default language' }), '繁體中文');
  await choose(page.getByRole('combobox', { name: 'Currency' }), 'BTC');
  await expect(page.getByRole('checkbox', { name: textIn('en', 'plugins/venue-paper', 'title') })).toBeChecked();
  await test.step('the firm may speak fewer languages, and its default is one of them', async () => {
    const offered = page.getByRole('group', { name: 'Languages offered' });
    for (const name of ['English', '简体中文', '繁體中文']) await offered.getByRole('checkbox', { name }).uncheck();
    await expect(offered.getByText('Offer at least one language')).toBeVisible();
    for (const name of ['English', '简体中文', '繁體中文']) await offered.getByRole('checkbox', { name }).check();
    await choose(page.getByRole('combobox', { name: 'Default language' }), '繁體中文');
  });
  await test.step('a mail server may be named at once, or later', async () => {
    const mailNow = page.getByRole('checkbox', { name: 'Set up a mail server now' });
    await mailNow.check();
    await setUp.submit.click();
    await expect(setUp.field('Mail server')).toHaveAccessibleDescription('Cannot be empty');
    await look(page, 'set-up-mail');
    await mailNow.uncheck();
  });
  await setUp.submit.click();
  await expectDashboard(page);
  await expect(page).toHaveTitle('Trade · Meridian');
  await page.goto('/set-up');
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step('what is left to do stands above the workspace, each a link, until it is dismissed', async () => {
    const own = await page.context().newPage();
    // Like the tour it is for people.
    await own.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
    await own.goto('/dashboard');
    const choice = own.getByRole('dialog', { name: 'Choose your first workspace' });
    await expect(choice).toBeVisible();
    await own.keyboard.press('Escape');
    await expect(choice).toBeHidden();
    const steps = own.getByRole('navigation', { name: 'First steps' });
    await expect(steps.getByText('1 of 6 done')).toBeVisible();
    await expect(steps.getByRole('link')).toHaveText(['Add users', 'Open an account', 'Fund an account', 'Set up email', 'Take a backup']);
    await look(own, 'first-steps');
    await steps.getByRole('link', { name: 'Add users' }).click();
    await expect(own).toHaveURL(/\/admin\/users$/);
    await own.goBack();
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await expect(steps).toBeHidden();
    await own.close();
  });

  await test.step('what was said there is changed afterwards, with a reason', async () => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Admin' }).click();
    await page.getByRole('menuitem', { name: 'Platform' }).click();
    const name = page.getByRole('textbox', { name: 'Firm name' });
    await expect(name).toHaveValue('Meridian');
    await expect(page.getByRole('combobox', { name: 'Default language' })).toHaveText('繁體中文');
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveText('BTC');
    // The simulated exchanges are open by now.
    await expect(page.getByRole('banner').getByText('Aurora').first()).toBeVisible();
    await name.fill(' ');
    await expect(name).toHaveAccessibleDescription('Enter the firm’s name');
    await name.fill('Meridian & Sons');
    const form = page.getByRole('form', { name: 'Platform' });
    await form.getByRole('button', { name: 'Save' }).click();
    const reason = form.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toHaveAccessibleDescription('Enter a reason of at least 3 characters');
    await reason.fill('our sons have joined');
    await clean(page, 'the page Platform');
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => sticksOut(page), `what sticks out at ${width} px`).toEqual([]);
      await look(page, `platform-${width}`);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. Open pages show it after a reload.')).toBeVisible();
    await page.reload();
    await expect(page).toHaveTitle('Platform · Meridian & Sons');
    await expect(name).toHaveValue('Meridian & Sons');
  });

  await test.step('a new visitor reads the firm’s language and name', async () => {
    const { page: other } = await visit(server);
    await other.goto('/set-up');
    await expect(other).toHaveURL(/\/login$/);
    await expect(other).toHaveTitle('登入 · Meridian & Sons');
    await expect(other.getByText('歡迎回到 Meridian & Sons。')).toBeVisible();
    await look(other, 'sign-in');
    await other.goto('/zh-TW/home');
    await expect(other).toHaveTitle(/ · Meridian & Sons$/);
    await expect(other.getByRole('banner').getByText('Meridian & Sons').first()).toBeVisible();
    await expect(other.getByRole('contentinfo').getByText('Tessera')).toBeVisible();
    await look(other, 'site-firm');
  });

  await test.step('a language that is withdrawn is in no menu, and whoever had chosen it reads the default', async () => {
    const { page: other } = await visit(server);
    await other.goto('/zh-CN/home');
    await other.locator('[data-language-menu] summary').click();
    await other.locator('[data-language="zh-CN"]').click();
    const form = page.getByRole('form', { name: 'Platform' });
    await form.getByRole('group', { name: 'Languages offered' }).getByRole('checkbox', { name: '简体中文' }).uncheck();
    await form.getByRole('textbox', { name: 'Reason' }).fill('nobody reads it');
    await look(page, 'platform-languages');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Languages offered: English, 简体中文, 繁體中文 → English, 繁體中文')).toBeVisible();
    await other.goto('/zh-CN/home?a=1');
    await expect(other).toHaveURL(/\/zh-TW\/home\?a=1$/);
    await other.locator('[data-language-menu] summary').click();
    await expect(other.locator('[data-language]')).toHaveText(['English', '繁體中文']);
    await look(other, 'site-languages');
    await other.goto('/login');
    await expect(other).toHaveTitle('登入 · Meridian & Sons');
    await other.getByRole('combobox', { name: '語言' }).click();
    await expect(other.getByRole('option')).toHaveText(['English', '繁體中文']);
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Language' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['English', '繁體中文']);
    await look(page, 'menu-languages');
  });
});

test('from elsewhere the page says where it opens, and opens with the address that the terminal printed', async ({ visit }) => {
  const server = await bareServer();
  const { page, errors } = await visit(server);
  errors.expect(/status of 403 .*\/sapi\/set-up\/look/);
  // As behind a proxy, which says whom it forwards.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/set-up');
  await expect(page.getByRole('alert')).toContainText('on the server’s own machine');
  await clean(page, 'the set-up that is not here');
  await look(page, 'not-here');
  await page.goto('/home');
  await page.goto(`/set-up#${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('This address does not open the set-up');
  await page.goto('/home');
  await page.goto(`/set-up#${server.setUpToken}`);
  const setUp = new SetUpPage(page);
  await setUp.fill({ 'User name': 'olga', Email: 'olga@firm.example', Password: password, 'Password again': password });
  await setUp.fill({ 'Firm name': 'Meridian' });
  await choose(page.getByRole('combobox', { name: 'Currency' }), 'BTC');
  await setUp.submit.click();
  await expectDashboard(page);
  expect(page.url()).not.toContain(server.setUpToken);
});

test('a venue in use is closed once its administrator has read what lies there, and opened again', async ({ visit }) => {
  const server = servers.at(-1) ?? (await bareServer());
  const admin = new HttpClient(server.url);
  // The journey before has set it up, unless this one runs alone.
  await admin.signIn('olga', password).catch(() => setUpByCall(server.url, { sandbox: true, language: 'en', currency: 'BTC', password }));
  await admin.signIn('olga', password);
  const paper = async () => (await admin.call('platformVenues')).find(({ plugin }) => plugin === 'venue-paper')?.state;
  await expect.poll(paper).toBe('open');
  const { password: annsWord } = await admin.call('personCreate', {
    body: { username: 'ann', email: null, phone: null, role: 'user', vip_level: 3, vip_until: null, reason: 'a trader' },
  });
  const ann = new HttpClient(server.url);
  const annsOwn = await ann.enter('ann', annsWord);
  const market = { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const { api_id } = await ann.call('accountSave', {
    body: { name: 'Paper', exchange: 'aurora', permissions: ['spot'], group_id: null, expire_time: null },
  });
  expect(await server.deposit({ apiId: api_id, asset: 'USDT', amount: '10000', reference: 'ann' })).toBe(true);
  const ticker = (await ann.call('tickers')).find(({ id }) => id === 'aurora/BTCUSDT/spot');
  const price = String(Math.round(Number(ticker?.last ?? 0) * 0.95));
  await ann.call('doOrder', { body: { api_id, ...market, side: 'BUY', type: 'LIMIT', price, qty: '0.01' } });

  await test.step('what she holds is valued in the currency of the set-up, for she has chosen none', async () => {
    const { page: hers } = await visit(server);
    await signIn(hers, { username: 'ann', password: annsOwn });
    await showBalances(hers);
    await expect(hers.getByRole('columnheader', { name: 'Value (BTC)' })).toBeVisible();
    await expect.poll(async () => Number(((await equityOn(hers)).worth * Number(ticker?.last)).toPrecision(1))).toBe(10_000);
    expect(await unitOn(hers)).toBe('BTC');
    await look(hers, 'valued-by-the-firm');
    await hers.close();
  });

  const { page, errors } = await visit(server);
  errors.expect(/status of 409/);
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, { username: 'olga', password });
  await page.goto('/admin/platform');
  const form = page.getByRole('form', { name: 'Platform' });
  const sandbox = page.getByRole('checkbox', { name: textIn('en', 'plugins/venue-paper', 'title') });
  const line = form.getByRole('listitem').filter({ has: sandbox });
  await expect(line).toContainText('Open orders: 1, accounts with balances: 1, running instances: 0');
  const save = async (reason: string): Promise<void> => {
    await form.getByRole('textbox', { name: 'Reason', exact: true }).fill(reason);
    await form.getByRole('button', { name: 'Save' }).click();
  };

  await test.step('it is closed by whoever has been told, and its orders are taken back', async () => {
    await sandbox.uncheck();
    await save('we trade in earnest now');
    await expect(form.getByRole('alert')).toContainText(/./);
    expect(await ann.call('openOrders', { query: {} })).toHaveLength(1);
    await lookInThemes(page, 'venue-in-use');
    await form.getByRole('button', { name: 'Close it anyway' }).click();
    await expect(line).toContainText(/Clos(ing…|ed)/);
    await look(page, 'venue-closing');
    await expect(line).toContainText('Closed', { timeout: 30_000 });
    expect(await ann.call('openOrders', { query: {} })).toEqual([]);
    await lookInThemes(page, 'venue-closed');
  });

  await test.step('the page says so in Chinese too', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'zh-CN'), languageKey);
    await page.reload();
    await expect(page.getByRole('form', { name: textIn('zh-CN', 'plugins/page-platform', 'title') })).toBeVisible();
    expect(new ForeignTexts('zh-CN').among(await textsOn(page))).toEqual([]);
    await lookInThemes(page, 'venue-closed-zh-CN');
    await page.evaluate((key) => localStorage.setItem(key, 'en'), languageKey);
    await page.reload();
  });

  await sandbox.check();
  await save('practice is wanted again');
  await expect(line).toContainText(/Open(ing…|$| ·)/);
  await expect(line).toContainText('Aurora', { timeout: 30_000 });
  await expect(line).toContainText('Open orders: 0, accounts with balances: 1', { timeout: 30_000 });
  await look(page, 'venue-open-again');
});
