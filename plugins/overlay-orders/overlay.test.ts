import { observable, runInAction } from 'mobx';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AccessDecision, granted } from '../../core/contract/access.ts';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ChartMark, ChartPriceLine, ChartSurface, ChartTarget } from '../../core/contract/chart.ts';
import type { Fill, Order } from '../../core/contract/client-services.ts';
import { orderActions } from './order-actions.ts';
import { ordersOverlay } from './overlay.ts';
import type { Services } from './requires.ts';

const instrumentId = 'tessera/BTCUSDT/spot';
const orderOf = (over: Partial<Order>): Order => ({
  exchange: 'tessera',
  orderId: '1',
  clientOrderId: 'c',
  apiId: 7,
  instrumentId: instrumentId,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  stp: 'EXPIRE_TAKER',
  positionSide: 'BOTH',
  reduceOnly: false,
  triggerKind: null,
  pairId: null,
  parentId: null,
  price: '50000',
  qty: '0.3',
  quoteAmount: null,
  triggerPrice: null,
  filledQty: '0.1',
  filledQuote: '0',
  preventedQty: '0',
  status: 'PARTIALLY_FILLED',
  cause: '',
  createdMs: 1,
  updatedMs: 1,
  ...over,
});
const fillOf = (side: Fill['side'], timeMs: number, qty: string, price: string): Fill => ({
  exchange: 'tessera',
  instrumentId: instrumentId,
  tradeId: `${timeMs}`,
  orderId: '1',
  apiId: 7,
  side,
  liquidity: 'TAKER',
  price,
  qty,
  fee: '0',
  feeAsset: 'USDT',
  timeMs,
});

let state: { openOrders: readonly Order[]; fills: readonly Fill[] };
let asked: string[];
let told: string[];
let answer: (outcome: Outcome<Order>) => void;
let lines: readonly ChartPriceLine[];
let marks: readonly ChartMark[];
let services: Services;
let watching: number;
let access: AccessDecision;
let toCancel: AccessDecision;

