import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { fillOf, orderOf } from '../../../../tests/kit/strategy-kit.ts';
import { done, FakeOrderPort } from '../../../../tests/kit/venues/fake-order-port.ts';
import { silentLogger } from '../../../engine/journal/logger.ts';
import type { WorldEffect } from '../../driver/effect.ts';
import type { WorkingOrder } from '../../driver/orders/working-orders.ts';
import { VenueNews } from '../market/venue-news.ts';
import type { QueuedEffect } from './effect-queue.ts';
import { OrderWork, type OrderWorkParts } from './order-work.ts';

const market = { apiId: 1, instrumentId: testInstrument.id } as const;
const working = (clientOrderId: string): WorkingOrder => ({
  ...market,
  clientOrderId,
  actor: '',
  tag: clientOrderId,
  side: 'BUY',
  openQty: '1',
  price: '100',
});
const place = (clientOrderId: string): WorldEffect => ({
  type: 'place',
  intent: { ...market, side: 'BUY', type: 'LIMIT', price: '100', qty: '1', clientOrderId },
});
const cancel = (clientOrderId: string): WorldEffect => ({ type: 'cancel', ...market, clientOrderId });
const amend = (clientOrderId: string, qty: string): WorldEffect => ({ type: 'amend', ...market, clientOrderId, qty });
const queued = (effects: readonly WorldEffect[], isRepeat = false): readonly QueuedEffect[] =>
  effects.map((effect, ordinal) => ({ step: 1, ordinal, effect, isRepeat }));

