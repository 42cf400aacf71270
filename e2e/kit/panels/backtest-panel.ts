import { expect, type Locator, type Page } from '@playwright/test';
import { choose } from '../choose.ts';
import { Gallery } from './gallery.ts';
import { PanelTable } from './panel-table.ts';

/** The panel of backtests, in English. */
export class BacktestPanel {
  readonly #page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.panel = page.locator('[data-panel="panel-backtest/backtest"]');
  }

  /** Adds the panel to the workspace and gives it the whole of it. */
  async add(): Promise<void> {
    const gallery = new Gallery(this.#page);
    await gallery.open();
    await gallery.panel('Backtest').click();
    await expect(this.panel).toBeVisible();
    await gallery.search.press('Escape');
    const tab = this.#page.getByRole('tab').filter({ has: this.#page.getByText('Backtest', { exact: true }) });
    const stack = this.#page.locator('.lm_stack').filter({ has: tab });
    await stack.getByRole('button', { name: 'Maximise' }).click();
  }

  control(label: string): Locator {
    return this.panel.getByLabel(label, { exact: true });
  }

  /** A field of the params by its name. */
  field(name: string): Locator {
    return this.panel.locator(`[data-field="${name}"]`).locator('input, select');
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  tab(name: string): Locator {
    return this.panel.getByRole('tab', { name, exact: true });
  }

  get runs(): PanelTable {
    return new PanelTable(this.#page, 'Runs');
  }

  /** A key figure of the run that is looked at. */
  figure(name: string): Locator {
    return this.panel
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd');
  }

  /** A run that is stepped through. */
  get steps() {
    const details = this.panel.getByRole('region', { name: 'Moment' });
    const number = async (): Promise<number> => Number(/#(\d+)/.exec(await details.innerText())?.[1]);
    const list = this.panel.getByRole('grid', { name: 'Moments' });
    /** Px that the active row of the list is away from what covers it above and below; negative: so much of it is covered. */
    const room = (): Promise<number> =>
      list.evaluate((grid) => {
        const row = grid.ownerDocument.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.getBoundingClientRect();
        if (row === undefined) return Number.NEGATIVE_INFINITY;
        const header = grid.querySelector('[role=row]')?.getBoundingClientRect().bottom ?? 0;
        const end = grid.getBoundingClientRect().top + grid.clientTop + grid.clientHeight;
        return Math.min(row.top - header, end - row.bottom);
      });
    return {
      list,
      /** The chosen moment is wholly visible in the list. */
      follows: (): Promise<void> => expect.poll(room, { message: 'the list follows' }).toBeGreaterThan(-1),
      details,
      number,
      at: (wanted: number): Promise<void> => expect.poll(number, { timeout: 30_000 }).toBe(wanted),
    };
  }

  /** Chooses the shock grid on the market of the workspace, with lines around its price. */
  async setGrid(price: number, levels: string): Promise<void> {
    await choose(this.control('Strategy'), 'Shock grid');
    await expect(this.field('instrumentId')).toHaveValue(/BTC\/USDT/);
    const grid = { lowPrice: String(Math.round(price * 0.95)), highPrice: String(Math.round(price * 1.05)), levels, orderQty: '0.05' };
    for (const [name, value] of Object.entries(grid)) await this.field(name).fill(value);
  }

  /** Runs what stands in the form and waits for its end. */
  async run(name: string, button = 'Run'): Promise<void> {
    await this.control('Name').fill(name);
    await this.button(button).click();
    await expect(this.panel.getByRole('tablist', { name })).toBeVisible({ timeout: 60_000 });
  }
}
