import { expect, type Locator, type Page } from '@playwright/test';

/** The admin's page of plugin sets; it starts with the role of traders. */
export class PluginsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/admin/plugins');
    await expect(this.#page.getByRole('grid', { name: 'Plugins' }).getByText('panel-depth', { exact: true })).toBeVisible();
  }

  list(name: 'Included' | 'Excluded' | 'Locked'): Locator {
    return this.#page.getByRole('combobox', { name, exact: true });
  }

  /** Takes a plugin from traders. */
  async exclude(plugin: string): Promise<void> {
    await this.list('Excluded').fill(plugin);
    await this.list('Excluded').press('Enter');
    await this.save();
  }

  /** Takes back what the lists say of a plugin. */
  async remove(plugin: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Remove ${plugin}`, exact: true }).click();
    await this.save();
  }

  async setLevel(plugin: string, level: 0 | 1 | 2 | 3): Promise<void> {
    await this.#page.getByRole('combobox', { name: 'Set a level for…' }).selectOption(plugin);
    await this.#page.getByRole('combobox', { name: `VIP level of ${plugin}` }).selectOption(`VIP ${level}`);
    await this.save();
  }

  async save(): Promise<void> {
    const save = this.#page.getByRole('button', { name: 'Save for Trader' });
    await save.click();
    await expect(save).toBeDisabled();
    await expect(this.#page.getByRole('log', { name: 'Messages' })).toContainText('Open clients of Trader have followed.');
  }
}
