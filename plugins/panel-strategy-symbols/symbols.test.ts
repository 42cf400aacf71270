import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { someInstrument } from '../../core/client/testing/views.ts';
import { refused } from '../../core/contract/app-error.ts';
import type { NoticeAction, NoticeOptions } from '../../core/contract/client-services.ts';
import type { Instance } from '../../core/contract/strategies.ts';
import type { Services } from './requires.ts';
import { SubscriptionsStore } from './subscriptions-store.ts';
import { instancesByMarket, suggestedMarkets, symbolRows } from './symbol-rows.ts';

const instruments = [someInstrument('aurora'), someInstrument('borealis', 'ETHUSDT')];
const [bitcoin, ether] = instruments.map(({ id }) => id) as [string, string];
const title = (exchange: string): string => exchange.toUpperCase();

describe('the rows of the symbol list', () => {
  it('are the followed markets in their own order, those that are gone among them, or all', () => {
    const mine = symbolRows(instruments, [ether, 'gone/X/spot'], '', title);
    expect(mine.map(({ id, instrument }) => [id, instrument?.base])).toEqual([
      [ether, 'ETH'],
      ['gone/X/spot', undefined],
    ]);
    expect(symbolRows(instruments, null, '', title)).toHaveLength(2);
  });

  it('begin with the pairs that are traded most, each on one exchange, and with none that is not traded', () => {
    const listed = [
      someInstrument('aurora'),
      someInstrument('borealis'),
      someInstrument('aurora', 'ETHUSDT'),
      someInstrument('aurora', 'XUSDT'),
    ];
    const turnover: Readonly<Record<string, number>> = { [listed[0]?.id ?? '']: 5, [listed[1]?.id ?? '']: 9, [listed[2]?.id ?? '']: 20 };
    expect(suggestedMarkets(listed, (id) => turnover[id] ?? 0)).toEqual([listed[2]?.id, listed[1]?.id]);
  });

  it('hold every word of a search', () => {
    const found = (search: string) => symbolRows(instruments, null, search, title).map(({ id }) => id);
    expect([found('eth/usdt'), found('BOREALIS'), found('btc borealis')]).toEqual([[ether], [ether], []]);
  });

  it('know what runs on each market, also by one leg of several', () => {
    const running = [
      { name: 'Grid', params: { instrumentId: bitcoin } },
      { name: 'Spread', params: { legA: { instrumentId: bitcoin }, legB: { instrumentId: ether } } },
    ] as unknown as Instance[];
    const found = instancesByMarket(running);
    expect([bitcoin, ether].map((id) => found.get(id)?.map(({ name }) => name))).toEqual([['Grid', 'Spread'], ['Spread']]);
  });
});

describe('the markets that are followed', () => {
  let api: FakeApi;
  let offered: NoticeAction | undefined;
  let refusals: string[];
  let store: SubscriptionsStore;
  beforeEach(() => {
    let ids: string[] = [bitcoin];
    const idOf = (body: unknown): string => (body as { readonly instrumentId: string }).instrumentId;
    const views = () => ids.map((instrumentId) => ({ instrumentId }));
    api = new FakeApi({
      symbolSubscriptionList: views,
      symbolSubscriptionAdd: ({ body }) => {
        ids = [...ids, idOf(body)];
        return views();
      },
      symbolSubscriptionRemove: ({ body }) => {
        ids = ids.filter((id) => id !== idOf(body));
        return views();
      },
    });
    refusals = [];
    const notices = {
      show: (_kind: string, _text: string, { action }: NoticeOptions) => {
        offered = action;
      },
      error: ({ code }: { readonly code: string }) => void refusals.push(code),
    };
    store = new SubscriptionsStore({ api, notices, texts: { t: (_: string, key: string) => key } } as unknown as Services);
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  it('are followed and left, with a way back', async () => {
    await store.load();
    await store.add(ether);
    expect(store.ids).toEqual([bitcoin, ether]);
    await store.remove(bitcoin);
    expect(store.has(bitcoin)).toBe(false);
    offered?.run();
    await settled();
    expect(store.ids).toEqual([ether, bitcoin]);
  });

  it('stay as they are when the server refuses', async () => {
    await store.load();
    api.handlers.symbolSubscriptionAdd = () => refused('SUBSCRIPTION_TOO_MANY', { limit: 200 });
    await store.add(ether);
    expect([store.ids, refusals]).toEqual([[bitcoin], ['SUBSCRIPTION_TOO_MANY']]);
  });

  it('say that they could not be read, until they can', async () => {
    const list = api.handlers.symbolSubscriptionList;
    delete api.handlers.symbolSubscriptionList;
    await store.load();
    expect([store.error?.code, store.loading]).toEqual(['CLIENT_OFFLINE', false]);
    if (list !== undefined) api.handlers.symbolSubscriptionList = list;
    await store.load();
    expect(store.error).toBeNull();
  });
});
