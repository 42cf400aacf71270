import { expect } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { canMove } from '../../../core/domain/state-table.ts';
import type { Card, VenueUnderTest } from './venue-under-test.ts';

/** V80–V89: the books balance. */
export function moneyCards(card: Card): void {
  card('V80 a deposit happens once per reference', async (test) => {
    const apiId = await test.account();
    const { quote } = test.instrument;
    expect(await test.venue.deposit(spotAccount(apiId), quote, '5', 'gift')).toMatchObject({ ok: true });
    expect(await test.venue.deposit(spotAccount(apiId), quote, '5', 'gift')).toMatchObject({ ok: true });
    expect(test.balance(apiId, quote)[0]).toBe('1000005');
    expect(await test.venue.deposit(spotAccount(apiId), quote, '6', 'gift')).toMatchObject({
      ok: false,
      error: { code: 'TRANSFER_DUPLICATE_REFERENCE' },
    });
  });

  card('V81 a deposit of nothing, of too fine an amount or of an unknown asset is refused', async (test) => {
    const apiId = await test.account();
    const { quote } = test.instrument;
    expect((await test.venue.deposit(spotAccount(apiId), quote, '0', 'a')).ok).toBe(false);
    expect((await test.venue.deposit(spotAccount(apiId), quote, '0.0000000000000000001', 'b')).ok).toBe(false);
    expect((await test.venue.deposit(spotAccount(apiId), 'NOCOIN', '1', 'c')).ok).toBe(false);
    expect(test.balance(apiId, quote)).toEqual(['1000000', '0']);
  });

  card('V82 opening an account twice is harmless', async (test) => {
    const apiId = await test.account();
    await test.venue.openAccount(spotAccount(apiId));
    expect(test.balance(apiId, test.instrument.base)).toEqual(['1000', '0']);
  });

  card('V83 every ledger entry sums to zero per asset', async (test) => {
    await trade(test);
    expect(test.entries().length).toBeGreaterThan(4);
    for (const entry of test.entries()) for (const sum of sums(entry.lines).values()) expect(sum).toBe('0');
  });

  card('V84 a balance is the sum of its ledger lines', async (test) => {
    const accounts = await trade(test);
    for (const apiId of accounts) {
      const lines = test.entries().flatMap((entry) => entry.lines.filter(({ account }) => account === apiId));
      const byAsset = sums(lines);
      for (const { asset, total } of test.venue.balances(spotAccount(apiId)))
        expect([asset, total]).toEqual([asset, byAsset.get(asset) ?? '0']);
    }
  });

  card('V85 an order moves along the state table and a fill is reported once', async (test) => {
    await trade(test);
    const last = new Map<string, (typeof orderStatusTable.next)['WAITING'][number]>();
    for (const { order } of test.events('order')) {
      const before = last.get(order.orderId);
      if (before !== undefined && before !== order.status) expect(canMove(orderStatusTable, before, order.status)).toBe(true);
      last.set(order.orderId, order.status);
    }
    const fills = test.events('fill').map(({ fill }) => `${fill.tradeId}/${fill.orderId}`);
    expect(new Set(fills).size).toBe(fills.length);
  });

  card('V86 levels build the same book as the depth', async (test) => {
    await trade(test);
    const book = { BUY: new Map<string, string>(), SELL: new Map<string, string>() };
    for (const { side, price, qty } of test.events('level')) {
      if (qty === '0') book[side].delete(price);
      else book[side].set(price, qty);
    }
    const depth = test.venue.depth(test.instrument.id, 100);
    expect(new Map(depth?.bids)).toEqual(book.BUY);
    expect(new Map(depth?.asks)).toEqual(book.SELL);
  });

  card('V87 sequences grow, and every report names the exchange', async (test) => {
    await trade(test);
    let last = 0;
    for (const batch of test.opened.batches) {
      expect(batch.exchange).toBe(test.venue.exchange);
      expect(batch.sequence).toBeGreaterThan(last);
      last = batch.sequence;
    }
  });
}

