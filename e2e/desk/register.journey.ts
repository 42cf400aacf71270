import type { Page } from '@playwright/test';
import { languages } from '../../core/client/settings/language.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { expectDashboard, SignInPage } from '../kit/sign-in.ts';

/** Every size, theme and language of the pages is looked at. */
test.setTimeout(300_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

const languageName = { en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文' } as const;
const sizes = [
  [1366, 768],
  [390, 844],
] as const;
const email = 'ann.lee@people.example';

/** The page to register on, and the one for another password, by what a person reads there. */
class AccountPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  field(name: string) {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  async fill(answers: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(answers)) await this.field(name).fill(text);
  }

  async sendCode(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send code' }).click();
    await expect(this.page.getByText('A message is on its way to this address', { exact: false })).toBeVisible();
    await expect(this.page.getByRole('button', { name: /^Again in \d+ s$/ })).toBeDisabled();
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }
}

/** No mail server is set: an administrator reads the words of the newest letter, and tells the code. */
async function codeToldBy(admin: Page, subject: string): Promise<string> {
  await admin.goto('/admin/outbox?state=WAITING');
  await expect(admin.getByText('No mail server is set: emails wait here')).toBeVisible();
  await admin.getByRole('grid', { name: 'Outbox' }).getByRole('row').filter({ hasText: subject }).first().dblclick();
  const card = admin.getByRole('complementary', { name: 'Message' });
  await expect(card.getByText(email)).toBeVisible();
  await expect(card).not.toContainText(/\d{6}/);
  await card.getByRole('button', { name: 'Show text' }).click();
  const words = card.getByRole('region', { name: 'Text' });
  await expect(words).toContainText(/: \d{6}/);
  return /: (\d{6})/.exec((await words.textContent()) ?? '')?.[1] ?? 'none';
}

/** In every language, theme and size nothing sticks out, is foreign or cannot be reached. */
async function lookAround(page: Page, name: string, title: string): Promise<void> {
  for (const language of languages) {
    await choose(page.getByRole('banner').getByRole('combobox'), languageName[language]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textIn(language, 'account', title));
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => sticksOut(page), `what sticks out at ${width} px`).toEqual([]);
      expect(new ForeignTexts(language).among(await textsOn(page))).toEqual([]);
      for (const theme of ['dark', 'light']) {
        await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
        await look(page, `${name}-${language}-${width}-${theme}`);
      }
    }
  }
  await clean(page, name);
  await choose(page.getByRole('banner').getByRole('combobox'), 'English');
  await page.setViewportSize({ width: 1366, height: 768 });
}

test('without a mail server somebody registers with the code that an administrator reads in the outbox, signs in, and comes to another password', async ({
  visit,
  visitAs,
}) => {
  const { page: admin } = await visitAs(server, 'admin');
  const { page, errors } = await visit(server);
  // The open page is refused with 401 once the new password has ended its session.
  errors.expect(/status of (401|409|422)/);
  const ann = new AccountPage(page);
  await page.goto('/login?invite=0000000000');
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  await expect(ann.field('Invitation code, if you have one')).toHaveValue('0000000000');

  await test.step('what is wrong stands beside its field', async () => {
    await ann.button('Create account').click();
    for (const [name, problem] of [
      ['Email or phone number', 'Email address or phone number cannot be empty'],
      ['Code', 'Enter the six digits'],
      ['User name', 'A user name has 3 to 32 letters'],
    ] as const)
      await expect(ann.field(name)).toHaveAccessibleDescription(new RegExp(problem));
    await expect(page.getByRole('checkbox', { name: 'I accept the terms of use.' })).toHaveAccessibleDescription(
      'Registering needs your consent',
    );
    await look(page, 'register-wrong');
    await ann.fill({ 'Email or phone number': email });
    await ann.button('Send code').click();
    await expect(ann.field('Invitation code, if you have one')).toHaveAccessibleDescription('There is no such invitation code');
    await ann.field('Invitation code, if you have one').fill('');
  });
  await lookAround(page, 'register', 'register.title');

  await ann.sendCode();
  const code = await codeToldBy(admin, 'Your code for Tessera');
  await look(admin, 'outbox');
  await clean(admin, 'the outbox');
  await ann.fill({ Code: code, 'User name': 'trader1', Password: 'quiet-Harbour-74', 'Password again': 'quiet-Harbour-74' });
  await expect(page.getByText('Strength: high')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I accept the terms of use.' }).check();
  await ann.button('Create account').click();
  await expect(ann.field('User name')).toHaveAccessibleDescription('Somebody has this already');
  await ann.fill({ 'User name': 'ann.lee' });
  await ann.button('Create account').click();
  await expect(page.getByRole('heading', { name: 'Your account has been created' })).toBeVisible();
  await look(page, 'register-done');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await new SignInPage(page).send({ username: 'ann.lee', password: 'quiet-Harbour-74' });
  await expectDashboard(page);

  await test.step('the password is forgotten, in another browser', async () => {
    const { page: other, errors: refused } = await visit(server);
    refused.expect(/status of 422/);
    const again = new AccountPage(other);
    await other.goto('/login');
    await other.getByRole('link', { name: 'Forgotten password?' }).click();
    await expect(other.getByRole('heading', { name: 'New password' })).toBeVisible();
    await lookAround(other, 'reset', 'reset.title');
    await again.fill({ 'Email or phone number': email });
    await again.sendCode();
    const reset = await codeToldBy(admin, 'Your code for a new password at Tessera');
    const wrong = String((Number(reset) + 1) % 1_000_000).padStart(6, '0');
    await again.fill({ Code: wrong, Password: 'other-Harbour-75', 'Password again': 'other-Harbour-75' });
    await again.button('Set password').click();
    await expect(again.field('Code')).toHaveAccessibleDescription('This code is not right, or not good any more');
    await again.fill({ Code: reset });
    await again.button('Set password').click();
    await expect(other.getByRole('heading', { name: 'Your password has been set' })).toBeVisible();
    await other.getByRole('link', { name: 'Sign in' }).click();
    await new SignInPage(other).send({ username: email, password: 'other-Harbour-75' });
    await expectDashboard(other);
  });

  await test.step('the page that was open has ended, and the outbox has the notice', async () => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
    await admin.goto('/admin/outbox?kind=password');
    const row = admin.getByRole('grid', { name: 'Outbox' }).getByRole('row').filter({ hasText: 'Your password at Tessera was changed' });
    await expect(row).toContainText('ann.lee');
    for (const [width, height] of sizes) {
      await admin.setViewportSize({ width, height });
      await expect.poll(() => sticksOut(admin), `what sticks out at ${width} px`).toEqual([]);
      await look(admin, `outbox-${width}`);
    }
  });
});
