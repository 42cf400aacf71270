import { expect, type Locator, type Page } from '@playwright/test';

/** The gallery of panels over the workspace. */
export class Gallery {
  readonly #page: Page;
  readonly search: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.search = this.#dialog.getByRole('textbox', { name: 'Search panels' });
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Add a panel' }).click();
    await expect(this.search).toBeFocused();
  }

  panel(title: string): Locator {
    return this.#dialog.getByRole('button', { name: title, exact: true });
  }

  /** Names of the panels that can be added. */
  async titles(): Promise<readonly string[]> {
    const cards = this.#dialog.locator('button[aria-labelledby][aria-disabled=false]');
    return cards.evaluateAll((all) =>
      all.map((card) => document.getElementById(card.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''),
    );
  }

  async close(): Promise<void> {
    await this.search.press('Escape');
    await expect(this.#dialog).toHaveCount(0);
  }

  get #dialog(): Locator {
    return this.#page.getByRole('dialog', { name: 'Add a panel' });
  }
}
