import { makeAutoObservable } from 'mobx';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { someBalance, someOrder } from '../../core/client/testing/views.ts';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { DashboardState, Order, OrderIntent, Ticker } from '../../core/contract/client-services.ts';
import type { Instrument, InstrumentTerms } from '../../core/domain/markets/instrument.ts';
import { planText } from './describe-order.ts';
import { defaultSettings } from './settings/ticket-settings.ts';
import { DraftShelf, type DraftStorage } from './templates/draft-shelf.ts';
import { TicketStore, type TicketStoreParts } from './ticket-store.ts';

const market = (exchange: string, changes: Partial<InstrumentTerms> = {}): Instrument => ({
  id: `${exchange}/BTCUSDT/spot`,
  exchange,
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '10',
  priceBand: '0.2',
  makerFee: '0.001',
  takerFee: '0.001',
  state: 'TRADING',
  ...changes,
});
const tessera = market('tessera');
const aurora = market('aurora', { lot: '0.01', minQty: '0.01' });
const ticker = (instrumentId: string): Ticker => ({
  instrumentId,
  last: '100',
  bid: '99.99',
  ask: '100.02',
  open24h: null,
  high24h: null,
  low24h: null,
  volume24h: '0',
  quoteVolume24h: '0',
  timeMs: 0,
});

class MemoryStorage implements DraftStorage {
  readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
}

let storage: MemoryStorage;
let sent: OrderIntent[];
let answer: (request: OrderIntent) => Outcome<readonly Order[]>;
let dashboard: DashboardState;
let store: TicketStore;
/** Accounts that may not trade. */
let barred: number[];
/** The markets have prices. */
let known: boolean;

/** A ticket as a freshly loaded page makes it. */
function open(onFound?: TicketStoreParts['onFound']): TicketStore {
  const account = (apiId: number, exchange: string) => ({
    apiId,
    name: `my ${exchange}`,
    exchange,
    permissions: [],
    createdMs: 0,
    updatedMs: 0,
  });
  const apiAccounts = [account(7, 'tessera'), account(8, 'aurora'), account(9, 'closed')];
  const services = {
    api: new FakeApi(),
    accounts: {
      apiAccounts,
      may: (_act: string, apiId: number) => (barred.includes(apiId) ? { outcome: 'absent' } : { outcome: 'granted' }),
      accountFor: (exchange: string) => apiAccounts.find((one) => one.exchange === exchange) ?? null,
      loading: false,
      balances: [7, 8].flatMap((apiId) => [
        someBalance('USDT', '5', { apiId, accountType: 'usdm' }),
        someBalance('USDT', '1000', { apiId }),
        someBalance('BTC', '3', { apiId }),
      ]),
      openOrders: [],
      endedOrders: [],
      place: async (request: OrderIntent) => {
        sent.push(request);
        return answer(request);
      },
    },
    markets: {
      ticker: (id: string) => (known ? ticker(id) : null),
      index: () => null,
      instrument: (id: string) => [tessera, aurora].find((one) => one.id === id) ?? null,
    },
    workspace: { dashboard },
  } as unknown as TicketStoreParts['services'];
  let ids = 0;
  return new TicketStore({
    services,
    shelf: new DraftShelf(storage, 'ann'),
    timers: new FakeTimers(),
    makeId: () => `id-${++ids}`,
    ...(onFound === undefined ? {} : { onFound }),
  });
}

beforeEach(() => {
  storage = new MemoryStorage();
  sent = [];
  barred = [];
  known = true;
  answer = () => accepted([someOrder('11')]);
  dashboard = makeAutoObservable({ syncMode: true, quickMode: true, syncRatio: 100 } as DashboardState);
  store = open();
  store.showInstrument(tessera);
});

