import { beforeEach, describe, expect, it } from 'vitest';
import type { UserMessage } from '../../core/contract/messages.ts';
import type { Order } from '../../core/contract/trading.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { DealNews } from './deal-news.ts';

const startMs = 1_700_000_000_000;
const market = { id: 'tessera/BTCUSDT/spot', base: 'BTC', symbol: 'BTCUSDT', tick: '0.01' } as Instrument;
const filled = (orderId: string, changes: Partial<Order> = {}): Order =>
  ({
    ...{ exchange: 'tessera', orderId, clientOrderId: `mine-${orderId}`, apiId: 1, instrumentId: market.id, side: 'BUY' },
    ...{ filledQty: '0.3', filledQuote: '18000', status: 'FILLED', updatedMs: startMs },
    ...changes,
  }) as Order;

let clock: ManualClock;
let sent: UserMessage[];
let news: DealNews;
let isDown: boolean;
const logged: string[] = [];
const logger = { warn: () => undefined, error: (_: object, text: string) => void logged.push(text) };
const hear = (...orders: Order[]): void => news.batch({ events: orders.map((order) => ({ type: 'order', order }) as never) });
const said = (language: 'en' | 'zh-CN' = 'en') =>
  sent.map(({ title, body }) => [title, body].map((text) => (typeof text === 'function' ? text(language) : text)));

beforeEach(() => {
  clock = new ManualClock(startMs);
  sent = [];
  isDown = false;
  news = new DealNews({
    messages: {
      send: async (message) => {
        if (isDown) throw new Error('away');
        sent.push(message);
      },
    },
    ownerOf: (apiId) => (apiId > 9 ? null : `user-${apiId}`),
    instrument: (id) => (id === market.id ? market : null),
    exchangeTitle: () => 'House',
    clock,
    logger: logger as never,
  });
});

describe('messages of deals', () => {
  it('tell the owner of the account once an order has ended what was traded, in his language and at its average price', async () => {
    news.start();
    hear(filled('7'), filled('8', { side: 'SELL', status: 'CANCELED', filledQty: '0.1', filledQuote: '6000.1' }));
    expect(sent).toEqual([]);
    await clock.advance(1_000);
    expect(said()).toEqual([
      ['Bought 0.3 BTC at 60,000.00', 'BTCUSDT, House'],
      ['Sold 0.1 BTC at 60,001.00', 'BTCUSDT, House. The rest of the order was not filled.'],
    ]);
    expect(said('zh-CN')[0]).toEqual(['已买入 0.3 BTC，均价 60,000.00', 'BTCUSDT，House']);
    expect(sent[0]).toMatchObject({ userId: 'user-1', kind: 'deal', about: 'deal', refersTo: '1/7', timeMs: startMs });
  });

  it('are of no order that works on, ended without a deal, is an instance of a strategy’s, of nobody here, or of long ago', async () => {
    news.start();
    hear(filled('1', { status: 'PARTIALLY_FILLED' }), filled('2', { status: 'CANCELED', filledQty: '0.000' }));
    hear(
      filled('3', { clientOrderId: `${'0a'.repeat(16)}-12` }),
      filled('4', { apiId: 10 }),
      filled('5', { updatedMs: startMs - 700_000 }),
    );
    await clock.advance(2_000);
    expect(sent).toEqual([]);
  });

  it('join what one user’s orders bring beyond ten a minute into one with their number, and take nothing from others', async () => {
    news.start();
    for (let at = 0; at < 1_000; at++) hear(filled(`a${at}`));
    hear(filled('b', { apiId: 2 }));
    await clock.advance(61_000);
    const ofFirst = sent.filter(({ userId }) => userId === 'user-1');
    expect(ofFirst).toHaveLength(11);
    expect(said().at(-1)?.[0]).toBe('Further orders that were filled: 990');
    expect(sent.filter(({ userId }) => userId === 'user-2')).toHaveLength(1);
    hear(filled('c', { updatedMs: clock.nowMs() }));
    await clock.advance(1_000);
    expect(sent.at(-1)?.refersTo).toBe('1/c');
  });

  it('that wait are written when the server ends, and one that cannot be written holds up no other', async () => {
    const stop = news.start();
    isDown = true;
    hear(filled('1'));
    await clock.advance(1_000);
    expect(logged).toHaveLength(1);
    isDown = false;
    for (let at = 0; at < 15; at++) hear(filled(`z${at}`));
    await stop();
    expect(sent.map(({ refersTo }) => refersTo?.split(' ')[0])).toEqual([...Array.from({ length: 9 }, (_, at) => `1/z${at}`), 'deals']);
    expect(clock.timers).toBe(0);
  });
});
