import { expect } from 'vitest';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Card, VenueUnderTest } from './venue-under-test.ts';

/** V90–V99: what was acknowledged survives. */
export function restartCards(card: Card): void {
  card('V90 orders, balances, book and last price survive a restart', async (test) => {
    const apiId = await life(test);
    const before = picture(test, apiId);
    await test.reopen(lastSequence(test));
    expect(picture(test, apiId)).toEqual(before);
    expect(test.opened.batches.flatMap(({ events }) => events)).toEqual([]);
  });

  card('V91 what the projector has not stored is reported again, the same', async (test) => {
    await life(test);
    const { batches } = test.opened;
    const stored = batches[3]?.sequence ?? 0;
    const missing: readonly VenueEvent[] = batches.filter(({ sequence }) => sequence > stored).flatMap(({ events }) => events);
    await test.reopen(stored);
    expect(test.opened.batches.flatMap(({ events }) => events)).toEqual(missing);
  });

  card('V92 trading goes on after a restart, with new ids', async (test) => {
    const apiId = await life(test);
    const [resting] = test.venue.openOrders(spotAccount(apiId));
    const trades = test.events('trade').map(({ trade }) => trade.tradeId);
    await test.reopen(lastSequence(test));
    const buyer = await test.account();
    const order = await test.limit(buyer, 'BUY', 1, 101);
    expect(order.status).toBe('FILLED');
    expect(Number(order.orderId)).toBeGreaterThan(Number(resting?.orderId));
    expect(trades).not.toContain(test.events('trade')[0]?.trade.tradeId);
    expect(test.latest({ orderId: resting?.orderId ?? '' })).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '1' });
  });

  card('V93 a client order id is still known after a restart', async (test) => {
    const apiId = await test.account();
    const intent = test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });
    const order = await test.place(intent);
    await test.reopen(lastSequence(test));
    expect(await test.place(intent)).toMatchObject({ orderId: order.orderId, status: 'UNFILLED' });
    expect(test.venue.openOrders(spotAccount(apiId))).toHaveLength(1);
  });
}

/** One trade and one resting sell of 2 at 101; gives the seller. */
async function life(test: VenueUnderTest): Promise<number> {
  await test.tradeAt(100);
  const apiId = await test.account();
  await test.limit(apiId, 'SELL', 2, 101);
  return apiId;
}

const lastSequence = (test: VenueUnderTest): number => test.opened.batches.at(-1)?.sequence ?? 0;

const picture = ({ venue, instrument }: VenueUnderTest, apiId: number) => ({
  orders: venue.openOrders(spotAccount(apiId)),
  balances: venue.balances(spotAccount(apiId)),
  bids: venue.depth(instrument.id, 100)?.bids,
  asks: venue.depth(instrument.id, 100)?.asks,
  last: venue.lastPrice(instrument.id),
  free: venue.available(spotAccount(apiId), instrument.base),
});
