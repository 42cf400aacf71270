import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { someBalance, someOrder } from '../../../core/client/testing/views.ts';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Fill, Order, OrderIntent } from '../../../core/contract/client-services.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { ShownHealth } from '../../../core/domain/markets/venue-health.ts';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import { FeeRates } from '../fee-rates.ts';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { DraftShelf } from '../templates/draft-shelf.ts';
import { TicketStore } from '../ticket-store.ts';
import { TicketForm } from './ticket-form.tsx';

const instrument: Instrument = {
  id: 'aurora/BTCUSDT/spot',
  exchange: 'aurora',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.001',
  minQty: '0.001',
  maxQty: '100',
  minNotional: '5',
  priceBand: '0.2',
  makerFee: '0.001',
  takerFee: '0.001',
  state: 'TRADING',
};

const health = observable.box<ShownHealth>('LIVE');
const index = observable.box<object | null>(null, { deep: false });
let sent: OrderIntent[];
let shown: string[];
let answer: Outcome<readonly Order[]>;
let takeSide: (side: 'BUY' | 'SELL') => void;
let screen: Rendered;
let store: TicketStore;
let rates: FeeRates;
let fills: Array<Pick<Fill, 'apiId' | 'orderId'>>;

beforeEach(async () => {
  sent = [];
  shown = [];
  fills = [];
  answer = accepted([someOrder('77')]);
  const account = {
    apiId: 1,
    name: 'Main',
    exchange: 'aurora',
    permissions: [],
    createdMs: 0,
    updatedMs: 0,
    may: ['trade'],
    lockedAtVip: null,
  };
  rates = new FeeRates(
    new FakeApi({
      accountFees: () => [{ apiId: 1, instrumentId: instrument.id, makerFee: '0.0006', takerFee: '0.0008', tier: 3, discount: '0' }],
    }),
  );
  const services = {
    api: new FakeApi(),
    rates,
    accounts: {
      apiAccounts: [account],
      accountFor: () => account,
      may: () => ({ outcome: 'granted' }),
      loading: false,
      balances: [someBalance('USDT', '1000'), someBalance('BTC', '2')],
      openOrders: [],
      endedOrders: [],
      fills,
      place: async (request: OrderIntent) => {
        sent.push(request);
        return answer;
      },
    },
    markets: {
      ticker: () => ({ last: '100', bid: '99.99', ask: '100.01' }),
      watchTickers: () => () => undefined,
      index: () => index.get(),
      watchIndexes: () => () => undefined,
      instrument: () => instrument,
      exchangeTitle: () => 'Aurora',
      health: () => health.get(),
    },
    stream: { subscribe: () => () => undefined },
    notices: {
      show: (_: string, { key }: { readonly key: string }) => shown.push(key),
      error: ({ code }: { readonly code: string }) => shown.push(code),
    },
    texts: {
      t: (_: string, key: keyof typeof texts, params: Readonly<Record<string, string>> = {}) =>
        texts[key].replace(/{{(\w+)}}/g, (_whole, name: string) => params[name] ?? ''),
      language: 'en',
      errorText: ({ code }: { readonly code: string }) => `refused: ${code}`,
    },
    workspace: {
      dashboard: { quickMode: true, syncMode: true, syncRatio: 100, affixedIntervals: [] },
      setDashboard: () => undefined,
      offerTicket: (take: typeof takeSide) => {
        takeSide = take;
        return () => undefined;
      },
    },
  } as unknown as Services;
  store = new TicketStore({ services, shelf: new DraftShelf(sessionStorage, 'ann'), timers: stillServices.timers, makeId: () => 'id' });
  store.showInstrument(instrument);
  // As the panel does, the market as the store last heard of it.
  const Shown = observer(() => (
    <TicketForm services={services} store={store} instrument={store.instrument ?? instrument} onSettings={() => undefined} />
  ));
  screen = await render(<Shown />, { 'panel-order-ticket': texts });
});
afterEach(async () => {
  await screen.close();
  sessionStorage.clear();
});

const field = (name: string): HTMLInputElement => screen.container.querySelector(`[data-field="${name}"] input`) as HTMLInputElement;
const form = (): HTMLFormElement => screen.container.querySelector('form') as HTMLFormElement;
const enter = () => act(async () => form().requestSubmit());
const press = (target: Element, init: KeyboardEventInit) =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })));

