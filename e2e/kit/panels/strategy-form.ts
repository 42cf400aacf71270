import { expect, type Locator, type Page } from '@playwright/test';
import { Gallery } from './gallery.ts';

/** The panel that starts strategies, in English. */
export class StrategyForm {
  readonly #page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.#page = page;
    // While it is drawn for the first time an empty one may stand beside it for a moment.
    this.panel = page.locator('[data-panel="panel-strategy-form/strategy-form"]').filter({ has: page.locator('*') });
  }

  /** Adds the panel to the workspace. */
  async add(): Promise<void> {
    const gallery = new Gallery(this.#page);
    await gallery.open();
    await gallery.panel('Strategy form').click();
    await expect(this.list).toBeVisible();
    await gallery.search.press('Escape');
  }

  get list(): Locator {
    return this.panel.getByRole('list', { name: 'Strategies' });
  }

  async choose(title: string): Promise<void> {
    await this.list.getByRole('button', { name: title }).click();
    await this.ready();
  }

  /** The fields are on the screen. */
  async ready(): Promise<void> {
    await expect(this.panel.getByRole('group', { name: 'Parameters' })).toBeVisible();
  }

  /** A field of the params by its name, with label, hint and problem. */
  field(name: string): Locator {
    return this.panel.locator(`[data-field="${name}"]`);
  }

  input(name: string): Locator {
    return this.field(name).locator('input, select');
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.input(name).fill(value);
  }

  /** The button at the foot. */
  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** Finds a market in the form by words of its name. */
  async chooseMarket(search: string, title: string): Promise<void> {
    await this.input('instrumentId').fill(search);
    await this.#page.getByRole('option', { name: title }).first().click();
  }
}
