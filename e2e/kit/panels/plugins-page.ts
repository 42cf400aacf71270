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

  list(name: 'Included' | 'Excluded'): Locator {
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

  /** What a role has of a plugin. */
  cell(plugin: string, role = 'Trader'): Locator {
    return this.#page.getByRole('grid', { name: 'Plugins' }).getByRole('button', { name: `${plugin} for ${role}:` });
  }

  async setLevel(plugin: string, level: 0 | 1 | 2 | 3): Promise<void> {
    await this.cell(plugin).click();
    await this.#page.getByRole('menuitemradio', { name: level === 0 ? 'Everyone' : `From VIP ${level}` }).click();
    await this.save();
  }

  /** Takes the last save back. */
  async undo(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Undo the save' }).click();
    await this.#giveReason('Undo the save');
  }

  async #giveReason(confirm: string): Promise<void> {
    const dialog = this.#page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a journey');
    await dialog.getByRole('button', { name: confirm }).click();
    // It goes once the server has taken it.
    await expect(dialog).toHaveCount(0);
  }

  /** Saves for traders, and says yes where that takes something away. */
  async save(): Promise<void> {
    const save = this.#page.getByRole('button', { name: 'Save for Trader' });
    await expect(save).toBeEnabled();
    const takes = await this.#page
      .getByRole('status')
      .getByText(/traders? loses? /)
      .isVisible();
    await save.click();
    await this.#giveReason(takes ? 'Take it away' : 'Save for Trader');
    await expect(save).toBeDisabled();
    await expect(this.#page.getByRole('log', { name: 'Messages' })).toContainText('Open clients of Trader have followed.');
  }
}