describe('the ticket’s form', () => {
  it('says before anything is sent that the exchange takes cancels only, and no longer than it does', async () => {
    const said = (): string | null | undefined => screen.container.querySelector('[aria-live]')?.textContent;
    const become = (next: ShownHealth) => act(async () => runInAction(() => health.set(next)));
    expect(said()).toBe('');
    await become('CANCEL_ONLY');
    expect(said()).toBe(texts['health.CANCEL_ONLY']);
    await become('DOWN');
    expect(said()).toMatch(/^Aurora takes no orders/);
    await become('LIVE');
    expect(said()).toBe('');
  });

  it('says of a quantity that it is missing, or that it is none, in words of its own, and sends nothing', async () => {
    await act(async () => store.type('price', '50000'));
    await enter();
    expect(screen.container.querySelector('[data-field="qty"]')?.textContent).toContain('Quantity cannot be empty');
    await act(async () => store.type('qty', '1e3'));
    await enter();
    expect(screen.container.querySelector('[data-field="qty"]')?.textContent).toContain('Invalid quantity input');
    expect(sent).toEqual([]);
  });

  it('says before anything is sent that its market is halted or has ended, whatever its exchange does, and no longer than it is', async () => {
    const said = (): string | null | undefined => screen.container.querySelector('[aria-live]')?.textContent;
    const become = (state: Instrument['state']) => act(async () => store.showInstrument({ ...instrument, state }));
    await act(async () => store.type('price', '50'));
    await become('HALTED');
    expect(said()).toMatch(/^BTCUSDT is halted at Aurora/);
    await become('TRADING');
    expect(said()).toBe('');
    await act(async () => runInAction(() => health.set('DOWN')));
    await become('DELISTED');
    expect(said()).toBe('BTCUSDT has ended at Aurora and takes no more orders.');
    expect(field('price').value).toBe('50.00');
    await act(async () => runInAction(() => health.set('LIVE')));
  });

  it('shows and previews the fees of the market until it knows those of the account', async () => {
    const shownFees = (): string | undefined =>
      [...screen.container.querySelectorAll('dt')].find((term) => term.textContent === texts.rates)?.nextElementSibling?.textContent ??
      undefined;
    await act(async () => {
      store.type('price', '50');
      store.type('qty', '1');
    });
    expect(shownFees()).toBe('0.1% · 0.1%');
    expect(store.plan.figures?.fee).toEqual({ amount: '0.001', asset: 'BTC' });
    await act(() => rates.load(instrument));
    expect(shownFees()).toBe('0.06% · 0.08%');
    expect(store.plan.figures?.fee).toEqual({ amount: '0.0006', asset: 'BTC' });
  });

  it('takes the keyboard on a side, with the best price, and sends with Enter', async () => {
    await act(async () => takeSide('SELL'));
    expect(document.activeElement).toBe(field('qty'));
    expect([store.draft.side, field('price').value]).toEqual(['SELL', '100.01']);
    await act(async () => store.type('qty', '0.5'));
    await enter();
    expect(sent).toMatchObject([{ side: 'SELL', price: '100.01', qty: '0.5' }]);
    expect(shown).toEqual(['accepted']);
    expect(screen.container.querySelector('[role=status]')?.textContent).toBe('');
    expect(field('qty').value).toBe('');
  });

  it('says that an order was accepted, and leaves one that has traded, also before the reply came, to the message of its fill', async () => {
    for (const status of ['FILLED', 'UNFILLED'] as const) {
      answer = accepted([someOrder('77', { status })]);
      await act(async () => store.change({ price: '100', qty: '1' }));
      await enter();
    }
    fills.push({ apiId: 1, orderId: '78' });
    answer = accepted([someOrder('78', { apiId: 1, status: 'UNFILLED' })]);
    await act(async () => store.change({ price: '100', qty: '1' }));
    await enter();
    expect([sent.length, shown]).toEqual([3, ['accepted']]);
  });

  it('says beside the empty one that a take profit and a stop are attached together, before anything is sent', async () => {
    await act(async () => store.change({ mode: 'BRACKET', price: '100', qty: '1' }));
    const saidAt = (name: string): string => screen.container.querySelector(`[data-field=${name}]`)?.textContent ?? '';
    expect([saidAt('profitPrice'), saidAt('stopTrigger')].join()).not.toContain(texts['error.bothLegs']);
    await act(async () => store.type('stopTrigger', '90'));
    expect(saidAt('profitPrice')).toContain(texts['error.bothLegs']);
    expect(screen.container.textContent).toContain(texts['hint.oneLeg']);
    await enter();
    expect([sent, field('profitPrice').getAttribute('aria-invalid')]).toEqual([[], 'true']);
    await act(async () => store.type('profitPrice', '110'));
    expect(saidAt('profitPrice')).not.toContain(texts['error.bothLegs']);
    await enter();
    expect(sent).toMatchObject([{ triggerKind: 'CONDITIONAL_OCO' }]);
  });

  it('sends nothing while something is wrong: it goes to the field and says why', async () => {
    await act(async () => store.change({ price: '100', qty: '500' }));
    await enter();
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(field('qty'));
    expect(field('qty').getAttribute('aria-invalid')).toBe('true');
    expect(screen.container.querySelector('form > [role=alert]')?.textContent).toBe('Quantity: At most 100');
  });

  it('shows a refusal of the server at its field', async () => {
    answer = refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: '1', asset: 'USDT' });
    await act(async () => store.change({ price: '100', qty: '1' }));
    await enter();
    expect(screen.container.querySelector('[data-field=qty]')?.textContent).toContain('refused: ORDER_INSUFFICIENT_BALANCE');
    expect([field('qty').value, document.activeElement]).toEqual(['1', field('qty')]);
  });

  it('sends from any field with Alt and the side, once however long the key is held', async () => {
    await act(async () => store.change({ price: '100', qty: '1' }));
    await press(field('price'), { code: 'KeyS', key: 's', altKey: true, repeat: true });
    expect(sent).toEqual([]);
    await press(field('price'), { code: 'KeyS', key: 's', altKey: true });
    expect(sent).toMatchObject([{ side: 'SELL' }]);
  });

  it('takes a share of the balance with Alt and a digit', async () => {
    await act(async () => store.change({ price: '100' }));
    await press(field('price'), { code: 'Digit2', key: '2', altKey: true });
    expect(field('qty').value).toBe('5');
  });

  it('offers a trigger the index where the pair has one, compares with it, and sends it', async () => {
    const watched = (): Element | undefined =>
      [...screen.container.querySelectorAll('label')].find((one) => one.textContent === texts.watchedPrice);
    await act(async () => store.change({ type: 'STOP_MARKET', side: 'SELL', triggerPrice: '95', qty: '1' }));
    const offered = async (): Promise<number> => {
      const select = watched()?.parentElement?.querySelector<HTMLElement>('[role=combobox]');
      await act(async () => select?.click());
      const { length } = document.querySelectorAll('[role=option]');
      await act(async () => select?.click());
      return length;
    };
    expect(await offered()).toBe(1);
    await act(async () => runInAction(() => index.set({ base: 'BTC', quote: 'USDT', price: '90', stale: false, time: 0, sources: [] })));
    expect(await offered()).toBe(2);
    await act(async () => store.change({ watchedPrice: 'INDEX' }));
    await enter();
    expect(sent).toEqual([]);
    await act(async () => store.change({ triggerPrice: '85' }));
    await enter();
    expect(sent).toMatchObject([{ type: 'STOP_MARKET', triggerPrice: '85', watchedPrice: 'INDEX' }]);
    await act(async () => runInAction(() => index.set(null)));
  });

  it('shows only what the kind of order needs', async () => {
    const labels = (): string[] =>
      [...screen.container.querySelectorAll('[data-field]')].map((one) => one.getAttribute('data-field') ?? '');
    expect(labels()).toEqual(['price', 'qty', 'total']);
    await act(async () => store.change({ type: 'MARKET' }));
    expect(labels()).toEqual(['qty']);
    await act(async () => store.change({ mode: 'OCO' }));
    expect(labels()).toEqual(['qty', 'profitPrice', 'stopTrigger']);
  });
});
