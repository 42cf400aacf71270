import type { Locator, Page } from '@playwright/test';

/** The trades panel. It is drawn on a canvas; a list beside it says its rows in words. */
export class TradesTape {
  readonly panel: Locator;
  readonly list: Locator;
  /** The row that the keyboard is on. */
  readonly active: Locator;

  constructor(page: Page, symbol: string) {
    this.panel = page.locator('[data-panel="panel-trades/trades"]');
    this.list = this.panel.getByRole('listbox', { name: `Trades of ${symbol}` });
    this.active = this.list.getByRole('option', { selected: true });
  }

  get canvas(): Locator {
    return this.panel.locator('canvas');
  }

  /** Prices and quantities of the rows in sight, newest first. */
  async rows(): Promise<readonly { readonly price: number; readonly qty: number }[]> {
    const words = await this.list.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    return words.map((text) => {
      const [, qty, price] = /^(?:Buy|Sell) (\S+) at (\S+), \d\d:\d\d:\d\d/.exec(text) ?? [];
      return { price: Number(price), qty: Number(qty) };
    });
  }
}