function begin(guard: OrderWorkParts['guard'] = () => null, isInterrupted = false) {
  const refused: string[] = [];
  const orderPort = new FakeOrderPort();
  const clock = new ManualClock(0);
  const news = new VenueNews();
  const work = new OrderWork({
    instanceId: 'i',
    apiIds: [1],
    orderPort,
    news,
    clock,
    logger: { ...silentLogger, debug: () => undefined },
    guard,
    isInterrupted: () => isInterrupted,
    onNews: () => undefined,
    onRefused: ({ type }, code) => refused.push(`${type} ${code}`),
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const types = () => work.takeReports().map(({ type }) => type);
  return { orderPort, clock, news, work, refused, settle, types };
}

describe("an instance's orders in the world", () => {
  it('go out in order, and a cancel only after its order is known', async () => {
    const { orderPort, work, settle, types } = begin();
    work.follow([working('i-1'), working('i-2')]);
    orderPort.answers.push(done(orderOf('i-1', { orderId: '7' })));
    work.push(queued([place('i-1'), cancel('i-1'), place('i-2')]));
    await settle();
    expect(orderPort.asked).toEqual(['place i-1', 'cancel i-1 7', 'place i-2']);
    expect(types()).toEqual(['accepted']);
  });

  it('are sent again while nobody knows what became of them, and are never given up', async () => {
    const { orderPort, clock, work, settle, types } = begin();
    work.follow([working('i-1')]);
    orderPort.answers.push({ outcome: 'open' }, { outcome: 'open' }, done(orderOf('i-1')));
    work.push(queued([place('i-1')]));
    await settle();
    await clock.advance(100);
    await settle();
    await clock.advance(200);
    await settle();
    expect(orderPort.asked).toEqual(['place i-1', 'place i-1 again', 'place i-1 again']);
    expect(types()).toEqual(['accepted']);
    expect(work.takeDone()).toHaveLength(1);
  });

  it('are struck off only with what became of them', async () => {
    const { orderPort, work, settle, types } = begin();
    work.follow([working('i-1')]);
    orderPort.answers.push({ outcome: 'denied', code: 'ORDER_QTY_TOO_SMALL', params: {} });
    work.push(queued([place('i-1')]));
    await settle();
    expect(work.takeDone()).toEqual([]);
    expect(types()).toEqual(['denied']);
    expect(work.takeDone()).toHaveLength(1);
  });

  it('are held to the limits of the account and to the accounts of the instance', async () => {
    const { orderPort, work, settle } = begin(() => ({ code: 'LIMIT_POSITION', params: { limit: '5' } }));
    work.follow([working('i-1')]);
    const foreign = { type: 'place', intent: { ...market, apiId: 2, side: 'BUY', type: 'LIMIT', clientOrderId: 'i-1' } } as const;
    work.push(queued([foreign]));
    await settle();
    expect(work.takeReports()).toMatchObject([{ type: 'denied', code: 'ACCESS_ACCOUNT' }]);
    work.follow([]);
    work.follow([working('i-2')]);
    work.push(queued([place('i-2')]));
    await settle();
    expect(work.takeReports()).toMatchObject([{ type: 'denied', code: 'LIMIT_POSITION' }]);
    expect(orderPort.asked).toEqual([]);
  });

  it('are amended within the limits of the account, and canceled whatever those say', async () => {
    const { orderPort, work, refused, settle } = begin(({ qty }) =>
      Number(qty) > 5 ? { code: 'LIMIT_POSITION', params: { limit: '5' } } : null,
    );
    work.follow([working('i-1')]);
    orderPort.answers.push(done(orderOf('i-1', { orderId: '7' })));
    work.push(queued([place('i-1'), amend('i-1', '5'), amend('i-1', '6'), cancel('i-1')]));
    await settle();
    expect(orderPort.asked).toEqual(['place i-1', 'amend i-1 7', 'cancel i-1 7']);
    expect(refused).toEqual(['amend LIMIT_POSITION']);
    const told = work.takeReports().filter(({ type }) => type === 'refused');
    expect(told).toEqual([{ type: 'refused', clientOrderId: 'i-1', code: 'LIMIT_POSITION', params: { limit: '5' } }]);
    expect(work.takeReports(), 'once').toEqual([]);
  });

  it('wait for nothing any more once their instance is closed', async () => {
    const { orderPort, clock, news, work, settle } = begin();
    work.resume([working('i-1'), working('i-2')], {}, queued([place('i-1')], true));
    orderPort.answers.push({ outcome: 'open' });
    await settle();
    const order = orderOf('i-1', { status: 'PARTIALLY_FILLED', filledQty: '0.5' });
    news.batch({ exchange: testInstrument.exchange, sequence: 1, timeMs: 1, events: [{ type: 'order', order }] });
    expect(clock.timers).toBe(3);
    work.close();
    await settle();
    expect(clock.timers).toBe(0);
    expect(orderPort.asked).toEqual(['place i-1 again']);
  });

  it('are looked up after a restart, with the fills of meanwhile, until order and fills agree', async () => {
    const { orderPort, clock, work, settle, types } = begin();
    const order = orderOf('i-1', { status: 'FILLED', filledQty: '1' });
    orderPort.known.set('i-1', { order, fills: [fillOf({ tradeId: '1', qty: '0.4' })] });
    const told = { orderId: '1', terms: '100/1', trades: [], filledQty: '0', filledQuote: '0' };
    work.resume([working('i-1')], { 'i-1': told }, []);
    await settle();
    expect(types()).toEqual(['filled']);
    orderPort.known.set('i-1', { order, fills: [fillOf({ tradeId: '1', qty: '0.4' }), fillOf({ tradeId: '2', qty: '0.6' })] });
    await clock.advance(100);
    await settle();
    expect(work.takeReports()).toMatchObject([{ type: 'filled', order: { status: 'FILLED' }, fill: { tradeId: '2' } }]);
  });

  it('are found with all their legs when the answer to a pair was lost', async () => {
    const { orderPort, clock, work, settle } = begin();
    const legs = { takeProfit: { type: 'LIMIT', price: '110' }, stopLoss: { type: 'STOP_MARKET', triggerPrice: '95' } } as const;
    const intent = { ...market, side: 'SELL', type: 'LIMIT', qty: '1', triggerKind: 'OCO', ...legs, clientOrderId: 'i-1' } as const;
    work.follow([working('i-1'), working('i-1.stopLoss')]);
    const stop = orderOf('i-1.stopLoss', { orderId: '2', status: 'FILLED', filledQty: '1' });
    orderPort.known.set('i-1', { order: orderOf('i-1', { status: 'CANCELED' }), fills: [] });
    orderPort.known.set('i-1.stopLoss', { order: stop, fills: [fillOf({ orderId: '2', qty: '1' })] });
    orderPort.answers.push({ outcome: 'open' }, done(orderOf('i-1')));
    work.push(queued([{ type: 'place', intent }]));
    await settle();
    await clock.advance(100);
    await settle();
    const told = work.takeReports().map(({ type, clientOrderId }) => `${type} ${clientOrderId}`);
    expect(told).toEqual(['accepted i-1', 'canceled i-1', 'accepted i-1.stopLoss', 'filled i-1.stopLoss']);
  });

  it('ask for fills that an exchange speaks of and does not tell', async () => {
    const { orderPort, clock, news, work, settle, types } = begin();
    work.follow([working('i-1')]);
    const order = orderOf('i-1', { status: 'PARTIALLY_FILLED', filledQty: '0.5' });
    news.batch({ exchange: 'aurora', sequence: 1, timeMs: 1, events: [{ type: 'order', order }] });
    expect(types()).toEqual(['accepted']);
    orderPort.known.set('i-1', { order, fills: [fillOf({ tradeId: '3', qty: '0.5' })] });
    await clock.advance(500);
    await settle();
    expect(types()).toEqual(['filled']);
  });

  it('hear of fills by the batch that names their order', () => {
    const { news, work, types } = begin();
    work.follow([working('i-1')]);
    const events = [
      { type: 'fill', fill: fillOf({ tradeId: '1', qty: '1', orderId: '1' }) },
      { type: 'order', order: orderOf('i-1', { status: 'FILLED', filledQty: '1' }) },
      { type: 'order', order: orderOf('other-1') },
    ] as const;
    news.batch({ exchange: testInstrument.exchange, sequence: 1, timeMs: 1, events });
    expect(types()).toEqual(['accepted', 'filled']);
  });

  it('are not placed again after a restart when their end was told, though their effect was not struck off', async () => {
    const { orderPort, work, settle } = begin();
    work.resume([working('i-2')], {}, queued([place('i-1'), place('i-2')], true));
    await settle();
    expect(orderPort.asked).toEqual(['place i-2 again']);
    expect(work.takeReports()).toEqual([]);
    expect(work.takeDone()).toHaveLength(2);
  });

  describe('under a kill switch', () => {
    const halted = { code: 'LIMIT_HALTED', params: {} } as const;

    it('are held back after a restart when they were never sent', async () => {
      const { orderPort, work, settle } = begin(() => halted);
      work.resume([working('i-1')], {}, queued([place('i-1')], true));
      await settle();
      expect(orderPort.asked).toEqual([]);
      expect(work.takeReports()).toMatchObject([{ type: 'denied', clientOrderId: 'i-1', code: 'LIMIT_HALTED' }]);
      expect(work.takeDone()).toHaveLength(1);
    });

    it('are told, and not sent again, when they have arrived', async () => {
      const { orderPort, work, settle, types } = begin(() => halted);
      orderPort.known.set('i-1', { order: orderOf('i-1'), fills: [] });
      work.resume([working('i-1')], {}, queued([place('i-1')], true));
      await settle();
      expect(orderPort.asked).toEqual([]);
      expect(types()).toEqual(['accepted']);
    });

    it('stay open while nobody knows whether they have arrived, and are neither sent nor called denied', async () => {
      let isHalted = false;
      const { orderPort, clock, work, settle, types } = begin(() => (isHalted ? halted : null));
      work.follow([working('i-1')]);
      orderPort.answers.push({ outcome: 'open' });
      orderPort.unsure.add('i-1');
      work.push(queued([place('i-1')]));
      await settle();
      isHalted = true;
      await clock.advance(100);
      await settle();
      expect(orderPort.asked).toEqual(['place i-1']);
      expect(types()).toEqual([]);
      orderPort.known.set('i-1', { order: orderOf('i-1'), fills: [] });
      await clock.advance(200);
      await settle();
      expect(orderPort.asked).toEqual(['place i-1']);
      expect(types()).toEqual(['accepted']);
    });
  });
});

describe('money of an instance', () => {
  const loan = (type: 'borrow' | 'repay', reference: string, apiId = 1): WorldEffect => ({
    ...{ type, reference, apiId, accountType: 'spot', asset: 'USDT', amount: '5' },
  });
  const told = (work: OrderWork) =>
    work
      .takeReports()
      .map((report) => (report.type === 'moved' ? `${report.clientOrderId} ${report.denial?.code ?? 'moved'}` : report.type));

  it('is asked for until it is known what became of it, and told once', async () => {
    const { orderPort, work, settle, clock, refused } = begin();
    orderPort.answers.push({ outcome: 'open' }, done(), { outcome: 'denied', code: 'LOAN_EXCEEDED', params: {} });
    work.push(queued([loan('borrow', 'i-1'), loan('repay', 'i-2')]));
    await settle();
    expect(told(work)).toEqual([]);
    await clock.advance(100);
    await settle();
    expect(told(work)).toEqual(['i-1 moved', 'i-2 LOAN_EXCEEDED']);
    expect(orderPort.asked).toEqual(['borrow USDT', 'borrow USDT', 'repay USDT']);
    expect(refused).toEqual(['repay LOAN_EXCEEDED']);
    expect([work.hasNews, work.isEmpty]).toEqual([false, true]);
  });

  it('is neither lent to an account that is not its own nor while it is held, but may be paid back', async () => {
    const { work, settle, orderPort } = begin(() => null, true);
    work.push(queued([loan('borrow', 'i-1', 2), loan('borrow', 'i-2'), loan('repay', 'i-3')]));
    await settle();
    expect(told(work)).toEqual(['i-1 ACCESS_ACCOUNT', 'i-2 LIMIT_HALTED', 'i-3 moved']);
    expect(orderPort.asked).toEqual(['repay USDT']);
  });
});
