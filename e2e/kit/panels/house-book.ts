import type { Page } from '@playwright/test';
import { HttpClient } from '../../../tests/kit/servers/http-client.ts';
import { expect } from '../journey.ts';
import type { JourneyServer } from '../journey-server.ts';
import { Workspace } from '../workspace.ts';

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const perSide = 4;

/** The house's book with the orders of one trader in it: what the server says of it, and what a page shows. */
export class HouseBook {
  readonly #http: HttpClient;
  #apiId = 0;
  #round = 0;

  private constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Signs in as somebody; gives what a browser keeps of it. */
  static async of(server: JourneyServer, username: string): Promise<{ readonly book: HouseBook; readonly user: object }> {
    const http = new HttpClient(server.url);
    const user = await http.signIn(username, server.account(username).password);
    const book = new HouseBook(http);
    const accounts = await http.call('apiList');
    book.#apiId = accounts.find(({ exchange }) => exchange === market.exchange)?.api_id ?? 0;
    return { book, user };
  }

  /** Replaces every order by others: ends, beginnings and changes, one by one. */
  async stir(): Promise<void> {
    this.#round += 1;
    const before = await this.#http.call('openOrders');
    for (let line = 0; line < perSide; line += 1) {
      const qty = `0.0${this.#round % 9}${line + 1}`;
      const away = 100 * line + this.#round;
      await this.#place('BUY', String(40_000 - away), qty);
      const sold = await this.#place('SELL', String(50_000 + away), qty);
      await this.#http.call('amendOrder', { body: { ...market, api_id: this.#apiId, order_id: sold, qty: `0.1${line + 1}` } });
    }
    for (const { order_id } of before) await this.#http.call('cancelOrder', { body: { ...market, api_id: this.#apiId, order_id } });
  }

  /** Waits until book and open orders of the page are the server's. */
  async isShown(page: Page): Promise<void> {
    const depth = await this.#http.call('depth', { query: market });
    const lines = [
      ...depth.bids.map(([price, qty]) => `Bid ${cents(price)} ${Number(qty)}`),
      ...depth.asks.map(([price, qty]) => `Ask ${cents(price)} ${Number(qty)}`),
    ];
    expect(lines.length).toBeGreaterThan(0);
    await expect.poll(() => shownLines(page), { message: 'lines of the book' }).toEqual(lines.sort());
    const orders = await this.#http.call('openOrders');
    const table = await new Workspace(page).table('Open orders');
    await table.shows(
      ...orders.map(({ side, price, qty }) => ({
        Side: side === 'BUY' ? 'Buy' : 'Sell',
        Price: Number(price).toLocaleString('en', { minimumFractionDigits: 2 }),
        Quantity: Number(qty).toFixed(5),
      })),
    );
  }

  async #place(side: 'BUY' | 'SELL', price: string, qty: string): Promise<string> {
    const body = { ...market, api_id: this.#apiId, side, type: 'LIMIT', price, qty } as const;
    return (await this.#http.call('doOrder', { body }))[0]?.order_id ?? '';
  }
}

const cents = (price: string): string => Number(price).toFixed(2);

async function shownLines(page: Page): Promise<readonly string[]> {
  const words = await page
    .getByRole('listbox', { name: /^Order book of / })
    .getByRole('option')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('aria-label') ?? ''));
  return words
    .flatMap((text) => {
      const read = /^(Bid|Ask) ([^\s,]+), quantity ([^\s,]+)/.exec(text);
      return read === null ? [] : [`${read[1]} ${read[2]} ${Number(read[3])}`];
    })
    .sort();
}
