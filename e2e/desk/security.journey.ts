import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { clean, seriousFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { laptop, phone, readsWell } from '../kit/reads-well.ts';
import { expectDashboard, expectSessionEnded, SignInPage } from '../kit/sign-in.ts';

test.setTimeout(180_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** The part Security of the own page. */
class SecurityPart {
  readonly page: Page;
  readonly factor: Locator;
  readonly password: Locator;
  readonly sessions: Locator;
  readonly log: Locator;
  readonly question: Locator;

  constructor(page: Page) {
    this.page = page;
    this.factor = page.getByRole('region', { name: 'Second factor' });
    this.password = page.getByRole('region', { name: 'Password' });
    this.sessions = page.getByRole('region', { name: 'Where you are signed in' });
    this.log = page.getByRole('region', { name: 'Recent sign-ins' });
    this.question = page.getByRole('dialog');
  }

  async open(): Promise<void> {
    await this.page.goto('/user?part=security');
    await expect(this.sessions.getByText('This session')).toBeVisible();
  }
}

/** A proof that it is he counts for five minutes. */
const laterMs = 6 * 60_000;
const newPassword = 'Blue-Whale-Song 7';
const codeOf = (secret: string, aheadMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + aheadMs });

test('a trader changes his password, turns a second factor on, and comes in with its codes and without them', async ({
  visit,
  visitAs,
}) => {
  const here = await visitAs(server, 'trader1');
  const { page } = here;
  const security = new SecurityPart(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  const { username } = server.account('trader1');
  const there = await visit(server);
  await there.page.goto('/login');
  await new SignInPage(there.page).send(server.account('trader1'));
  await expectDashboard(there.page);
  there.errors.expect(/401|WebSocket/);
  // A wrong password, a wrong code, and what has to be confirmed first.
  here.errors.expect(/40[13]|422|WebSocket/);

  await test.step('a new password signs him out everywhere else', async () => {
    await security.open();
    await expect(security.sessions.getByRole('listitem')).toHaveCount(2);
    await look(page, 'security');
    await clean(page, 'security');
    await security.password.getByLabel('Current password').fill('not it');
    await security.password.getByLabel('New password', { exact: true }).fill(newPassword);
    await expect(security.password.getByText('Strength: high')).toBeVisible();
    await security.password.getByLabel('New password again').fill(newPassword);
    await security.password.getByRole('button', { name: 'Change password' }).click();
    await expect(security.password.getByText('The password is wrong')).toBeVisible();
    await security.password.getByLabel('Current password').fill(server.account('trader1').password);
    await security.password.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password is changed.', { exact: false })).toBeVisible();
    await expectSessionEnded(there.page);
    await expect(security.sessions.getByRole('listitem')).toHaveCount(1);
  });

  const { secret, codes } = await test.step('an authenticator is set up', async () => {
    await security.factor.getByRole('button', { name: 'Set up an authenticator' }).click();
    await expect(security.factor.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
    const typed = await security.factor.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    await look(page, 'set-up');
    expect(await seriousFindings(page)).toEqual([]);
    await security.factor.getByLabel('Current code').fill('000000');
    await security.factor.getByRole('button', { name: 'Turn on' }).click();
    await expect(security.factor.getByText('Not the code of this moment', { exact: false })).toBeVisible();
    await security.factor.getByLabel('Current code').fill(codeOf(typed));
    await page.keyboard.press('Enter');
    const list = security.factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    await look(page, 'codes');
    const download = page.waitForEvent('download');
    await security.factor.getByRole('button', { name: 'Save as a file' }).click();
    expect(
      readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\n'),
    ).toEqual(await list.allInnerTexts());
    const told = await list.allInnerTexts();
    await security.factor.getByRole('button', { name: 'I have stored them' }).click();
    await expect(security.factor.getByText('10 recovery codes are left.')).toBeVisible();
    return { secret: typed, codes: told };
  });

  await test.step('he comes in with a code of the next half minute, after a wrong one', async () => {
    const { page: door } = there;
    await new SignInPage(door).send({ username, password: 'not it' });
    await expect(door.getByText('Wrong user name or password')).toBeVisible();
    await new SignInPage(door).send({ username, password: newPassword });
    await expect(door.getByRole('heading', { name: 'One more step' })).toBeVisible();
    const field = door.getByLabel('Code of the authenticator');
    await expect(field).toBeFocused();
    await look(door, 'step');
    await clean(door, 'step');
    await field.fill('000000');
    await door.keyboard.press('Enter');
    await expect(door.getByText('That is not right. Tries left: 4')).toBeVisible();
    await field.fill(codeOf(secret, 30_000));
    await door.keyboard.press('Enter');
    await expectDashboard(door);
  });

  await test.step('the log of his sign-ins tells both, each with its device and its time', async () => {
    await security.open();
    await security.log.getByRole('button', { name: 'Recent sign-ins' }).click();
    const lines = security.log.getByRole('listitem');
    const wrong = lines.filter({ hasText: 'Wrong user name or password' });
    // At the door, and before it when he was to say the old one.
    await expect(wrong).toHaveCount(2);
    for (const line of [wrong.first(), lines.filter({ hasText: 'Signed in' }).first()]) {
      await expect(line).toContainText(/Chrom\w+ on \w+/);
      await expect(line.locator('time')).toBeVisible();
    }
    await look(page, 'sign-in-log');
  });

  await test.step('he ends that session from here, and comes in with a recovery code', async () => {
    await security.open();
    await security.sessions.getByRole('button', { name: /^Sign out .* at / }).click();
    await security.question.getByRole('button', { name: 'Sign out' }).click();
    await expectSessionEnded(there.page);
    await new SignInPage(there.page).send({ username, password: newPassword });
    await there.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await there.page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
    await there.page.keyboard.press('Enter');
    await expectDashboard(there.page);
  });

  await test.step('a withdrawal of later asks for a code of that moment, and goes on by itself', async () => {
    await page.goto('/user?part=money');
    const book = page.getByRole('region', { name: 'Address book' });
    await book.getByRole('textbox', { name: 'Address name' }).fill('Cold wallet');
    await book.getByRole('textbox', { name: 'Network' }).fill('TRC20');
    await book.getByRole('textbox', { name: 'Address', exact: true }).fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
    await book.getByRole('button', { name: 'Add address' }).click();
    await expect(book.getByText('Cold wallet')).toBeVisible();
    await server.ahead(laterMs);
    const form = page.getByRole('region', { name: 'Withdraw' });
    await form.getByRole('textbox', { name: 'Amount' }).fill('5');
    await form.getByRole('button', { name: 'Request withdrawal' }).click();
    await security.question.getByRole('button', { name: 'Request withdrawal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const field = dialog.getByLabel('Code of the authenticator');
    await field.fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('That is not right')).toBeVisible();
    await expect(page.getByText(/pending approval/)).toBeHidden();
    await field.fill(codeOf(secret, laterMs));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/pending approval · held back until then/)).toBeVisible();
    await look(page, 'withdrawn');
  });

  await test.step('what hurts asks first that it is he, and goes on by itself', async () => {
    await security.open();
    await expect(security.factor.getByText('9 recovery codes are left.')).toBeVisible();
    await server.ahead(laterMs);
    await security.factor.getByRole('button', { name: 'Turn off' }).click();
    await security.question.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog.getByLabel('Code of the authenticator')).toBeFocused();
    await look(page, 'confirm');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('That is not right')).toBeVisible();
    await dialog.getByLabel('Recovery code').fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(security.factor.getByText('Off', { exact: true })).toBeVisible();
  });
});

test('the page reads well in every language and theme', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await readsWell(page, 'security', '/user?part=security', '[role=tabpanel] [role=listitem], [role=tabpanel] li', [laptop, phone]);
});
