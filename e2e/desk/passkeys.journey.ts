import type { CDPSession, Locator, Page } from '@playwright/test';
import { clean, seriousFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { laptop, phone, readsWell } from '../kit/reads-well.ts';
import { expectDashboard, SignInPage } from '../kit/sign-in.ts';

test.setTimeout(120_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** The browser's own authenticator in software, which says yes to whatever it is asked until it is told not to. */
class VirtualAuthenticator {
  readonly #line: CDPSession;
  readonly #id: string;

  private constructor(line: CDPSession, id: string) {
    this.#line = line;
    this.#id = id;
  }

  static async at(page: Page): Promise<VirtualAuthenticator> {
    const line = await page.context().newCDPSession(page);
    await line.send('WebAuthn.enable');
    const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return new VirtualAuthenticator(line, authenticatorId);
  }

  /** False: the finger is another's. */
  async verifies(isUserVerified: boolean): Promise<void> {
    await this.#line.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }
}

/** A proof that it is he counts for five minutes. */
const laterMs = 6 * 60_000;
const passkeysOf = (page: Page): Locator => page.getByRole('region', { name: 'Passkeys' });

test('a trader makes a passkey, comes in by it beside his password and without one, confirms with it, and removes it', async ({
  visit,
}) => {
  // Passkeys are for names: the number of this machine has none.
  const url = server.url.replace('127.0.0.1', 'localhost');
  const { page, errors } = await visit({ url });
  await page.setViewportSize({ width: 1366, height: 768 });
  errors.expect(/40[013]|WebSocket/);
  const authenticator = await VirtualAuthenticator.at(page);
  const account = server.account('trader1');
  const passkeys = passkeysOf(page);
  const signOut = async (): Promise<void> => {
    // A page of the house's that runs nothing: the workbench would write down again who is signed in.
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
  };

  await test.step('he makes one, and gets recovery codes with it', async () => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    await look(page, 'login');
    await clean(page, 'login');
    await new SignInPage(page).send(account);
    await expectDashboard(page);
    await page.goto('/user?part=security');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys.getByText('Enter a name')).toBeVisible();
    await passkeys.getByLabel('Name').fill('Desk');
    await look(page, 'naming');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await expect(passkeys.getByText('localhost')).toBeVisible();
    await expect(passkeys.getByText('This device')).toBeVisible();
    await look(page, 'made');
  });

  await test.step('after his password it is asked for', async () => {
    await signOut();
    await new SignInPage(page).send(account);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await look(page, 'step');
    await clean(page, 'step');
    await page.getByRole('button', { name: 'Use the passkey' }).click();
    await expectDashboard(page);
  });

  await test.step('it lets him in without a name and a password, and nobody else’s finger does', async () => {
    await signOut();
    await authenticator.verifies(false);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('Nothing was confirmed', { exact: false })).toBeVisible({ timeout: 20_000 });
    await authenticator.verifies(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectDashboard(page);
  });

  await test.step('a key that he makes later asks for it, and is made once his finger is there', async () => {
    await page.goto('/apikeys');
    await page.getByRole('button', { name: 'New API key' }).click();
    const form = page.getByRole('form', { name: 'New API key' });
    await form.getByLabel('Name').fill('Night bot');
    await form.getByLabel('Your password').fill(account.password);
    await server.ahead(laterMs);
    await form.getByRole('button', { name: 'Make the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await authenticator.verifies(false);
    await dialog.getByRole('button', { name: 'Use the passkey' }).click();
    await expect(dialog.getByText('Nothing was confirmed', { exact: false })).toBeVisible({ timeout: 20_000 });
    await look(page, 'not-confirmed');
    await authenticator.verifies(true);
    await dialog.getByRole('button', { name: 'Use the passkey' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: '“Night bot” is made' })).toBeVisible();
  });

  await test.step('he calls it otherwise, and confirms with it that it is he before it goes', async () => {
    await page.goto('/user?part=security');
    await passkeys.getByRole('button', { name: 'Rename Desk' }).click();
    await passkeys.getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByText('Laptop')).toBeVisible();
    await server.ahead(laterMs);
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
    await expect(page.getByText('your password alone lets you in then', { exact: false })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await look(page, 'confirm');
    await dialog.getByRole('button', { name: 'Use the passkey' }).click();
    await expect(dialog).toBeHidden();
    await expect(passkeys.getByText('Laptop')).toBeHidden();
    await signOut();
    await new SignInPage(page).send(account);
    await expectDashboard(page);
  });
});

test('the part and the first page read well in every language and theme, and say at a number why there are none', async ({
  visit,
  visitAs,
}) => {
  const { page: door } = await visit({ url: server.url.replace('127.0.0.1', 'localhost') });
  await readsWell(door, 'login', '/login', 'h1', [laptop, phone]);
  const { page } = await visitAs(server, 'trader2');
  await readsWell(page, 'passkeys', '/user?part=security', '[role=tabpanel] li', [laptop, phone]);
  await expect(passkeysOf(page).getByText('the address of this page is a number', { exact: false })).toBeVisible();
});
