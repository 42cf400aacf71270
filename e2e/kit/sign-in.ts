import { expect, type Page } from '@playwright/test';
import type { DemoAccount } from '../../server/demo/demo-people.ts';

/** The login page, by what a person reads on it. */
export class SignInPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get account() {
    return this.#page.getByLabel('Email, phone or user name');
  }

  get password() {
    return this.#page.getByLabel('Password');
  }

  get submit() {
    return this.#page.getByRole('button', { name: 'Sign in', exact: true });
  }

  /** What the page says of the work that it does instead of a captcha. */
  get work() {
    return this.#page.getByRole('status');
  }

  /** Fills in everything, and sends it. */
  async send(account: Pick<DemoAccount, 'username' | 'password'>): Promise<void> {
    await this.account.fill(account.username);
    await this.password.fill(account.password);
    await this.submit.click();
  }

  /** In place of a password that was given, after it was sent. */
  async choose(password: string): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    await this.#page.getByLabel('Password', { exact: true }).fill(password);
    await this.#page.getByLabel('Password again').fill(password);
    await this.#page.getByRole('button', { name: 'Set password and sign in' }).click();
  }
}

/** Signs in through the page; ends on the dashboard. */
export async function signIn(page: Page, account: Pick<DemoAccount, 'username' | 'password'>): Promise<void> {
  await page.goto('/login');
  await new SignInPage(page).send(account);
  await expect(page).not.toHaveURL(/\/(login|start)$/);
  // Roles with a page of their own come there first.
  if (!page.url().endsWith('/dashboard')) await page.goto('/dashboard');
  await expectDashboard(page);
}

/** The server has ended the session of a page at work: what lies over it asks to sign in again. */
export const expectSessionEnded = (page: Page): Promise<void> =>
  expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

export async function expectDashboard(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard$/);
  // Small screens have a button for the menu.
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.or(page.getByRole('button', { name: 'Main menu' }))).toBeVisible();
}
