import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { languageKey, languages } from '../../core/client/settings/language.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { clean, seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { refuse } from '../kit/refuse.ts';
import { expectDashboard, expectSessionEnded, SignInPage } from '../kit/sign-in.ts';

/** Every size, theme and language of the page is looked at. */
test.setTimeout(300_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** The page as its administrators read it. */
class UsersPage {
  readonly page: Page;
  readonly list: Locator;
  readonly search: Locator;
  readonly card: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('grid', { name: 'Users' });
    this.search = page.getByRole('textbox', { name: 'Search user name, email, phone' });
    this.card = page.getByRole('complementary', { name: 'User' });
    this.dialog = page.getByRole('dialog');
  }

  async find(words: string): Promise<void> {
    await this.search.fill(words);
    await expect(this.page.getByText('Users: 1', { exact: true })).toBeVisible();
  }

  /** Says why in the open dialog, and goes on. */
  async confirm(reason: string, button: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }
}

/** What the dialog of a new password holds; the dialog is closed. */
async function passwordIn(dialog: Locator): Promise<string> {
  const field = dialog.getByLabel(/^Password of/);
  await expect(field).toHaveAttribute('type', 'password');
  const password = await field.inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return password;
}

test('an administrator makes an observer, finds, changes and suspends him, and his open page ends at sign-in', async ({
  visit,
  visitAs,
}) => {
  const { page, errors } = await visitAs(server, 'admin');
  const users = new UsersPage(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Users' }).click();
  await expect(users.list.getByRole('row', { name: /trader1/ })).toBeVisible();
  const isWhole = await users.search.evaluate((input: HTMLInputElement) => {
    const drawn = document.createElement('canvas').getContext('2d');
    if (drawn === null) return false;
    drawn.font = getComputedStyle(input).font;
    return drawn.measureText(input.placeholder).width < input.clientWidth - 12;
  });
  expect(isWhole, 'what the search asks for is cut').toBe(true);
  await look(page, 'list');

  const password = await test.step('he is made', async () => {
    await page.getByRole('button', { name: 'New user' }).click();
    await users.dialog.getByRole('textbox', { name: 'User name' }).fill('Ann Lee');
    await expect(users.dialog.getByText('3 to 32 letters, digits, _ . or -').first()).toBeVisible();
    await users.dialog.getByRole('textbox', { name: 'User name' }).fill('ann.lee');
    await choose(users.dialog.getByRole('combobox', { name: 'Role' }), 'Observer');
    await users.dialog.getByRole('textbox', { name: 'Email' }).fill('ann.lee@firm.example');
    expect(await seriousFindings(page)).toEqual([]);
    await look(page, 'new');
    await users.confirm('watches our risk', 'Create');
    await expect(users.dialog.getByText('ann.lee was created')).toBeVisible();
    await look(page, 'made');
    return passwordIn(users.dialog);
  });

  await test.step('what he was given opens nothing, in each language, but the choice of another one', async () => {
    for (const language of languages) {
      const visitor = await visit(server);
      await visitor.page.addInitScript(([key, value]) => localStorage.setItem(key, value), [languageKey, language] as const);
      await visitor.page.setViewportSize({ width: 390, height: 844 });
      await visitor.page.goto('/login');
      await visitor.page.locator('[autocomplete=username]').fill('ann.lee');
      await visitor.page.locator('[type=password]').fill(password);
      await visitor.page.keyboard.press('Enter');
      await expect(visitor.page.getByRole('heading', { name: textIn(language, 'account', 'choose.title') })).toBeVisible();
      expect(new ForeignTexts(language).among(await textsOn(visitor.page))).toEqual([]);
      expect(await sticksOut(visitor.page)).toEqual([]);
      await look(visitor.page, `choose-${language}`);
      await visitor.page.goto('/dashboard');
      await expect(visitor.page).toHaveURL(/\/login$/);
      await visitor.page.close();
    }
  });

  const observer = await test.step('he chooses his own, and is in', async () => {
    const visitor = await visit(server);
    const door = new SignInPage(visitor.page);
    await visitor.page.goto('/login');
    await door.send({ username: 'ann.lee', password });
    await door.choose('ann.lee');
    await expect(visitor.page.getByText('A password has 8 to 20 characters')).toBeVisible();
    await look(visitor.page, 'choose-wrong');
    await clean(visitor.page, 'choosing a password');
    await visitor.page.evaluate(() => {
      document.documentElement.dataset.theme = 'light';
    });
    await look(visitor.page, 'choose-light');
    await door.choose('quiet-Meadow-7411');
    await expectDashboard(visitor.page);
    return visitor;
  });

  await test.step('he is found by his address and changed', async () => {
    await users.card.getByRole('button', { name: 'Close the details' }).click();
    await users.find('lee@firm');
    await users.list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(users.card.getByRole('heading', { name: 'ann.lee' })).toBeVisible();
    await expect(users.card.getByRole('button', { name: /^End the session from/ })).toBeVisible();
    await users.card.getByRole('textbox', { name: 'Phone' }).fill('12');
    await expect(users.card.getByText('Please enter a valid phone number: a + and 7 to 15 digits, as in +85212345678')).toBeVisible();
    await users.card.getByRole('textbox', { name: 'Phone' }).fill('+852 1234 5678');
    await users.card.getByRole('textbox', { name: 'Reason' }).fill('asked by himself');
    await look(page, 'change');
    await test.step('a save that fails says so, keeps what was typed, and changes nothing', async () => {
      errors.expect(/status of 500 .*admin\/people/);
      const allow = await refuse(page, '**/sapi/admin/people/change', 'SERVER_FAILURE', { requestId: 'r-17' });
      await users.card.getByRole('button', { name: 'Save' }).click();
      await expect(users.card.getByRole('alert')).toHaveText(/^Operation failed\. Something went wrong on our side; reference r-17/);
      await expect(users.card.getByRole('textbox', { name: 'Phone' })).toHaveValue('+85212345678');
      await expect(users.card.getByRole('textbox', { name: 'Reason' })).toHaveValue('asked by himself');
      await look(page, 'change-failed');
      await allow();
      const house = await signedIn(server, 'admin');
      const [ann] = (await house.call('peopleList', { query: { search: 'lee@firm' } })).results;
      expect(ann).toMatchObject({ username: 'ann.lee', phone: null });
    });
    await users.card.getByRole('button', { name: 'Save' }).click();
    await expect(users.card.getByText('Saved', { exact: true })).toBeVisible();
    await expect(users.list.getByRole('row', { name: /ann\.lee/ })).toContainText('Observer');
    await users.card.getByRole('textbox', { name: /^New note/ }).fill('Call on Monday');
    await page.keyboard.press('Control+Enter');
    await expect(users.card.getByRole('listitem').filter({ hasText: 'Call on Monday' })).toContainText('admin');
  });

  await test.step('he is suspended, and where he was he has to sign in, and cannot', async () => {
    observer.errors.expect(/401|WebSocket/);
    await users.card.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(users.dialog.getByText('All sessions of ann.lee end at once', { exact: false })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await look(page, 'suspend');
    await users.confirm('left the firm', 'Suspend');
    await expect(users.card.getByText('No open sessions.')).toBeVisible();
    await expect(users.list.getByRole('row', { name: /ann\.lee/ })).toContainText('Suspended');
    await expectSessionEnded(observer.page);
    await expect(users.card.getByRole('button', { name: 'Lift suspension' })).toBeFocused();
  });

  await test.step('what was done stands in his history', async () => {
    await users.card.getByRole('button', { name: 'History' }).click();
    const history = users.card.getByRole('region', { name: 'History' });
    for (const words of ['State: Active → Suspended', 'Reason: left the firm', 'Phone: none → +85212345678', 'Reason: watches our risk'])
      await expect(history.getByText(words)).toBeVisible();
    await users.card.getByRole('button', { name: 'Sign-ins' }).click();
    await expect(users.card.getByRole('region', { name: 'Sign-ins' }).getByText('Signed in')).toBeVisible();
    await history.scrollIntoViewIfNeeded();
    await look(page, 'history');
    await clean(page, 'details');
  });

  await test.step('he comes back with a new password', async () => {
    await users.card.getByRole('button', { name: 'Lift suspension' }).click();
    await users.confirm('is back', 'Lift suspension');
    await expect(users.card.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
    await users.card.getByRole('button', { name: 'New password' }).click();
    await users.confirm('forgot it', 'Reset password');
    const another = await passwordIn(users.dialog);
    await observer.page.goto('/login');
    const door = new SignInPage(observer.page);
    await door.send({ username: 'ann.lee', password: another });
    await door.choose('loud-Harbour-7412');
    await expectDashboard(observer.page);
    observer.errors.expect(/401|WebSocket/);
    await page.reload();
    await users.card.getByRole('button', { name: /^End the session from/ }).click();
    await users.confirm('lost a phone', 'End');
    await expectSessionEnded(observer.page);
  });

  await test.step('who has lost the second factor comes in without it', async () => {
    const phone = new HttpClient(server.url);
    await phone.signIn('ann.lee', 'loud-Harbour-7412');
    const { secret } = await phone.call('securityTotpBegin');
    await phone.call('securityTotpConfirm', { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } });
    expect(await phone.login('ann.lee', 'loud-Harbour-7412')).toHaveProperty('wants');
    await users.card.getByRole('button', { name: 'Reset second factor' }).click();
    await expect(users.dialog).toContainText('ann.lee signs in with the password alone until a new second factor is set up');
    await look(page, 'factor');
    await users.confirm('lost a phone, called from his number', 'Reset second factor');
    await expect(page.getByText('The second factor of ann.lee is reset.')).toBeVisible();
    await expect(users.card.getByText('No open sessions.')).toBeVisible();
    await phone.signIn('ann.lee', 'loud-Harbour-7412');
  });

  await test.step('a level is given until a day', async () => {
    await choose(users.card.getByRole('combobox', { name: 'VIP level' }), 'VIP 2');
    const until = users.card.getByRole('textbox', { name: 'Level until' });
    await until.fill('2020-01-31');
    await expect(until).toHaveAccessibleDescription('Must be today or later');
    await until.fill('2098-03-01');
    await users.card.getByRole('textbox', { name: 'Reason' }).fill('a year of trust');
    await look(page, 'level');
    await users.card.getByRole('button', { name: 'Save' }).click();
    await expect(users.card.getByText('Saved', { exact: true })).toBeVisible();
    await expect(users.list.getByRole('row', { name: /ann\.lee/ })).toContainText('VIP 2 until 2098-03-01');
    await users.card.getByRole('button', { name: 'History' }).click();
    const history = users.card.getByRole('region', { name: 'History' });
    for (const words of ['VIP level: VIP 0 → VIP 2', 'Level until: no end → 2098-03-01', 'Second factor turned off'])
      await expect(history.getByText(words)).toBeVisible();
    await history.scrollIntoViewIfNeeded();
    await look(page, 'level-history');
  });

  await test.step('the address keeps what was looked for and who is open', async () => {
    await expect(page).toHaveURL(/search=lee%40firm&user=/);
    await expect(users.search).toHaveValue('lee@firm');
    await expect(users.card.getByRole('heading', { name: 'ann.lee' })).toBeVisible();
  });

  await test.step('nobody matches, and an administrator cannot shut himself out', async () => {
    await users.search.fill('nobody at all');
    await expect(page.getByText('No users match.')).toBeVisible();
    await look(page, 'nobody');
    await users.search.fill('admin');
    await users.list.getByRole('row', { name: /^admin\s/ }).click();
    await expect(users.card.getByRole('button', { name: 'Suspend', exact: true })).toBeDisabled();
    await expect(users.card.getByText('You cannot change your own role')).toBeVisible();
    await look(page, 'self');
  });
});

test('an administrator imports people from a table: a bad line first, then all three, and their passwords go out once', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'admin');
  const users = new UsersPage(page);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Import users' }).click();
  const { dialog } = users;
  const table = dialog.getByRole('textbox', { name: 'Table as CSV' });
  await table.fill('username,role,email\nbo.chan,observer,bo@firm.example\nci wu,risk,ci@firm.example\ndi.ng,finance,di@firm.example\n');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the new team');
  await dialog.getByRole('button', { name: 'Check' }).click();
  const lines = dialog.getByRole('region', { name: 'Lines of the table' });
  await expect(lines.getByRole('row', { name: /^3 ci wu/ })).toContainText(/username: A user name has 3 to 32 letters, digits, _ \. or -$/);
  await expect(dialog.getByText('Lines with problems: 1.', { exact: false })).toBeVisible();
  await look(page, 'import-problem');
  await table.fill('username,role,email\nbo.chan,observer,bo@firm.example\nci.wu,risk,ci@firm.example\ndi.ng,finance,di@firm.example\n');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('Ready to create: 3.', { exact: false })).toBeVisible();
  await clean(page, 'import', '[role=dialog]');
  await look(page, 'import-ready');
  await dialog.getByRole('button', { name: 'Create 3 users' }).click();
  await expect(dialog.getByText('Created: 3.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await look(page, 'import-made');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save passwords (CSV)' }).click();
  const rows = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['username', 'bo.chan', 'ci.wu', 'di.ng']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Import users' })).toBeFocused();

  await users.search.fill('@firm.example');
  await choose(page.getByRole('combobox', { name: 'All roles' }), 'Risk');
  await expect(page.getByText('Users: 1', { exact: true })).toBeVisible();
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = readFileSync(await (await exporting).path(), 'utf8');
  expect([exported.includes('ci.wu'), exported.includes('bo.chan')]).toEqual([true, false]);
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
    const word = (key: string): string => textIn(language, 'plugins/page-users', key);
    const fits = async (name: string): Promise<void> => {
      expect(foreign.among(await textsOn(page)), name).toEqual([]);
      // The markets of a phone's header go on to the side, and are wiped.
      const sticks = async () => (await sticksOut(page)).filter((text) => !text.includes('BTCUSDT'));
      await expect.poll(sticks, { message: name }).toEqual([]);
      await look(page, `${language}-${name}`);
    };
    await page.goto('/admin/users');
    const list = page.getByRole('grid', { name: word('title') });
    // Signs are as wide in the one Chinese as in the other, words not: it is looked at where there is least room as well.
    for (const size of language === 'zh-TW' ? sizes.filter(({ width }) => width < 2000) : sizes) {
      await page.setViewportSize(size);
      await list.getByRole('row', { name: /trader1/ }).click();
      const card = page.getByRole('complementary', { name: word('person') });
      await expect(card.getByRole('heading', { name: 'trader1' })).toBeVisible();
      await fits(`details-${size.width}`);
      await card.getByRole('button', { name: word('history') }).click();
      await card.getByRole('region', { name: word('history') }).scrollIntoViewIfNeeded();
      await fits(`history-${size.width}`);
      await card.getByRole('button', { name: word('close') }).click();
      await expect(list).toBeFocused();
      await fits(`list-${size.width}`);
      await page.getByRole('button', { name: word('import') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await fits(`import-${size.width}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: word('new') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await fits(`new-${size.width}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: word('new') })).toBeFocused();
    }
  });
}