/** V88–V89, V94: money that leaves. */
export function withdrawalCards(card: Card): void {
  card('V88 a withdrawal happens once per reference, and its entry is the mirror of a deposit', async (test) => {
    const apiId = await test.account();
    const { quote } = test.instrument;
    for (let time = 0; time < 2; time++) {
      expect(await test.venue.withdraw?.(spotAccount(apiId), quote, '5', 'out')).toMatchObject({ ok: true });
      expect(test.balance(apiId, quote)).toEqual(['999995', '0']);
    }
    for (const again of [
      test.venue.withdraw?.(spotAccount(apiId), quote, '6', 'out'),
      test.venue.deposit(spotAccount(apiId), quote, '5', 'out'),
    ])
      expect(await again).toMatchObject({ ok: false, error: { code: 'TRANSFER_DUPLICATE_REFERENCE' } });
    const entry = test.entries().findLast(({ reference }) => reference === 'out');
    expect(entry?.lines.map(({ account, amount }) => `${account} ${amount}`).sort()).toEqual([`${apiId} -5`, 'external 5']);
  });

  card('V89 a withdrawal of what an order holds, of nothing, of too fine an amount or of an unknown asset is refused', async (test) => {
    const apiId = await test.account();
    const { quote } = test.instrument;
    await test.limit(apiId, 'BUY', 1, 100);
    const withdraw = (asset: string, amount: string) => test.venue.withdraw?.(spotAccount(apiId), asset, amount, `out ${asset} ${amount}`);
    expect(await withdraw(quote, '999901')).toMatchObject({
      error: { code: 'TRANSFER_INSUFFICIENT', params: { field: 'amount', limit: '999900' } },
    });
    for (const amount of ['0', '-1', 'NaN', '0.0000000000000000001']) expect(await withdraw(quote, amount)).toMatchObject({ ok: false });
    expect(await withdraw('NOCOIN', '1')).toMatchObject({ ok: false });
    expect(await withdraw(quote, '999900')).toMatchObject({ ok: true });
    expect(test.balance(apiId, quote)).toEqual(['100', '100']);
  });

  card('V94 what is held for a withdrawal goes to no order, and to that withdrawal alone', async (test) => {
    // Who keeps a journal keeps what it holds; who only repeats another exchange may hold nothing.
    if (test.venue.hold === undefined) return expect(test.venue.durability).not.toBe('journal');
    const apiId = await test.account();
    const { quote } = test.instrument;
    const hold = (amount: string, reference: string) => test.venue.hold?.(spotAccount(apiId), quote, amount, reference);
    for (let time = 0; time < 2; time++) expect(await hold('999900', 'out')).toMatchObject({ ok: true });
    expect(await hold('101', 'more')).toMatchObject({ error: { code: 'TRANSFER_INSUFFICIENT', params: { limit: '100' } } });
    expect(await hold('1', 'out')).toMatchObject({ error: { code: 'TRANSFER_DUPLICATE_REFERENCE' } });
    expect(await hold('50', 'let go')).toMatchObject({ ok: true });
    const order = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    expect(await test.venue.submit(order)).toMatchObject({ ok: false });
    for (let time = 0; time < 2; time++) expect(await test.venue.release?.('let go')).toMatchObject({ ok: true });
    await test.limit(apiId, 'BUY', 1, 100);
    expect([test.balance(apiId, quote), test.venue.holds?.()]).toEqual([['1000000', '1000000'], ['out']]);
    expect(await test.venue.withdraw?.(spotAccount(apiId), quote, '999900', 'out')).toMatchObject({ ok: true });
    expect([test.balance(apiId, quote), test.venue.holds?.()]).toEqual([['100', '100'], []]);
  });
}

/** A short life: rests, fills, cancels. Gives the accounts. */
async function trade(test: VenueUnderTest): Promise<readonly number[]> {
  const [maker, taker] = [await test.account(), await test.account()];
  await test.limit(maker, 'SELL', 3, 100.1);
  await test.limit(maker, 'BUY', 2, 99.9);
  await test.limit(taker, 'BUY', 1, 100.1);
  await test.market(taker, 'SELL', 0.7);
  const resting = await test.limit(taker, 'BUY', 4, 99.5);
  await test.limit(taker, 'BUY', 1, 99.4);
  await test.cancel(resting);
  return [maker, taker];
}

function sums(lines: readonly { readonly asset: string; readonly amount: string }[]): ReadonlyMap<string, string> {
  const byAsset = new Map<string, string>();
  for (const { asset, amount } of lines) byAsset.set(asset, addDecimals(byAsset.get(asset) ?? '0', amount));
  return byAsset;
}
