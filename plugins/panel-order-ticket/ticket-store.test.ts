import { beforeEach, describe, expect, it } from 'vitest';
import { someOrder } from '../../core/client/testing/views.ts';
import { accepted, refused } from '../../core/contract/app-error.ts';
import { aurora, GivenTicket, tessera } from '../../tests/kit/tickets/given-ticket.ts';
import { planText } from './describe-order.ts';
import { defaultSettings } from './settings/ticket-settings.ts';
import { DraftShelf } from './templates/draft-shelf.ts';
import type { TicketStore } from './ticket-store.ts';

let given: GivenTicket;
let store: TicketStore;

beforeEach(() => {
  given = new GivenTicket();
  store = given.open();
  store.showInstrument(tessera);
});

describe('a ticket', () => {
  it('sends a good draft once, keeps the price and clears the size', async () => {
    store.change({ price: '100', qty: '1' });
    expect(await store.submit('BUY')).toMatchObject({ kind: 'sent', orders: [{ state: 'accepted' }] });
    expect(given.sent).toMatchObject([{ side: 'BUY', price: '100', qty: '1', clientOrderId: 'id-1', apiId: 7 }]);
    expect([store.draft.price, store.draft.qty, store.touched.has('qty')]).toEqual(['100', '', false]);
  });

  it('counts on the money of the account that trades the market, not on that of another type', () => {
    expect([store.context?.availableQuote, store.context?.availableBase]).toEqual(['1000', '3']);
  });

  it('shows what is missing instead of sending', async () => {
    expect([...store.touched]).toEqual([]);
    expect(await store.submit('BUY')).toEqual({ kind: 'invalid' });
    expect([...store.touched]).toEqual(['price', 'qty']);
    expect(Object.keys(store.errors)).toEqual(['qty']);
    store.type('price', '');
    expect(await store.submit('BUY')).toEqual({ kind: 'invalid' });
    expect(Object.keys(store.errors)).toEqual(['price', 'qty']);
    expect(given.sent).toEqual([]);
  });

  it('keeps everything typed when the server refuses, and points at the field', async () => {
    given.answer = () => refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: '120' });
    store.change({ price: '110', qty: '1' });
    await store.submit('BUY');
    expect([store.draft.price, store.draft.qty, store.refusal?.field]).toEqual(['110', '1', 'price']);
    store.type('price', '109');
    expect(store.refusal).toBeNull();
  });

  it('keeps what was typed when no answer came, for it may have to be sent again', async () => {
    given.answer = () => refused('CLIENT_TIMEOUT', { timeoutS: 20 });
    store.change({ price: '100', qty: '1' });
    await store.submit('BUY');
    expect([store.draft.qty, store.sender.orders[0]?.state]).toEqual(['1', 'unresolved']);
    store.dispose();
  });

  it('keeps of what it sent only what waits for a word', async () => {
    const found: string[] = [];
    store = given.open((orders) => found.push(...orders.map(({ clientOrderId }) => clientOrderId)));
    store.showInstrument(tessera);
    for (const reply of [accepted([someOrder('11')]), refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price' })]) {
      given.answer = () => reply;
      store.change({ price: '100', qty: '1' });
      await store.submit('BUY');
      expect(store.sender.orders).toEqual([]);
    }
    given.answer = () => refused('CLIENT_TIMEOUT', { timeoutS: 20 });
    await store.submit('BUY');
    given.answer = () => accepted([someOrder('12')]);
    await store.repeat(store.sender.orders.map(({ clientOrderId }) => clientOrderId));
    expect([store.sender.orders, found]).toEqual([[], ['id-3']]);
  });

  it('sends nothing more while an answer is awaited', async () => {
    store.change({ price: '100', qty: '1' });
    const presses = await Promise.all([store.submit('BUY'), store.submit('BUY'), store.confirm()]);
    expect(presses.map(({ kind }) => kind)).toEqual(['sent', 'invalid', 'invalid']);
    expect(given.sent).toHaveLength(1);
  });

  it('leaves alone what was typed while the order was under way', async () => {
    store.change({ price: '100', qty: '1' });
    const sending = store.submit('BUY');
    store.type('qty', '2');
    await sending;
    expect(store.draft.qty).toBe('2');
  });
});

