import { expect, type Locator, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { PanelTable } from './panels/panel-table.ts';

/** The dashboard: instrument tabs in the header, dockable panels below. */
export class Workspace {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Instrument tabs, in their order. */
  get tabs(): Locator {
    const strip = this.page.getByRole('navigation', { name: 'Markets' });
    return strip
      .getByRole('button', { pressed: true })
      .or(strip.getByRole('button', { pressed: false }).and(this.page.locator('[aria-pressed]')));
  }

  tab(symbol: string, exchange: string): Locator {
    return this.tabs.filter({ hasText: symbol }).filter({ hasText: exchange });
  }

  /** The tab of a panel in its stack. */
  panelTab(title: string): Locator {
    return this.page.getByRole('tab').filter({ has: this.page.getByText(title, { exact: true }) });
  }

  /** Of all panels, once each. */
  async titles(): Promise<readonly string[]> {
    const tabs = this.page.locator('.lm_tab[role=tab]');
    await expect(tabs.first()).toBeVisible();
    const titles = await tabs.allTextContents();
    return [...new Set(titles.map((title) => title.trim()))];
  }

  /** Brings a panel to the front of its stack. */
  async show(title: string): Promise<void> {
    await this.panelTab(title).click();
  }

  /** The same when its tab may stand in the list of those without room. */
  async showAny(title: string): Promise<void> {
    const tab = this.page.locator('[role=tab]').filter({ has: this.page.getByText(title, { exact: true }) });
    if (!(await tab.isVisible())) {
      const stack = this.page.locator('.lm_stack').filter({ has: tab });
      await stack.getByRole('button', { name: 'More panels' }).click();
    }
    await tab.click();
  }

  /** A table panel, brought to the front. */
  async table(title: string): Promise<PanelTable> {
    await this.show(title);
    return this.tableInFront(title);
  }

  /** A table panel that is in front already. */
  async tableInFront(title: string): Promise<PanelTable> {
    const table = new PanelTable(this.page, title);
    await expect(table.grid).toBeVisible();
    return table;
  }

  /** Chooses a market in the markets panel; its tab becomes the selected one. */
  async openMarket(symbol: string, exchange: string): Promise<void> {
    const markets = await this.table('Markets');
    await choose(this.page.getByRole('combobox', { name: 'Exchange' }), exchange);
    await this.page.getByRole('textbox', { name: 'Search' }).fill(symbol);
    await markets.grid.getByRole('rowgroup').getByRole('row').click();
    await expect(this.tab(symbol, exchange)).toHaveAttribute('aria-pressed', 'true');
  }

  /** Messages at the bottom right. */
  get messages(): Locator {
    return this.page.getByRole('log', { name: 'Messages' });
  }
}
