import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { languages } from '../../core/client/settings/language.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look, lookInThemes } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';

/** Every size, theme and language of the page is looked at. */
test.setTimeout(300_000);

let server: JourneyServer;
/** Of an order that is sealed within a minute. */
let orderId: string;
test.beforeAll(async () => {
  server = await JourneyServer.start();
  const trader = new HttpClient(server.url);
  await trader.signIn('trader1', server.account('trader1').password);
  const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const order = { ...market, api_id, type: 'LIMIT', side: 'BUY', price: '100', qty: '0.1' } as const;
  const [placed] = await trader.call('doOrder', { body: order });
  orderId = placed?.order_id ?? '';
});
test.afterAll(() => server.close());

/** The page as its administrators read it. */
class AuditPage {
  readonly page: Page;
  readonly list: Locator;
  readonly card: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('grid', { name: 'Audit' });
    this.card = page.getByRole('complementary', { name: 'Entry' });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }
}

/** Makes a user and raises his level, on the page of users. */
async function makeUser(page: Page, username: string): Promise<void> {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'User name' }).fill(username);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('joins the desk');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const card = page.getByRole('complementary', { name: 'User' });
  await choose(card.getByRole('combobox', { name: 'VIP level' }), 'VIP 2');
  await card.getByRole('textbox', { name: 'Reason' }).fill('trades more');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Saved', { exact: true })).toBeVisible();
}

test('an administrator finds who changed a user and why, takes it along, and proves that nobody has changed the log', async ({
  visitAs,
}) => {
  const { page, errors } = await visitAs(server, 'admin');
  const audit = new AuditPage(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await makeUser(page, 'audited.ann');

  await test.step('what he did is on top, with his own look at it', async () => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Admin' }).click();
    await page.getByRole('menuitem', { name: 'Audit' }).click();
    await expect(audit.list.getByRole('row', { name: /Read the audit/ })).toBeVisible();
    await expect(audit.list.getByRole('row', { name: /Changed a user.*audited\.ann/ })).toContainText('VIP level: 0 → 2');
    await expect(audit.list.getByRole('row', { name: /Signed in/ }).first()).toBeVisible();
    await look(page, 'list');
  });

  await test.step('by user and kind it is found, and the whole of it read by the keyboard', async () => {
    await audit.field('User or subject').fill('audited.ann');
    await choose(page.getByRole('combobox', { name: 'All actions' }), 'Users and permissions');
    await expect(audit.list.getByRole('row', { name: /admin/ })).toHaveCount(2);
    await audit.list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(audit.card.getByRole('heading', { name: 'Changed a user' })).toBeVisible();
    await expect(audit.card.getByRole('row', { name: 'VIP level 0 2' })).toBeVisible();
    await expect(audit.card.getByText('trades more')).toBeVisible();
    await clean(page, 'entry');
    await look(page, 'entry');
  });

  await test.step('the address keeps what was looked for, and the export takes exactly that', async () => {
    await expect(page).toHaveURL(/group=permissions&subject=audited\.ann|subject=audited\.ann&group=permissions/);
    await page.reload();
    await expect(audit.list.getByRole('row', { name: /admin/ })).toHaveCount(2);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).first().click();
    const rows = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',')[4])).toEqual(['person.changed', 'person.created']);
  });

  await test.step('nobody matches, and all is there again', async () => {
    await audit.field('By whom').fill('nobody at all');
    await expect(page.getByText('No entries match.')).toBeVisible();
    await look(page, 'nothing');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(audit.list.getByRole('row', { name: /Exported the audit/ })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/audit$/);
  });

  await test.step('the chain has been verified', async () => {
    await expect(page.getByText('The chain has not been checked yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByText(/^Chain verified up to entry \d+ at/)).toBeVisible();
    await expect(audit.list.getByRole('row', { name: /Checked the chain/ })).toBeVisible();
    errors.expect(/429/);
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByRole('status').filter({ hasText: /seconds|again|too many/i })).toBeVisible();
    await look(page, 'proven');
    await clean(page, 'proven');
  });

  await test.step('its subject leads to the person', async () => {
    await audit.field('Search words').fill('trades more');
    await audit.list.getByRole('row', { name: /Changed a user/ }).click();
    await audit.card.getByRole('link', { name: 'audited.ann' }).click();
    await expect(page.getByRole('complementary', { name: 'User' }).getByRole('heading', { name: 'audited.ann' })).toBeVisible();
  });
});