beforeEach(() => {
  state = observable({ openOrders: [], fills: [] }, undefined, { deep: false });
  asked = [];
  told = [];
  watching = 0;
  access = granted;
  toCancel = { outcome: 'granted' };
  const ask = (what: string): Promise<Outcome<Order>> => {
    asked.push(what);
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  services = {
    accounts: {
      get openOrders() {
        return state.openOrders;
      },
      get fills() {
        return state.fills;
      },
      accountFor: () => ({ apiId: 7 }),
      may: (act: string) => (act === 'reduce' ? toCancel : access),
      amend: (order: Order, change: object) => ask(`amend ${order.orderId} ${JSON.stringify(change)}`),
      cancel: (order: Order) => ask(`cancel ${order.orderId}`),
    },
    markets: {
      instrument: () => ({ exchange: 'tessera', tick: '0.01', quote: 'USDT' }),
      ticker: () => ({ last: '50000' }),
      watchTickers: () => {
        watching += 1;
        return () => {
          watching -= 1;
        };
      },
    },
    api: {
      call: async (name: string) => {
        asked.push(name);
        return accepted([{ instrumentId, qty: '1', cost: '50000', avgPrice: '50000' }]);
      },
    },
    notices: { error: ({ code }: { code: string }) => told.push(code) },
    workspace: {
      reuseOrder: (_id: string, content: object) => told.push(JSON.stringify(content)),
      askForOrder: (side: string) => told.push(`ask ${side}`) > 0,
    },
    texts: {
      t: (_space: string, key: string, params?: object) => (params === undefined ? key : `${key} ${Object.values(params).join(' ')}`),
    },
  } as unknown as Services;
});

const attach = () => {
  const surface = {
    instrumentId,
    interval: '1m',
    setPriceLines: (next: readonly ChartPriceLine[]) => {
      lines = next;
    },
    setMarks: (next: readonly ChartMark[]) => {
      marks = next;
    },
  } as unknown as ChartSurface;
  return ordersOverlay.attach?.(surface, services);
};
const set = (change: Partial<typeof state>): void => runInAction(() => void Object.assign(state, change));
const seen = () => lines.map(({ id, price, tone, dashed, joins }) => ({ id, price, tone, dashed, joins }));

describe('orders on the chart', () => {
  it('are lines at their prices with what is left of them, stops dashed, a pair connected once, other markets left out', () => {
    set({
      openOrders: [
        orderOf({}),
        orderOf({ orderId: '2', side: 'SELL', pairId: '3', price: '52000' }),
        orderOf({ orderId: '3', side: 'SELL', type: 'STOP_LOSS', pairId: '2', price: '47900', triggerPrice: '48000' }),
        orderOf({ orderId: '4', instrumentId: 'tessera/ETHUSDT/spot' }),
      ],
    });
    attach();
    expect(seen()).toEqual([
      { id: '1 price', price: 50_000, tone: 'up', dashed: false, joins: undefined },
      { id: '2 price', price: 52_000, tone: 'down', dashed: false, joins: '3 triggerPrice' },
      { id: '3 triggerPrice', price: 48_000, tone: 'down', dashed: true, joins: undefined },
      { id: '3 price', price: 47_900, tone: 'down', dashed: false, joins: undefined },
    ]);
    expect(lines[0]?.label).toBe('line side.BUY type.LIMIT 0.2');
    expect(lines[0]?.short).toBe('short.BUY 0.2');
  });

  it('say what is left of them, without the lots that self-trade prevention took', () => {
    set({ openOrders: [orderOf({ preventedQty: '0.05' })] });
    attach();
    expect(lines[0]?.label).toBe('line side.BUY type.LIMIT 0.15');
  });

  it('name no quantity of a leg whose entry has filled nothing yet', () => {
    set({ openOrders: [orderOf({ side: 'SELL', parentId: '9', qty: '0', filledQty: '0', status: 'WAITING' })] });
    const stop = attach();
    expect(lines[0]?.short).toBe('short.SELL');
    void stop?.();
  });

  it('are amended when their line is let go: grey at the new price until the server has answered, then where it says', async () => {
    set({ openOrders: [orderOf({})] });
    attach();
    lines[0]?.onMove?.('49500', false);
    expect(asked).toEqual([]);
    lines[0]?.onMove?.('49500', true);
    expect(asked).toEqual(['amend 1 {"price":"49500"}']);
    expect(lines[0]).toMatchObject({ price: 49_500, tone: 'muted' });
    expect(lines[0]?.onMove).toBeUndefined();
    set({ openOrders: [orderOf({ price: '49500' })] });
    answer(accepted(orderOf({ price: '49500' })));
    await Promise.resolve();
    await Promise.resolve();
    expect(lines[0]).toMatchObject({ price: 49_500, tone: 'up' });
    expect(told).toEqual([]);
  });

  it('say what a sale would make over its average cost while their line is in the hand', async () => {
    set({ openOrders: [orderOf({ side: 'SELL' }), orderOf({ orderId: '2' })] });
    attach();
    lines[0]?.onMove?.('51000', false);
    await Promise.resolve();
    await Promise.resolve();
    expect(lines.map((line) => line.outcomeAt?.('51000'))).toEqual(['profit +200.00 +2.00% USDT', '']);
    expect(asked).toEqual(['positions']);
  });

  it('go back when the server refuses, and the reason is shown', async () => {
    set({ openOrders: [orderOf({})] });
    attach();
    lines[0]?.onMove?.('1', true);
    answer(refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: '2' }));
    await Promise.resolve();
    await Promise.resolve();
    expect(lines[0]).toMatchObject({ price: 50_000, tone: 'up' });
    expect(told).toEqual(['ORDER_PRICE_OUT_OF_BAND']);
  });

  it('are canceled while an amendment has no answer, of which nobody hears then', async () => {
    set({ openOrders: [orderOf({})] });
    attach();
    lines[0]?.onMove?.('49500', true);
    const unanswered = answer;
    lines[0]?.onRemove?.();
    expect(asked).toEqual(['amend 1 {"price":"49500"}', 'cancel 1']);
    expect(lines[0]?.onRemove).toBeUndefined();
    answer(accepted(orderOf({ status: 'CANCELED' })));
    unanswered(refused('ORDER_UNCHANGED'));
    await Promise.resolve();
    await Promise.resolve();
    expect(told).toEqual([]);
  });

  it('are canceled by the button of their line, once', () => {
    set({ openOrders: [orderOf({})] });
    attach();
    const { onRemove } = lines[0] ?? {};
    onRemove?.();
    onRemove?.();
    expect(asked).toEqual(['cancel 1']);
  });

  it.each([
    { outcome: 'absent' },
    { outcome: 'locked', minVip: 1 },
  ] as const)('are not dragged, and none begins here, when trading is $outcome', (none) => {
    access = none;
    set({ openOrders: [orderOf({})] });
    attach();
    expect(lines[0]?.onMove).toBeUndefined();
    expect(lines[0]?.onRemove).toBeDefined();
    expect(orderActions({ instrumentId, price: '49000' } as ChartTarget, services)).toEqual([]);
  });

  it('are not taken away where the account is only looked at', () => {
    access = { outcome: 'absent' };
    toCancel = { outcome: 'absent' };
    set({ openOrders: [orderOf({})] });
    attach();
    expect([lines[0]?.onMove, lines[0]?.onRemove]).toEqual([undefined, undefined]);
  });

  it('leave the chart alone after it was closed', () => {
    const stop = attach();
    void stop?.();
    set({ openOrders: [orderOf({})] });
    expect(lines).toEqual([]);
  });
});

it('sums fills up by bar and side, with their average price', () => {
  set({
    fills: [
      fillOf('BUY', 60_000, '0.1', '100'),
      fillOf('BUY', 119_999, '0.3', '102'),
      fillOf('SELL', 61_000, '1', '103'),
      fillOf('BUY', 120_000, '2', '99.5'),
    ],
  });
  attach();
  expect(marks.map(({ timeMs, side, text, price, tip }) => [timeMs, side, text, tip === true ? price : null])).toEqual([
    [60_000, 'below', 'fill.BUY 0.4 101.50', 101.5],
    [60_000, 'above', 'fill.SELL 1 103.00', 103],
    [120_000, 'below', 'fill.BUY 2 99.50', 99.5],
  ]);
});

it('follow the last price as long as they stand, for nobody else may', () => {
  const stop = attach();
  expect(watching).toBe(1);
  void stop?.();
  expect(watching).toBe(0);
});

describe("the chart's menu", () => {
  const labels = (price: string) => ordersOverlay.actionsAt?.({ instrumentId, price }, services).map(({ label }) => label);

  it('offers limit orders on the near side of the last price and stops on the far side', () => {
    expect(labels('49000')).toEqual(['action.BUY.limit 49,000', 'action.SELL.stop 49,000']);
    expect(labels('51000')).toEqual(['action.BUY.stop 51,000', 'action.SELL.limit 51,000']);
  });

  it('hands the order to the ticket', () => {
    ordersOverlay.actionsAt?.({ instrumentId, price: '51000' }, services)[0]?.run();
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ side: 'BUY', type: 'STOP_MARKET', triggerPrice: '51000' });
    expect(told[1]).toBe('ask BUY');
  });
});
