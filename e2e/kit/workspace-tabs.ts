import { expect, type Locator, type Page } from '@playwright/test';

/** The workspaces in the header, side by side. */
export class WorkspaceTabs {
  readonly #page: Page;
  readonly strip: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.strip = page.getByRole('navigation', { name: 'Workspaces' });
  }

  get tabs(): Locator {
    return this.strip.locator('[aria-pressed]');
  }

  tab(name: string): Locator {
    return this.tabs.filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  /** Waits until these tabs stand in this order, the given one in front. */
  async shows(names: readonly string[], front: string): Promise<void> {
    await expect(this.tabs).toHaveText([...names]);
    await expect(this.tab(front)).toHaveAttribute('aria-pressed', 'true');
  }

  /** Waits until everything is kept. */
  async saved(): Promise<void> {
    await expect(this.strip.getByRole('status', { name: 'Saved', exact: true })).toBeVisible();
  }

  /** Something of the menu of the workspace in front. */
  async choose(...path: readonly string[]): Promise<void> {
    await this.strip.getByRole('button', { name: /^Workspace “/ }).click();
    for (const name of path) {
      const item = this.#page.getByRole('menuitem', { name, exact: true });
      await item.or(this.#page.getByRole('menuitemcheckbox', { name, exact: true })).click();
    }
  }

  /** Something of the menu that opens workspaces. */
  async open(item: string | RegExp): Promise<void> {
    await this.strip.getByRole('button', { name: 'Open a workspace' }).click();
    await this.#page.getByRole('menuitem', { name: item }).click();
  }

  /** Types into the tab that is a text field. */
  async name(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Imports a text as if it were a file. */
  async import(text: string): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.open('Import from a file…');
    await (await chooser).setFiles({ name: 'layout.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  }
}