describe('drafts', () => {
  it('wait with their market; a new market takes over the kind of order and not the numbers', () => {
    store.change({ type: 'STOP_LOSS', price: '100', qty: '1', triggerPrice: '99' });
    store.showInstrument(aurora);
    expect([store.draft.type, store.draft.price, store.draft.triggerPrice]).toEqual(['STOP_LOSS', '99.99', '']);
    store.change({ type: 'MARKET', qty: '2' });
    store.showInstrument(tessera);
    expect(store.draft).toMatchObject({ type: 'STOP_LOSS', price: '100', qty: '1', triggerPrice: '99' });
  });

  it('are still there after a reload of the page, for their user alone', () => {
    store.change({ price: '100', qty: '1.2' });
    const again = given.open();
    again.showInstrument(tessera);
    expect(again.draft).toMatchObject({ price: '100', qty: '1.2' });
    expect(new DraftShelf(given.storage, 'bob').take(tessera.id, again.draft)).toMatchObject({ price: '', qty: '' });
  });

  it('go on in the ticket that takes the place of one, with what was typed while it was being made', () => {
    const next = given.open();
    store.change({ price: '100', qty: '1.2' });
    next.showInstrument(tessera);
    expect(next.draft).toMatchObject({ price: '100', qty: '1.2' });
    next.type('qty', '3');
    store.showInstrument(aurora);
    store.showInstrument(tessera);
    expect(store.draft.qty).toBe('3');
  });

  it('begin anew when the storage holds nonsense', () => {
    given.storage.setItem('tessera.tickets.ann', '{"tessera/BTCUSDT/spot": [}');
    const again = given.open();
    again.showInstrument(tessera);
    expect(again.draft.qty).toBe('');
  });
});

describe('confirmations', () => {
  it('are asked per kind when quick mode is off, and send only after the answer', async () => {
    given.dashboard = { ...given.dashboard, quickMode: false };
    store = given.open();
    store.showInstrument(tessera);
    store.change({ price: '100', qty: '1' });
    expect(await store.submit('BUY')).toEqual({ kind: 'asking' });
    expect([store.asking, given.sent.length]).toEqual(['limit', 0]);
    store.withdraw();
    await store.submit('BUY');
    expect(await store.confirm()).toMatchObject({ kind: 'sent' });
    expect([store.asking, given.sent.length]).toEqual([null, 1]);
  });

  it('are withdrawn when the order is changed', async () => {
    given.dashboard = { ...given.dashboard, quickMode: false };
    store = given.open();
    store.showInstrument(tessera);
    store.change({ price: '100', qty: '1' });
    await store.submit('BUY');
    store.type('qty', '2');
    expect(store.asking).toBeNull();
  });

  it('stay for large orders in quick mode', async () => {
    store.takeSettings({ ...defaultSettings, largeAbove: '500' });
    store.change({ price: '100', qty: '6' });
    expect(await store.submit('BUY')).toEqual({ kind: 'asking' });
    expect(store.asking).toBe('large');
  });
});

