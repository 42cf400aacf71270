import { expect, type Locator, type Page } from '@playwright/test';

/** The workspace on a phone: one panel at a time, chosen below. */
export class SmallWorkspace {
  readonly #page: Page;
  readonly strip: Locator;
  readonly tabs: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.strip = page.getByRole('tablist', { name: 'Panels' });
    this.tabs = this.strip.getByRole('tab');
  }

  tab(title: string): Locator {
    return this.strip.getByRole('tab', { name: title, exact: true });
  }

  /** Brings a panel to the front and waits for it. */
  async choose(title: string): Promise<void> {
    await this.tab(title).click();
    await this.shows(title);
  }

  async shows(title: string): Promise<void> {
    await expect(this.tab(title)).toHaveAttribute('aria-selected', 'true');
    await expect(this.panel(title)).toBeVisible();
  }

  panel(title: string): Locator {
    return this.#page.getByRole('tabpanel', { name: title, exact: true });
  }

  order(side: 'Buy' | 'Sell'): Locator {
    return this.#page.locator('[class*=quick]').getByRole('button', { name: side, exact: true });
  }

  get closeOrder(): Locator {
    return this.#page.getByRole('button', { name: 'Close the order' });
  }

  async openMenu(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'Main menu' }).click();
    return this.#page.getByRole('navigation', { name: 'Main menu' });
  }
}
