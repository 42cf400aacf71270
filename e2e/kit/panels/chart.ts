import { expect, type Locator, type Page } from '@playwright/test';

/** The chart panel in front: its bars, and its canvas by shares of its size. */
export class ChartPanel {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get canvas(): Locator {
    return this.#page.getByRole('application').filter({ visible: true });
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true }).filter({ visible: true });
  }

  async expectBars(): Promise<void> {
    await expect(this.canvas).toBeVisible();
    await expect(this.#page.locator('[class*=legend]').getByText('Vol')).toBeVisible();
  }

  interval(name: string): Locator {
    return this.#page.getByRole('radiogroup', { name: 'Interval' }).getByRole('radio', { name, exact: true });
  }

  /** Takes a tool in hand and clicks its points, given as shares of width and height. */
  async draw(family: string, tool: string, ...points: readonly (readonly [x: number, y: number])[]): Promise<void> {
    await this.button(family).click();
    await this.button(tool).click();
    for (const point of points) await this.click(...point);
  }

  async click(x: number, y: number): Promise<void> {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error('the chart is not on the screen');
    await this.#page.mouse.move(box.x + box.width * x, box.y + box.height * y);
    await this.#page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  }

  /** Opening price of the bar that the legend shows. */
  async open(): Promise<string> {
    return this.#page.locator('[class*=legend] b').filter({ visible: true }).first().innerText();
  }

  /** Closing price of that bar, which a narrow legend shows too. */
  async close(): Promise<string> {
    return this.#page.locator('[class*=legend] > span:not([class*=detail]) b').filter({ visible: true }).first().innerText();
  }

  async point(x: number, y: number): Promise<void> {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error('the chart is not on the screen');
    await this.#page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  }

  /** Of the visible bars, as the chart says them when it has the keyboard. */
  async highAndLow(): Promise<string> {
    await expect(this.canvas).toHaveAccessibleDescription(/high/);
    // What the last key did is drawn, and said, in the frame after it.
    await this.#page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));
    const id = await this.canvas.getAttribute('aria-describedby');
    const text = (await this.#page.locator(`[id="${id}"]`).textContent()) ?? '';
    return text.slice(text.indexOf('high'));
  }

  /** Does something, and waits until what the chart saves of it has reached the server. */
  async saves(change: () => Promise<void>): Promise<void> {
    const saved = this.#page.waitForResponse((response) => response.url().endsWith('/workspace/document/save') && response.ok());
    await change();
    await saved;
  }
}