describe('an order for several accounts', () => {
  const followAurora = (change: object = {}) => {
    store.takeSettings({ ...defaultSettings, syncAccounts: { 8: { on: false, ratio: 50, max: '', ...change } } });
    store.plan.choose(8, true);
  };

  it('goes to those that were chosen, each with its part on the grid of its own market', async () => {
    followAurora();
    store.change({ price: '100', qty: '1.23456' });
    expect(store.plan.followers.map(({ account }) => account.exchange)).toEqual(['aurora']);
    given.barred = [8];
    expect(store.plan.followers).toEqual([]);
    given.barred = [];
    await store.submit('BUY');
    expect(given.sent.map(({ apiId, instrumentId, qty }) => [apiId, instrumentId.split('/')[0], qty])).toEqual([
      [7, 'tessera', '1.23456'],
      [8, 'aurora', '0.61'],
    ]);
  });

  it('respects the ratio of all and the largest amount of each', () => {
    given.dashboard = { ...given.dashboard, syncRatio: 200 };
    store = given.open();
    store.showInstrument(tessera);
    followAurora();
    store.change({ price: '100', qty: '1.5' });
    expect(store.plan.orders[1]?.draft.qty).toBe('1.5');
    followAurora({ max: '77' });
    expect(store.plan.orders[1]?.draft.qty).toBe('0.77');
  });

  it('says why one takes no part, and sends the others', async () => {
    followAurora({ ratio: 1 });
    store.change({ price: '100', qty: '0.5' });
    expect(store.plan.orders[1]?.problem?.key).toBe('tooSmall');
    await store.submit('BUY');
    expect(given.sent.map(({ apiId }) => apiId)).toEqual([7]);
  });

  it('is large when all its parts together are, and those left out do not count', async () => {
    store.takeSettings({ ...defaultSettings, largeAbove: '120', syncAccounts: { 8: { on: false, ratio: 50, max: '' } } });
    store.plan.choose(8, true);
    store.change({ price: '100', qty: '1' });
    expect(store.plan.cost).toBe('150');
    await store.submit('BUY');
    expect([store.asking, given.sent.length]).toEqual(['large', 0]);
    store.withdraw();
    followAurora({ ratio: 1 });
    expect([store.plan.orders[1]?.problem?.key, store.plan.cost]).toEqual(['notional', '100']);
  });

  it('counts amount, fee, funds and remainder of all accounts together, and says each part', () => {
    followAurora();
    store.change({ price: '100', qty: '1' });
    expect(store.plan.sizes).toEqual(['1', '0.5']);
    expect(store.plan.figures).toMatchObject({ accounts: 2, available: '2000', cost: '150', remains: '1850' });
    expect(Number(store.plan.figures?.fee?.amount)).toBeCloseTo(1.5 * Number(tessera.makerFee), 10);
    followAurora({ ratio: 1 });
    expect(store.plan.figures).toMatchObject({ accounts: 1, available: '1000', cost: '100', remains: '900' });
  });

  it.each<[string, object, string]>([
    ['equal parts', { ratio: 100 }, 'submitQty.BUY 2 BTC · 2 × 1'],
    ['unlike parts', { ratio: 50 }, 'submitQty.BUY 1.5 BTC · 1 + 0.5'],
    ['one that takes no part', { ratio: 1 }, 'submitQty.BUY 1 BTC'],
  ])('says on its button what all accounts send: %s', (_, change, text) => {
    followAurora(change);
    store.change({ price: '100', qty: '1' });
    const t = (key: string, params?: Readonly<Record<string, unknown>>) => [key, ...Object.values(params ?? {})].join(' ');
    expect(planText(store, 'BUY', tessera, t)).toBe(text);
  });

  it('begins with the own account alone after it was sent, and in another market', async () => {
    followAurora();
    store.change({ price: '100', qty: '1' });
    await store.submit('BUY');
    expect(given.sent.map(({ apiId }) => apiId)).toEqual([7, 8]);
    expect(store.plan.orders.map(({ account }) => account.apiId)).toEqual([7]);
    store.plan.choose(8, true);
    store.showInstrument(aurora);
    store.showInstrument(tessera);
    expect(store.plan.isChosen(8)).toBe(false);
  });

  it('does not send again to one that has it when the own account was refused', async () => {
    followAurora();
    store.change({ price: '100', qty: '1' });
    given.answer = ({ apiId }) => (apiId === 7 ? refused('ORDER_PRICE_OUT_OF_BAND') : accepted([someOrder('12')]));
    await store.submit('BUY');
    expect(store.plan.orders.map(({ account }) => account.apiId)).toEqual([7]);
  });

  it('keeps its accounts when the trader says so', async () => {
    const keep = (keepAccounts: boolean) =>
      store.takeSettings({ ...defaultSettings, keepAccounts, syncAccounts: { 8: { on: true, ratio: 50, max: '' } } });
    keep(true);
    store.change({ price: '100', qty: '1' });
    await store.submit('BUY');
    store.showInstrument(aurora);
    store.showInstrument(tessera);
    expect(store.plan.isChosen(8)).toBe(true);
    keep(false);
    expect(store.plan.isChosen(8)).toBe(true);
    store.plan.choose(8, false);
    expect(store.plan.isChosen(8)).toBe(false);
  });

  it('goes to the own account alone when the mode is off', () => {
    given.dashboard = { ...given.dashboard, syncMode: false };
    store = given.open();
    store.showInstrument(tessera);
    followAurora();
    expect(store.plan.orders.map(({ account }) => account.apiId)).toEqual([7]);
  });
});
