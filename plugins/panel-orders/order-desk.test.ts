import { describe, expect, it } from 'vitest';
import { type AccessDecision, granted } from '../../core/contract/access.ts';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { OrderView } from '../../core/contract/client-services.ts';
import { OrderDesk } from './order-desk.ts';

const order = {
  id: 'tessera/BTCUSDT/spot',
  order_id: '1',
  price: '100',
  qty: '3',
  trigger_price: null,
  status: 'UNFILLED',
} as OrderView;
const other = { ...order, order_id: '2' } as OrderView;

function openDesk(answers: readonly Outcome<OrderView>[] = [], access: AccessDecision = granted) {
  const changes: unknown[] = [];
  const left = [...answers];
  const desk = new OrderDesk({
    may: () => access,
    amend: async (_order, change) => {
      changes.push(change);
      return left.shift() ?? accepted(order);
    },
    cancel: async (one) => (one.order_id === '2' ? refused('ORDER_UNKNOWN', { orderId: '2' }) : accepted(one)),
  });
  return { desk, changes };
}

describe('amending in the cell', () => {
  it.each([{ outcome: 'absent' }, { outcome: 'locked', minVip: 2 }] as const)('does not begin for whom it is $outcome', (access) => {
    const { desk } = openDesk([], access);
    desk.begin(order);
    expect(desk.edit).toBeNull();
  });

  it('sends only what was changed, shows that it waits, and closes when the server has taken it', async () => {
    const { desk, changes } = openDesk();
    desk.begin(order, 'price');
    desk.type('101');
    const sent = desk.send(order);
    expect([desk.pendingOf(order), desk.pendingOf(other), desk.edit?.sending]).toEqual(['amending', null, true]);
    await sent;
    expect([changes, desk.edit, desk.pendingOf(order)]).toEqual([[{ price: '101' }], null, null]);
  });

  it('keeps the cell open with the refusal until something is typed', async () => {
    const { desk } = openDesk([refused('ORDER_PRICE_OFF_GRID', { field: 'price', value: '101.001', tick: '0.01' })]);
    desk.begin(order);
    desk.type('101.001');
    await desk.send(order);
    expect(desk.editOf(order, 'price')).toMatchObject({ value: '101.001', sending: false, error: { code: 'ORDER_PRICE_OFF_GRID' } });
    desk.type('101');
    expect(desk.edit?.error).toBeNull();
  });

  it.each(['', '.', '100', '100.'])('restores the cell and asks nobody when %j was typed', async (typed) => {
    const { desk, changes } = openDesk();
    desk.begin(order);
    desk.type(typed);
    await desk.send(order);
    expect([changes, desk.edit]).toEqual([[], null]);
  });

  it('goes from field to field of the order and leaves at its ends; what may not be amended does not open', () => {
    const { desk } = openDesk();
    desk.begin(order);
    desk.step(order, 1);
    expect(desk.edit).toMatchObject({ field: 'qty', value: '3' });
    desk.step(order, 1);
    expect(desk.edit).toBeNull();
    desk.begin(order, 'triggerPrice');
    expect(desk.edit).toBeNull();
  });
});

describe('canceling', () => {
  it('names the orders that could not be canceled', async () => {
    const { desk } = openDesk();
    const asked = desk.cancel([order, other]);
    expect([desk.pendingOf(order), desk.pendingOf(other)]).toEqual(['canceling', 'canceling']);
    expect((await asked).map((failure) => [failure.order.order_id, failure.error.code])).toEqual([['2', 'ORDER_UNKNOWN']]);
    expect(desk.pendingOf(other)).toBeNull();
  });
});