describe('a ticket', () => {
  it('sends a good draft once, keeps the price and clears the size', async () => {
    store.change({ price: '100', qty: '1' });
    expect(await store.submit('BUY')).toMatchObject({ kind: 'sent', orders: [{ state: 'accepted' }] });
    expect(sent).toMatchObject([{ side: 'BUY', price: '100', qty: '1', clientOrderId: 'id-1', apiId: 7 }]);
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
    expect(sent).toEqual([]);
  });

  it('keeps everything typed when the server refuses, and points at the field', async () => {
    answer = () => refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: '120' });
    store.change({ price: '110', qty: '1' });
    await store.submit('BUY');
    expect([store.draft.price, store.draft.qty, store.refusal?.field]).toEqual(['110', '1', 'price']);
    store.type('price', '109');
    expect(store.refusal).toBeNull();
  });

  it('keeps what was typed when no answer came, for it may have to be sent again', async () => {
    answer = () => refused('CLIENT_TIMEOUT', { timeoutS: 20 });
    store.change({ price: '100', qty: '1' });
    await store.submit('BUY');
    expect([store.draft.qty, store.sender.orders[0]?.state]).toEqual(['1', 'unresolved']);
    store.dispose();
  });

  it('keeps of what it sent only what waits for a word', async () => {
    const found: string[] = [];
    store = open((orders) => found.push(...orders.map(({ clientOrderId }) => clientOrderId)));
    store.showInstrument(tessera);
    for (const reply of [accepted([someOrder('11')]), refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price' })]) {
      answer = () => reply;
      store.change({ price: '100', qty: '1' });
      await store.submit('BUY');
      expect(store.sender.orders).toEqual([]);
    }
    answer = () => refused('CLIENT_TIMEOUT', { timeoutS: 20 });
    await store.submit('BUY');
    answer = () => accepted([someOrder('12')]);
    await store.repeat(store.sender.orders.map(({ clientOrderId }) => clientOrderId));
    expect([store.sender.orders, found]).toEqual([[], ['id-3']]);
  });

  it('sends nothing more while an answer is awaited', async () => {
    store.change({ price: '100', qty: '1' });
    const presses = await Promise.all([store.submit('BUY'), store.submit('BUY'), store.confirm()]);
    expect(presses.map(({ kind }) => kind)).toEqual(['sent', 'invalid', 'invalid']);
    expect(sent).toHaveLength(1);
  });

  it('leaves alone what was typed while the order was under way', async () => {
    store.change({ price: '100', qty: '1' });
    const sending = store.submit('BUY');
    store.type('qty', '2');
    await sending;
    expect(store.draft.qty).toBe('2');
  });
});

describe('price, quantity and total', () => {
  it('keep up with each other, and the total settles on the grid', () => {
    store.type('price', '33.33');
    store.type('total', '100');
    expect([store.draft.qty, store.shownTotal]).toEqual(['3.0003', '100']);
    store.type('price', '50');
    expect(store.draft.qty).toBe('2');
    store.settleTotal();
    expect(store.shownTotal).toBe('100');
    store.type('qty', '1.5');
    expect(store.shownTotal).toBe('75');
  });

  it('follow a share of the balance, and tell it', () => {
    store.type('price', '100');
    store.takePercent(25);
    expect([store.draft.qty, store.percent]).toEqual(['2.5', 25]);
    store.change({ side: 'SELL' });
    expect(store.percent).toBe(83);
    store.takePercent(0);
    expect(store.draft.qty).toBe('');
  });

  it('take a picked price where the form has one, and keep the side', () => {
    store.change({ type: 'MARKET', side: 'SELL' });
    store.takePrice('99.5');
    expect([store.draft.type, store.draft.price, store.draft.side]).toEqual(['LIMIT', '99.5', 'SELL']);
    store.change({ type: 'STOP_MARKET' });
    store.takePrice('98');
    expect([store.draft.type, store.draft.triggerPrice]).toEqual(['STOP_MARKET', '98']);
    store.change({ mode: 'OCO' });
    store.takePrice('105');
    store.takePrice('95');
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['105', '95']);
  });

  it('take the market’s prices by a press, and the best one when the keyboard comes', () => {
    for (const [preset, price] of [
      ['bid', '99.99'],
      ['mid', '100'],
      ['ask', '100.02'],
      ['last', '100'],
    ] as const) {
      store.takePreset(preset);
      expect(store.draft.price).toBe(price);
    }
    store.begin('SELL');
    expect([store.draft.side, store.draft.price]).toEqual(['SELL', '100']);
    store.type('price', '');
    store.begin('SELL');
    expect(store.draft.price).toBe('100.02');
  });
});

describe('the price', () => {
  it('is the best one of the own side until the user writes one, which then stays', () => {
    expect(store.draft.price).toBe('99.99');
    store.chooseSide('SELL');
    expect(store.draft.price).toBe('100.02');
    store.chooseKind('STOP_LOSS');
    expect(store.draft.price).toBe('100.02');
    store.type('price', '101');
    store.chooseSide('BUY');
    store.suggestPrice();
    expect(store.draft.price).toBe('101');
    store.type('price', '');
    store.suggestPrice();
    expect(store.draft.price).toBe('');
  });

  it('that nobody wrote is made anew when its market comes back, and one that comes late is put in then', () => {
    store.showInstrument(aurora);
    known = false;
    store.showInstrument(tessera);
    expect(store.draft.price).toBe('');
    known = true;
    store.suggestPrice();
    expect(store.draft.price).toBe('99.99');
  });

  it('that was picked or typed waits with its market', () => {
    store.takePrice('97');
    store.showInstrument(aurora);
    store.showInstrument(tessera);
    expect(store.draft.price).toBe('97');
  });
});