test('by the ID of an order an administrator finds its seal, what became of it, and takes all of the seal along', async ({ visitAs }) => {
  const house = new HttpClient(server.url);
  await house.signIn('admin', server.account('admin').password);
  const seals = async () => (await house.call('auditList', { query: { order: orderId } })).results.length;
  await expect.poll(seals, { timeout: 120_000 }).toBe(1);
  const { page } = await visitAs(server, 'admin');
  const audit = new AuditPage(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/admin/audit');
  await audit.field('Order ID').fill(orderId);
  await expect(page).toHaveURL(new RegExp(`order=${orderId}$`));
  await expect(audit.list.getByRole('row', { name: /Sealed orders/ })).toHaveCount(1);
  await audit.list.getByRole('row', { name: /Sealed orders/ }).click();
  await expect(audit.card.getByText('These orders are as they were sealed.')).toBeVisible();
  await expect(audit.card.getByRole('listitem')).toHaveCount(1);
  await expect(audit.card.getByRole('listitem')).toContainText(`Order ${orderId}`);
  await clean(page, 'seal of an order');
  await lookInThemes(page, 'seal');
  const saving = page.waitForEvent('download');
  await audit.card.getByRole('button', { name: 'Export CSV' }).click();
  const table = readFileSync(await (await saving).path(), 'utf8').trim();
  expect(table.split('\r\n').some((row) => row.split(',')[2] === orderId && row.endsWith(',matches'))).toBe(true);
});

test('a server that does not answer is said, and tried again', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'admin');
  errors.expect(/503|500/);
  await page.route('**/sapi/admin/audit/list*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/admin/audit');
  await expect(page.getByText('The audit log could not be loaded.')).toBeVisible();
  await look(page, 'failed');
  await page.unroute('**/sapi/admin/audit/list*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page
      .getByRole('grid', { name: 'Audit' })
      .getByRole('row', { name: /Read the audit|Signed in/ })
      .first(),
  ).toBeVisible();
});

const sizes = [
  { width: 1366, height: 768 },
  { width: 2560, height: 1440 },
  { width: 390, height: 844 },
];

for (const language of languages) {
  test(`the page in ${language} fits every size and shows words of that language only`, async ({ visitIn }) => {
    const foreign = new ForeignTexts(language);
    const { page } = await visitIn(server, 'admin', language);
    const word = (key: string): string => textIn(language, 'plugins/page-audit', key);
    const fits = async (name: string): Promise<void> => {
      expect(foreign.among(await textsOn(page)), name).toEqual([]);
      // The markets of a phone's header go on to the side, and are wiped.
      const sticks = async () => (await sticksOut(page)).filter((text) => !text.includes('BTCUSDT'));
      await expect.poll(sticks, { message: name }).toEqual([]);
      await look(page, `${language}-${name}`);
    };
    await page.goto('/admin/audit');
    const list = page.getByRole('grid', { name: word('title') });
    // Signs are as wide in the one Chinese as in the other, words not: it is looked at where there is least room as well.
    for (const size of language === 'zh-TW' ? sizes.filter(({ width }) => width < 2000) : sizes) {
      await page.setViewportSize(size);
      await list
        .getByRole('row', { name: new RegExp(word('action.session.opened')) })
        .first()
        .click();
      const card = page.getByRole('complementary', { name: word('entry') });
      await expect(card.getByRole('heading', { name: word('action.session.opened') })).toBeVisible();
      await fits(`entry-${size.width}`);
      await card.getByRole('button', { name: word('close') }).click();
      await expect(list).toBeFocused();
      await fits(`list-${size.width}`);
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'light';
      });
      await look(page, `${language}-light-${size.width}`);
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark';
      });
    }
  });
}
