import { expect } from 'vitest';
import type { Order } from '../../../core/contract/trading.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Card, VenueUnderTest } from './venue-under-test.ts';

/** V100–V109: an outcome that nobody knows is no refusal. */
export function lostAnswerCards(card: Card): void {
  card('V100 an order whose answer is lost rejects, and stands once when it is asked again under its id', async (test) => {
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    test.opened.loseAnswers?.();
    await expect(test.venue.submit(intent)).rejects.toThrow();
    await test.reopen(lastSequence(test));
    expect(await test.place(intent)).toMatchObject({ clientOrderId: intent.clientOrderId, status: 'UNFILLED' });
    expect(test.venue.openOrders(spotAccount(apiId))).toHaveLength(1);
  });

  for (const [number, name, ask] of [
    ['V101', 'a cancel', (test, order) => test.venue.cancel(order)],
    [
      'V102',
      'a cancel-all',
      (test, order) => test.venue.cancelAll({ account: spotAccount(order.apiId), instrumentId: order.instrumentId }),
    ],
    ['V103', 'a deposit', (test, { apiId }) => test.venue.deposit(spotAccount(apiId), test.instrument.quote, '5', 'gift')],
  ] satisfies readonly (readonly [string, string, (test: VenueUnderTest, order: Order) => Promise<unknown>])[]) {
    card(`${number} ${name} whose answer is lost rejects, and the state is whole afterwards`, async (test) => {
      const apiId = await test.account();
      const order = await test.limit(apiId, 'BUY', 1, 100);
      test.opened.loseAnswers?.();
      await expect(ask(test, order)).rejects.toThrow();
      await test.reopen(lastSequence(test));
      const isOpen = test.venue.openOrders(spotAccount(apiId)).length > 0;
      expect(test.balance(apiId, test.instrument.quote)[1]).toBe(isOpen ? '100' : '0');
    });
  }
}

/** V105–V109: of a venue that can ask what became of an order. */
export function findCards(card: Card): void {
  card('V105 an order whose answer is lost is found by its id once somebody answers, and only if it is there', async (test) => {
    const apiId = await test.account();
    const account = spotAccount(apiId);
    const intent = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    expect(await test.venue.find?.(account, intent.clientOrderId ?? '')).toBe('FRESH');
    test.opened.loseAnswers?.();
    await expect(test.venue.submit(intent)).rejects.toThrow();
    await test.reopen(lastSequence(test));
    const [open] = test.venue.openOrders(account);
    expect(await test.venue.find?.(account, intent.clientOrderId ?? '')).toEqual(open ?? 'FRESH');
  });
}

const lastSequence = (test: VenueUnderTest): number => test.opened.batches.at(-1)?.sequence ?? 0;
