import { expect, type Locator, type Page } from '@playwright/test';

export interface BookLine {
  readonly price: string;
  readonly qty: string;
  readonly total: string;
}

/** The depth panel. It is drawn on a canvas; the arrow keys read its lines out. */
export class OrderBook {
  readonly ladder: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.ladder = page.getByRole('listbox', { name: /^(Order book of|Price) / });
  }

  get isEmpty(): Locator {
    return this.#page.getByText('The book is empty. A limit order would be the first.');
  }

  /** The best line of a side as it is now; null when the side is empty. */
  async best(side: 'BUY' | 'SELL'): Promise<BookLine | null> {
    await this.ladder.focus();
    await this.#page.keyboard.press('Escape');
    await expect(this.ladder).toHaveAccessibleName(/^Order book of /);
    await this.#page.keyboard.press(side === 'BUY' ? 'ArrowDown' : 'ArrowUp');
    const read = /^Price (\S+), quantity (\S+), total (\S+)$/.exec((await this.ladder.getAttribute('aria-label')) ?? '');
    return read === null ? null : { price: read[1] ?? '', qty: read[2] ?? '', total: read[3] ?? '' };
  }

  /** Waits until the best line of a side is this one. */
  async shows(side: 'BUY' | 'SELL', line: BookLine | null): Promise<void> {
    await expect.poll(() => this.best(side), { message: `best ${side} of the book` }).toEqual(line);
  }

  /** Takes the best price of a side into the ticket, by keyboard. */
  async takeBest(side: 'BUY' | 'SELL'): Promise<void> {
    expect(await this.best(side)).not.toBeNull();
    await this.#page.keyboard.press('Enter');
  }
}
