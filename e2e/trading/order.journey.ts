import type { Page } from '@playwright/test';
import { userKey } from '../../core/client/connection/session-storage.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderBook } from '../kit/panels/order-book.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('an order is placed, amended and filled, and everything is still there after the server was killed', async ({ visitAs }) => {
  const buyer = await visitAs(server, 'trader1');
  const workspace = new Workspace(buyer.page);
  const book = new OrderBook(buyer.page);
  const ticket = new OrderTicket(buyer.page);

  await test.step('a market of the house is picked; its book is empty', async () => {
    await workspace.openMarket('BTCUSDT', 'Tessera');
    await expect(book.isEmpty).toBeVisible();
  });

  await test.step('a limit order rests in the book and in the open orders', async () => {
    await ticket.fill({ Price: '50000', Quantity: '0.1' });
    await ticket.submit('Buy 0.1 BTC').click();
    await expect(workspace.messages).toContainText('BTCUSDT order accepted');
    const orders = await workspace.table('Open orders');
    await orders.shows({
      Market: 'BTC/USDT Tessera',
      Side: 'Buy',
      Type: 'Limit',
      Price: '50,000.00',
      Quantity: '0.10000',
      Filled: '0%',
      Status: 'Open',
    });
    await book.shows('BUY', { price: '50000.00', qty: '0.1', total: '0.1' });
    await book.shows('SELL', null);
    const balances = await workspace.table('Balances');
    for (const asset of ['BTC', 'USDT']) await balances.row(asset).click();
    await balances.has({ Asset: 'USDT', Exchange: 'Tessera', Total: '100,000.00', Available: '95,000.00', 'In orders': '5,000.00' });
  });

  await test.step('the amended order stands at its new price, and holds more', async () => {
    const orders = await workspace.table('Open orders');
    await orders.amend(orders.row('BTC/USDT'), 'Price', '50100');
    await orders.amend(orders.row('BTC/USDT'), 'Total quantity', '0.12');
    await orders.shows({ Price: '50,100.00', Quantity: '0.12000', Filled: '0%', Status: 'Open' });
    await book.shows('BUY', { price: '50100.00', qty: '0.12', total: '0.12' });
    await (await workspace.table('Balances')).has({ Asset: 'USDT', Exchange: 'Tessera', 'In orders': '6,012.00' });
  });

  const seller = await visitAs(server, 'trader2');
  await test.step('another trader sees it and sells into it in two parts', async () => {
    const theirs = { workspace: new Workspace(seller.page), book: new OrderBook(seller.page), ticket: new OrderTicket(seller.page) };
    await theirs.workspace.openMarket('BTCUSDT', 'Tessera');
    await theirs.book.shows('BUY', { price: '50100.00', qty: '0.12', total: '0.12' });
    await theirs.book.takeBest('BUY');
    await expect(theirs.ticket.field('Price')).toHaveValue('50,100.00');
    await theirs.ticket.side('Sell').click();
    await theirs.ticket.fill({ Quantity: '0.05' });
    await theirs.ticket.submit('Sell 0.05 BTC').click();
    await (await workspace.table('Open orders')).shows({ Price: '50,100.00', Quantity: '0.12000', Filled: '41%', Status: 'Partly filled' });
    await book.shows('BUY', { price: '50100.00', qty: '0.07', total: '0.07' });

    await theirs.ticket.fill({ Quantity: '0.07' });
    await theirs.ticket.submit('Sell 0.07 BTC').click();
    // At the second VIP level nine tenths of the market's fee are charged.
    await (await theirs.workspace.table('Fills')).shows(
      { Side: 'Sell', Price: '50,100.00', Quantity: '0.05000', Amount: '2,505.00 USDT', Fee: '2.2545 USDT', Role: 'Taker' },
      { Side: 'Sell', Price: '50,100.00', Quantity: '0.07000', Amount: '3,507.00 USDT', Fee: '3.1563 USDT', Role: 'Taker' },
    );
  });

  /** Order, fills and money of the buyer, as the screen shows them. */
  const theOutcomeIsThere = async (): Promise<void> => {
    await (await workspace.table('Order history')).shows({
      Market: 'BTC/USDT Tessera',
      Side: 'Buy',
      Type: 'Limit',
      Price: '50,100.00',
      Quantity: '0.12000',
      Filled: '100%',
      Status: 'Filled',
    });
    await (await workspace.table('Fills')).shows(
      { Side: 'Buy', Price: '50,100.00', Quantity: '0.05000', Amount: '2,505.00 USDT', Fee: '0.00005 BTC', Role: 'Maker' },
      { Side: 'Buy', Price: '50,100.00', Quantity: '0.07000', Amount: '3,507.00 USDT', Fee: '0.00007 BTC', Role: 'Maker' },
    );
    const balances = await workspace.table('Balances');
    await balances.has({ Asset: 'USDT', Exchange: 'Tessera', Total: '93,988.00', Available: '93,988.00', 'In orders': '0.00' });
    await balances.has({ Asset: 'BTC', Exchange: 'Tessera', Total: '2.11988', Available: '2.11988', 'In orders': '0.00000' });
    const orders = await workspace.table('Open orders');
    await expect(orders.frame.getByText('No open orders.')).toBeVisible();
  };

  await test.step('history, fills and balance agree, and the ledger adds up to the balance', async () => {
    await theOutcomeIsThere();
    expect(await ledgerSums(buyer.page)).toEqual({ BTC: '2.11988', USDT: '93988' });
  });

  await test.step('while the server is dead the page says so, and recovers by itself', async () => {
    for (const { errors } of [buyer, seller]) errors.expect(/ERR_CONNECTION_REFUSED|WebSocket connection to .* failed/);
    await server.kill();
    const banner = buyer.page.getByRole('status').filter({ hasText: 'No connection to the server' });
    await expect(banner).toBeVisible();
    await server.restart();
    await expect(banner).toBeHidden({ timeout: 30_000 });
    await theOutcomeIsThere();
  });

  await test.step('nothing was lost: neither after a reload nor in the ledger', async () => {
    await buyer.page.reload();
    await expect(workspace.tab('BTCUSDT', 'Tessera')).toHaveAttribute('aria-pressed', 'true');
    await theOutcomeIsThere();
    await expect(book.isEmpty).toBeVisible();
    expect(await ledgerSums(buyer.page)).toEqual({ BTC: '2.11988', USDT: '93988' });
  });

  await test.step('trading goes on', async () => {
    await ticket.fill({ Price: '49000', Quantity: '0.2' });
    await ticket.submit('Buy 0.2 BTC').click();
    await book.shows('BUY', { price: '49000.00', qty: '0.2', total: '0.2' });
    await (await workspace.table('Balances')).has({ Asset: 'USDT', Exchange: 'Tessera', Total: '93,988.00', 'In orders': '9,800.00' });
  });
});

/** Sums of the ledger's lines for BTC and USDT of the trader's account at the house; the ledger has no panel yet. */
async function ledgerSums(page: Page): Promise<Readonly<Record<string, string>>> {
  const token = await page.evaluate((key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { token?: string }).token ?? '', userKey);
  const reply = await page.request.get('/sapi/user/api/ledger/list?exchange=tessera&limit=500', { headers: { authorization: token } });
  const { data } = (await reply.json()) as { data: { results: readonly { asset: string; amount: string }[] } };
  const minor = (amount: string): bigint => {
    const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
    return (amount.startsWith('-') ? -1n : 1n) * BigInt(whole + fraction.padEnd(8, '0'));
  };
  return Object.fromEntries(
    ['BTC', 'USDT'].map((asset) => {
      const sum = data.results.filter((line) => line.asset === asset).reduce((total, line) => total + minor(line.amount), 0n);
      return [asset, `${sum / 100_000_000n}.${String(sum % 100_000_000n).padStart(8, '0')}`.replace(/\.?0+$/, '')];
    }),
  );
}