describe('take profit and stop', () => {
  const bracket = () => {
    store.change({ mode: 'BRACKET' });
    store.type('price', '100');
    store.type('qty', '2');
  };

  it('are prices or distances from the entry, each shown as the other too', () => {
    bracket();
    store.typePercent('profit', '5');
    store.type('stopTrigger', '98');
    expect([store.draft.profitPrice, store.percentOf('profit')]).toEqual(['105', '5']);
    expect([store.draft.stopTrigger, store.percentOf('stop')]).toEqual(['98', '2']);
    store.chooseSide('SELL');
    expect([store.draft.profitPrice, store.percentOf('stop')]).toEqual(['95', '']);
  });

  it('that were typed as distances follow the entry, and prices stay', () => {
    bracket();
    store.typePercent('profit', '5');
    store.type('stopTrigger', '98');
    store.type('price', '200');
    expect([store.draft.profitPrice, store.draft.stopTrigger, store.percentOf('stop')]).toEqual(['210', '98', '51']);
    store.type('profitPrice', '220');
    store.type('price', '100');
    expect(store.draft.profitPrice).toBe('220');
  });

  it('say what they would gain and lose, at all accounts together', () => {
    bracket();
    expect(store.riskReward).toBeNull();
    store.typePercent('profit', '5');
    store.typePercent('stop', '2');
    expect(store.riskReward).toEqual({ gain: '10', loss: '4', ratio: '2.5' });
    store.plan.choose(8, true);
    expect(store.riskReward).toEqual({ gain: '20', loss: '8', ratio: '2.5' });
    store.type('stopTrigger', '103');
    expect(store.riskReward).toBeNull();
  });

  it('of a pair alone are measured from the last price', () => {
    store.chooseKind('OCO');
    store.chooseSide('SELL');
    store.type('qty', '1');
    store.typePercent('profit', '10');
    store.typePercent('stop', '4');
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['110', '96']);
    expect(store.riskReward).toEqual({ gain: '10', loss: '4', ratio: '2.5' });
    store.chooseKind('MARKET');
    expect(store.draft.mode).toBe('ORDER');
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
    const again = open();
    again.showInstrument(tessera);
    expect(again.draft).toMatchObject({ price: '100', qty: '1.2' });
    expect(new DraftShelf(storage, 'bob').take(tessera.id, again.draft)).toMatchObject({ price: '', qty: '' });
  });

  it('begin anew when the storage holds nonsense', () => {
    storage.setItem('tessera.tickets.ann', '{"tessera/BTCUSDT/spot": [}');
    const again = open();
    again.showInstrument(tessera);
    expect(again.draft.qty).toBe('');
  });
});

describe('confirmations', () => {
  it('are asked per kind when quick mode is off, and send only after the answer', async () => {
    dashboard = { ...dashboard, quickMode: false };
    store = open();
    store.showInstrument(tessera);
    store.change({ price: '100', qty: '1' });
    expect(await store.submit('BUY')).toEqual({ kind: 'asking' });
    expect([store.asking, sent.length]).toEqual(['limit', 0]);
    store.withdraw();
    await store.submit('BUY');
    expect(await store.confirm()).toMatchObject({ kind: 'sent' });
    expect([store.asking, sent.length]).toEqual([null, 1]);
  });

  it('are withdrawn when the order is changed', async () => {
    dashboard = { ...dashboard, quickMode: false };
    store = open();
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
    barred = [8];
    expect(store.plan.followers).toEqual([]);
    barred = [];
    await store.submit('BUY');
    expect(sent.map(({ apiId, instrumentId, qty }) => [apiId, instrumentId.split('/')[0], qty])).toEqual([
      [7, 'tessera', '1.23456'],
      [8, 'aurora', '0.61'],
    ]);
  });

  it('respects the ratio of all and the largest amount of each', () => {
    dashboard = { ...dashboard, syncRatio: 200 };
    store = open();
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
    expect(sent.map(({ apiId }) => apiId)).toEqual([7]);
  });

  it('is large when all its parts together are, and those left out do not count', async () => {
    store.takeSettings({ ...defaultSettings, largeAbove: '120', syncAccounts: { 8: { on: false, ratio: 50, max: '' } } });
    store.plan.choose(8, true);
    store.change({ price: '100', qty: '1' });
    expect(store.plan.cost).toBe('150');
    await store.submit('BUY');
    expect([store.asking, sent.length]).toEqual(['large', 0]);
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
    expect(sent.map(({ apiId }) => apiId)).toEqual([7, 8]);
    expect(store.plan.orders.map(({ account }) => account.apiId)).toEqual([7]);
    store.plan.choose(8, true);
    store.showInstrument(aurora);
    store.showInstrument(tessera);
    expect(store.plan.isChosen(8)).toBe(false);
  });

  it('does not send again to one that has it when the own account was refused', async () => {
    followAurora();
    store.change({ price: '100', qty: '1' });
    answer = ({ apiId }) => (apiId === 7 ? refused('ORDER_PRICE_OUT_OF_BAND') : accepted([someOrder('12')]));
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
    dashboard = { ...dashboard, syncMode: false };
    store = open();
    store.showInstrument(tessera);
    followAurora();
    expect(store.plan.orders.map(({ account }) => account.apiId)).toEqual([7]);
  });
});
