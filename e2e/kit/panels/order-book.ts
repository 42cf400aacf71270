import { expect, type Locator, type Page } from '@playwright/test';
import { bandHeight, geometryOf, type LadderGeometry } from '../../../plugins/panel-depth/ladder-geometry.ts';

interface BookLine {
  readonly price: string;
  readonly qty: string;
  readonly total: string;
}

/** The depth panel. It is drawn on a canvas; a list beside it says its lines in words. */
export class OrderBook {
  readonly ladder: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.ladder = page.getByRole('listbox', { name: /^Order book of / });
  }

  get isEmpty(): Locator {
    return this.#page.getByText('The book is empty. A limit order would be the first.');
  }

  /** The line that the keyboard is on. */
  get activeLine(): Locator {
    return this.ladder.getByRole('option', { selected: true });
  }

  /** The line of a price in words. */
  line(price: string): Locator {
    return this.ladder.getByRole('option', { name: new RegExp(`^(Bid|Ask) ${price.replace('.', '\\.')}, `) });
  }

  /** The best line of a side as it is now; null when the side is empty. */
  async best(side: 'BUY' | 'SELL'): Promise<BookLine | null> {
    await this.ladder.focus();
    await this.#page.keyboard.press('Escape');
    await expect(this.activeLine).toHaveCount(0);
    await this.#page.keyboard.press(side === 'BUY' ? 'ArrowDown' : 'ArrowUp');
    const text = await this.ladder.evaluate((list) =>
      document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label'),
    );
    // From nowhere a key finds the other side where its own is empty.
    const read = (side === 'BUY' ? /^Bid (\S+), quantity (\S+), total ([^\s,]+)/ : /^Ask (\S+), quantity (\S+), total ([^\s,]+)/).exec(
      text ?? '',
    );
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

  get #panel(): Locator {
    return this.#page.locator('[data-panel="panel-depth/depth"]');
  }

  get grouping(): Locator {
    return this.#panel.getByRole('combobox', { name: 'Price step' });
  }

  /** Over the column of prices. */
  get priceTitle(): Locator {
    return this.#panel.getByText(/^Price/).first();
  }

  get oneClick(): Locator {
    return this.#panel.getByRole('button', { name: 'One-click trading', exact: true });
  }

  /** What says that clicks send orders. */
  get armed(): Locator {
    return this.#panel.getByRole('region', { name: 'One-click trading is on' });
  }

  get clickQuantity(): Locator {
    return this.armed.getByRole('textbox', { name: /^Quantity of a click/ });
  }

  /** Clicks the line of a side, 0 is the best. */
  async click(side: 'BUY' | 'SELL', line: number): Promise<void> {
    const { x, y } = await this.#pointOf(side, line, 0.5);
    await this.#page.mouse.click(x, y);
  }

  /** Clicks the own orders of a line. */
  async clickOwn(side: 'BUY' | 'SELL', line: number): Promise<void> {
    const { x, y } = await this.#pointOf(side, line, 0.05);
    await this.#page.mouse.click(x, y);
  }

  /** Drags the own orders of a line to another. */
  async drag(side: 'BUY' | 'SELL', from: number, to: number): Promise<void> {
    const [begin, end] = [await this.#pointOf(side, from, 0.05), await this.#pointOf(side, to, 0.05)];
    await this.#page.mouse.move(begin.x, begin.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(end.x, end.y, { steps: 4 });
    await this.#page.mouse.up();
  }

  async #pointOf(side: 'BUY' | 'SELL', line: number, share: number): Promise<{ readonly x: number; readonly y: number }> {
    const box = await this.#panel.locator('canvas').boundingBox();
    if (box === null) throw new Error('the ladder is not on the screen');
    const geometry: LadderGeometry = geometryOf(box, 'both', 20, 0);
    const middle = (geometry.bandTop ?? 0) + (side === 'BUY' ? bandHeight : 0);
    const rows = (line + 0.5) * geometry.rowHeight;
    return { x: box.x + box.width * share, y: box.y + middle + (side === 'BUY' ? rows : -rows) };
  }
}
