import { describe, expect, it } from 'vitest';
import { FakeApi } from '../client/testing/fake-api.ts';
import { FakeTimers } from '../client/testing/fake-timers.ts';
import { someOrder } from '../client/testing/views.ts';
import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderFate, OrderIntent } from '../contract/client-services.ts';
import { OrderSender, type OutgoingOrder, type SentOrder } from './order-sender.ts';

const outgoing = (apiId: number, qty = '1'): OutgoingOrder => ({
  accountName: `account ${apiId}`,
  request: { apiId, instrumentId: 'aurora/BTCUSDT/spot', side: 'BUY', type: 'LIMIT', price: '100', qty },
});

type Answer = Outcome<readonly Order[]>;

function makeSender(
  answer: (request: OrderIntent) => Answer | Promise<Answer>,
  fate: () => Outcome<OrderFate> = () => accepted({ state: 'UNSURE' }),
) {
  const sent: OrderIntent[] = [];
  const timers = new FakeTimers();
  const api = new FakeApi({ findOrder: fate });
  const accounts = {
    openOrders: [] as readonly Order[],
    endedOrders: [] as readonly Order[],
    place: async (request: OrderIntent) => {
      sent.push(request);
      return answer(request);
    },
  };
  let ids = 0;
  const lookedUp: string[] = [];
  const onLookedUp = ({ clientOrderId, state }: SentOrder) => lookedUp.push(`${clientOrderId} ${state}`);
  const sender = new OrderSender({ accounts, api, timers, makeId: () => `id-${++ids}`, onLookedUp });
  return { sender, sent, timers, api, accounts, lookedUp };
}
const told = (sender: OrderSender) => sender.orders.map(({ state, request }) => `${request.apiId} ${state}`);
/** Lets the answers of a look-up arrive. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('sending orders', () => {
  it('goes to every account under an id of its own, and tells a failure of one alone', async () => {
    const { sender, sent } = makeSender(({ apiId }) =>
      apiId === 2 ? refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: '1', asset: 'USDT' }) : accepted([someOrder(`${apiId}0`)]),
    );
    const orders = await sender.send([outgoing(1), outgoing(2), outgoing(3)]);
    expect(orders.map(({ state }) => state)).toEqual(['accepted', 'refused', 'accepted']);
    expect(sent.map(({ clientOrderId }) => clientOrderId)).toEqual(['id-1', 'id-2', 'id-3']);
    expect(orders.map(({ order }) => order?.orderId ?? null)).toEqual(['10', null, '30']);
  });

  it('tries a refused one again under the same id, and leaves accepted ones alone', async () => {
    let funded = false;
    const { sender, sent } = makeSender(({ apiId }) =>
      apiId === 2 && !funded ? refused('VENUE_UNAVAILABLE', { exchange: 'aurora' }) : accepted([someOrder('5')]),
    );
    await sender.send([outgoing(1), outgoing(2)]);
    funded = true;
    await sender.repeat('id-1');
    await sender.repeat('id-2');
    expect(told(sender)).toEqual(['1 accepted', '2 accepted']);
    expect(sent.map(({ clientOrderId }) => clientOrderId)).toEqual(['id-1', 'id-2', 'id-2']);
  });

  it('lets orders that follow each other quickly be two, also of the same content', async () => {
    const answers: ((outcome: Answer) => void)[] = [];
    const { sender, sent } = makeSender(() => new Promise<Answer>((resolve) => answers.push(resolve)));
    const both = [sender.send([outgoing(1)]), sender.send([outgoing(1)])];
    expect([sender.busy, sent.map(({ clientOrderId }) => clientOrderId)]).toEqual([true, ['id-1', 'id-2']]);
    for (const [at, answer] of answers.entries()) answer(accepted([someOrder(`${at}`)]));
    const answered = await Promise.all(both);
    expect(answered.flat().map(({ clientOrderId, state }) => `${clientOrderId} ${state}`)).toEqual(['id-1 accepted', 'id-2 accepted']);
    expect(sender.busy).toBe(false);
  });

  it('does not repeat one while its answer is awaited', async () => {
    let answer: (outcome: Answer) => void = () => undefined;
    const { sender, sent } = makeSender(() => new Promise<Answer>((resolve) => (answer = resolve)));
    const first = sender.send([outgoing(1)]);
    await sender.repeat('id-1');
    answer(accepted([someOrder('1')]));
    await first;
    expect(sent).toHaveLength(1);
  });
});

describe('an order without an answer', () => {
  it.each([
    'CLIENT_TIMEOUT',
    'CLIENT_OFFLINE',
    'ORDER_UNRESOLVED',
    'SERVER_FAILURE',
  ] as const)('is unresolved and not failed: %s', async (code) => {
    const { sender } = makeSender(() => refused(code));
    await sender.send([outgoing(1)]);
    expect(told(sender)).toEqual(['1 unresolved']);
    sender.dispose();
  });

  it('is asked for under its id and found', async () => {
    const { sender, timers, api, lookedUp } = makeSender(
      () => refused('CLIENT_TIMEOUT', { timeoutS: 20 }),
      () => accepted({ state: 'PLACED', order: someOrder('7', { clientOrderId: 'id-1' }) }),
    );
    await sender.send([outgoing(1)]);
    timers.advance(1_000);
    await settle();
    expect(sender.orders[0]).toMatchObject({ state: 'accepted', order: { orderId: '7' } });
    expect(api.calls.map(({ name, query }) => [name, query])).toEqual([
      ['findOrder', { apiId: 1, accountType: 'spot', clientOrderId: 'id-1' }],
    ]);
    expect(timers.pending).toBe(0);
    expect(lookedUp).toEqual(['id-1 accepted']);
  });

  it('is found among those that the page heard of meanwhile, without asking', async () => {
    const { sender, timers, api, accounts } = makeSender(() => refused('CLIENT_OFFLINE'));
    await sender.send([outgoing(1)]);
    accounts.endedOrders = [someOrder('8', { clientOrderId: 'id-1', status: 'FILLED' })];
    timers.advance(1_000);
    await settle();
    expect(sender.orders[0]).toMatchObject({ state: 'accepted', order: { status: 'FILLED' } });
    expect(api.calls).toEqual([]);
  });

  it('stays unresolved while it cannot be found, and is asked for again and again', async () => {
    const { sender, timers, api, lookedUp } = makeSender(
      () => refused('CLIENT_OFFLINE'),
      () => accepted({ state: 'ABSENT', asOfMs: 9e12 }),
    );
    await sender.send([outgoing(1)]);
    for (const waitMs of [1_000, 2_000, 4_000]) {
      timers.advance(waitMs);
      await settle();
    }
    expect(sender.orders[0]).toMatchObject({ state: 'unresolved', missing: true });
    expect(api.calls).toHaveLength(3);
    // Told once, not at every look-up.
    expect(lookedUp).toEqual(['id-1 unresolved']);
    sender.forget('id-1');
    expect([sender.orders.length, timers.pending]).toEqual([0, 0]);
  });

  it('is said not to be placed once the exchange does not know it and it can no longer arrive', async () => {
    let asOfMs = 5_000;
    const { sender, timers, lookedUp } = makeSender(
      () => refused('CLIENT_TIMEOUT', { timeoutS: 20, notAfterMs: 5_000 }),
      () => accepted({ state: 'ABSENT', asOfMs: asOfMs }),
    );
    await sender.send([outgoing(1)]);
    timers.advance(1_000);
    await settle();
    // At its deadline it may still be carried out.
    expect(sender.orders[0]).toMatchObject({ state: 'unresolved', missing: true });
    asOfMs = 5_001;
    timers.advance(2_000);
    await settle();
    expect(sender.orders[0]).toMatchObject({ state: 'absent', unsure: false });
    expect([sender.unsure, timers.pending]).toEqual([[], 0]);
    expect(lookedUp).toEqual(['id-1 unresolved', 'id-1 absent']);
  });

  it('counts the latest of its sendings, and is placed by the next one after it was absent', async () => {
    const deadlines = [5_000, 9_000];
    let asOfMs = 8_000;
    const { sender, sent, timers } = makeSender(
      () => (sent.length <= 2 ? refused('CLIENT_OFFLINE', { notAfterMs: deadlines[sent.length - 1] ?? 0 }) : accepted([someOrder('1')])),
      () => accepted({ state: 'ABSENT', asOfMs: asOfMs }),
    );
    await sender.send([outgoing(1)]);
    await sender.repeat('id-1');
    timers.advance(1_000);
    await settle();
    expect(told(sender)).toEqual(['1 unresolved']);
    asOfMs = 9_001;
    timers.advance(2_000);
    await settle();
    expect(told(sender)).toEqual(['1 absent']);
    await sender.repeat('id-1');
    expect([told(sender), sent.at(-1)?.clientOrderId]).toEqual([['1 accepted'], 'id-1']);
  });

  it('is not called missing while the exchange cannot tell', async () => {
    const { sender, timers } = makeSender(() => refused('CLIENT_OFFLINE'));
    await sender.send([outgoing(1)]);
    timers.advance(1_000);
    await settle();
    expect(sender.orders[0]).toMatchObject({ state: 'unresolved', missing: false });
    sender.dispose();
    expect(timers.pending).toBe(0);
  });

  it('keeps its id when the same content is sent again, so that there cannot be two; other content is another order', async () => {
    const { sender, sent } = makeSender(({ qty }) =>
      qty === '1' && sent.length === 1 ? refused('CLIENT_TIMEOUT', { timeoutS: 20 }) : accepted([someOrder('1')]),
    );
    await sender.send([outgoing(1)]);
    await sender.send([outgoing(1, '2')]);
    await sender.send([outgoing(1)]);
    expect(sent.map(({ clientOrderId, qty }) => `${clientOrderId} ${qty}`)).toEqual(['id-1 1', 'id-2 2', 'id-1 1']);
    await sender.send([outgoing(1)]);
    expect(sent.at(-1)?.clientOrderId).toBe('id-3');
  });

  it('stays unresolved when sending it again is refused, for that says nothing of the first time', async () => {
    const { sender, sent, timers } = makeSender(() =>
      sent.length === 1 ? refused('CLIENT_TIMEOUT', { timeoutS: 20 }) : refused('RATE_LIMITED', { retryAfterS: 1 }),
    );
    await sender.send([outgoing(1)]);
    await sender.repeat('id-1');
    expect(sender.orders[0]).toMatchObject({ state: 'unresolved', error: { code: 'RATE_LIMITED' } });
    expect(timers.pending).toBe(1);
    sender.dispose();
  });

  it('is not sent a third time while it is being sent again', async () => {
    let answer: (outcome: Answer) => void = () => undefined;
    const { sender, sent } = makeSender(() =>
      sent.length === 1 ? refused('CLIENT_OFFLINE') : new Promise<Answer>((resolve) => (answer = resolve)),
    );
    await sender.send([outgoing(1)]);
    const again = sender.send([outgoing(1)]);
    expect((await sender.send([outgoing(1)])).map(({ clientOrderId, state }) => `${clientOrderId} ${state}`)).toEqual(['id-1 sending']);
    answer(accepted([someOrder('1')]));
    await again;
    expect([sent.length, told(sender), sender.unsure]).toEqual([2, ['1 accepted'], []]);
  });

  it('is not looked for any more after the panel went, also when the answer was on its way', async () => {
    const { sender, timers } = makeSender(() => refused('CLIENT_OFFLINE'));
    await sender.send([outgoing(1)]);
    timers.advance(1_000);
    sender.dispose();
    await settle();
    expect(timers.pending).toBe(0);
  });
});
