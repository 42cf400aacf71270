import { describe, expect, it } from 'vitest';
import { type AccessDecision, granted } from '../../../core/contract/access.ts';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Order } from '../../../core/contract/client-services.ts';
import { OrderActions } from './order-actions.ts';

const order = {
  instrumentId: 'tessera/BTCUSDT/spot',
  orderId: '1',
  price: '100',
  qty: '3',
  triggerPrice: null,
  status: 'UNFILLED',
} as Order;
const other = { ...order, orderId: '2' } as Order;

function openActions(answers: readonly Outcome<Order>[] = [], access: AccessDecision = granted) {
  const changes: unknown[] = [];
  const left = [...answers];
  const actions = new OrderActions({
    may: () => access,
    amend: async (_order, change) => {
      changes.push(change);
      return left.shift() ?? accepted(order);
    },
    cancel: async (one) => (one.orderId === '2' ? refused('ORDER_UNKNOWN', { orderId: '2' }) : accepted(one)),
  });
  return { actions, changes };
}

describe('amending in the cell', () => {
  it.each([{ outcome: 'absent' }, { outcome: 'locked', minVip: 2 }] as const)('does not begin for whom it is $outcome', (access) => {
    const { actions } = openActions([], access);
    actions.begin(order);
    expect(actions.edit).toBeNull();
  });

  it('sends only what was changed, shows that it waits, and closes when the server has taken it', async () => {
    const { actions, changes } = openActions();
    actions.begin(order, 'price');
    actions.type('101');
    const sent = actions.send(order);
    expect([actions.pendingOf(order), actions.pendingOf(other), actions.edit?.sending]).toEqual(['amending', null, true]);
    await sent;
    expect([changes, actions.edit, actions.pendingOf(order)]).toEqual([[{ price: '101' }], null, null]);
  });

  it('keeps the cell open with the refusal until something is typed', async () => {
    const { actions } = openActions([refused('ORDER_PRICE_OFF_GRID', { field: 'price', value: '101.001', tick: '0.01' })]);
    actions.begin(order);
    actions.type('101.001');
    await actions.send(order);
    expect(actions.editOf(order, 'price')).toMatchObject({ value: '101.001', sending: false, error: { code: 'ORDER_PRICE_OFF_GRID' } });
    actions.type('101');
    expect(actions.edit?.error).toBeNull();
  });

  it.each(['', '.', '100', '100.'])('restores the cell and asks nobody when %j was typed', async (typed) => {
    const { actions, changes } = openActions();
    actions.begin(order);
    actions.type(typed);
    await actions.send(order);
    expect([changes, actions.edit]).toEqual([[], null]);
  });

  it('goes from field to field of the order and leaves at its ends; what may not be amended does not open', () => {
    const { actions } = openActions();
    actions.begin(order);
    actions.step(order, 1);
    expect(actions.edit).toMatchObject({ field: 'qty', value: '3' });
    actions.step(order, 1);
    expect(actions.edit).toBeNull();
    actions.begin(order, 'triggerPrice');
    expect(actions.edit).toBeNull();
  });
});

describe('while an amendment has no answer', () => {
  const withoutAnswer = () => {
    let answer: (outcome: Outcome<Order>) => void = () => undefined;
    const asked: string[] = [];
    const actions = new OrderActions({
      may: () => granted,
      amend: (one) => {
        asked.push(`amend ${one.orderId}`);
        return new Promise((done) => {
          answer = done;
        });
      },
      cancel: async (one) => {
        asked.push(`cancel ${one.orderId}`);
        return one.orderId === '1' && asked.includes('deaf') ? refused('CLIENT_OFFLINE') : accepted(one);
      },
    });
    actions.begin(order, 'price');
    actions.type('101');
    return { actions, asked, sent: actions.send(order), answer: (outcome: Outcome<Order>) => answer(outcome) };
  };

  it('its order takes no second one, and can be canceled: then nobody hears of the amendment any more', async () => {
    const { actions, asked, sent, answer } = withoutAnswer();
    actions.begin(order, 'qty');
    expect(actions.edit).toMatchObject({ field: 'price', sending: true });
    const canceled = actions.cancel([order]);
    expect(actions.pendingOf(order)).toBe('canceling');
    expect(await canceled).toEqual([]);
    expect([asked, actions.edit]).toEqual([['amend 1', 'cancel 1'], null]);
    answer(refused('ORDER_UNCHANGED'));
    expect([await sent, actions.edit, actions.pendingOf(order)]).toEqual([null, null, null]);
  });

  it('goes on waiting when the cancel fails', async () => {
    const { actions, asked } = withoutAnswer();
    asked.push('deaf');
    expect(await actions.cancel([order])).toMatchObject([{ error: { code: 'CLIENT_OFFLINE' } }]);
    expect(actions.pendingOf(order)).toBe('amending');
  });

  it('other orders are amended, and its refusal comes back as its cell is gone', async () => {
    const { actions, sent, answer } = withoutAnswer();
    actions.begin(other, 'price');
    expect(actions.editOf(other, 'price')).toMatchObject({ sending: false });
    answer(refused('ORDER_UNCHANGED'));
    expect((await sent)?.code).toBe('ORDER_UNCHANGED');
    expect(actions.editOf(other, 'price')?.error).toBeNull();
  });
});

describe('canceling', () => {
  it('names the orders that could not be canceled', async () => {
    const { actions } = openActions();
    const asked = actions.cancel([order, other]);
    expect([actions.pendingOf(order), actions.pendingOf(other)]).toEqual(['canceling', 'canceling']);
    expect((await asked).map((failure) => [failure.order.orderId, failure.error.code])).toEqual([['2', 'ORDER_UNKNOWN']]);
    expect(actions.pendingOf(other)).toBeNull();
  });
});
