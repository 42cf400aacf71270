import { afterEach, expect, it } from 'vitest';
import type { Order } from '../../../core/contract/trading.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { VenueUnderTest } from '../../contract/venue/venue-under-test.ts';
import { type FarManners, type OpenedFarVenue, openFarVenue } from '../../kit/venues/open-far-venue.ts';

let test: VenueUnderTest;

const far = (): OpenedFarVenue => test.opened as OpenedFarVenue;

async function open(manners: FarManners): Promise<number> {
  test = new VenueUnderTest(await openFarVenue(manners));
  return test.account();
}

afterEach(() => test.opened.close());

const bid = (apiId: number) => test.intent(apiId, { side: 'BUY', type: 'LIMIT', qty: '1', price: '100' });

it('tells everything of an exchange in its order, however much its reports overtake each other', async () => {
  const apiId = await open({ longestMs: 30 });
  const orders = await Promise.all(Array.from({ length: 20 }, (_, at) => test.limit(apiId, 'BUY', 1, 90 + at)));
  await Promise.all(orders.slice(0, 10).map((order) => test.cancel(order)));
  const sequences = test.opened.batches.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  expect(test.venue.openOrders(spotAccount(apiId))).toEqual(far().far.matching.openOrders(spotAccount(apiId)));
  expect(test.venue.depth(test.instrument.id, 100)?.bids).toEqual(far().far.matching.depth(test.instrument.id, 100)?.bids);
});

it('does not call an order failed that may still come, and finds it when it has', async () => {
  const apiId = await open({ longestMs: 0 });
  const intent = bid(apiId);
  Object.assign(far().line, { loses: 'time', lateMs: 30 });
  await expect(test.venue.submit(intent)).rejects.toThrow('late');
  far().line.loses = 'nothing';
  expect(await test.venue.find?.(spotAccount(apiId), intent.clientOrderId ?? '')).toBe('UNSURE');
  await expect.poll(() => test.venue.find?.(spotAccount(apiId), intent.clientOrderId ?? '')).toMatchObject({ status: 'UNFILLED' });
});

it('says that there is no order once it can no longer come, for the exchange takes none that is too late', async () => {
  const apiId = await open({ longestMs: 0, validMs: 100 });
  const intent = bid(apiId);
  Object.assign(far().line, { loses: 'time', lateMs: 300 });
  await expect(test.venue.submit(intent)).rejects.toThrow('late');
  far().line.loses = 'nothing';
  await expect.poll(() => test.venue.find?.(spotAccount(apiId), intent.clientOrderId ?? '')).toBe('FRESH');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(far().far.matching.openOrders(spotAccount(apiId))).toEqual([]);
});

it('rejects what a line does not answer, also when it is asked what became of it', async () => {
  const apiId = await open({ longestMs: 0 });
  const intent = bid(apiId);
  far().line.loses = 'requests';
  await expect(test.venue.submit(intent)).rejects.toThrow('lost');
  await expect(test.venue.find?.(spotAccount(apiId), intent.clientOrderId ?? '')).rejects.toThrow('lost');
});

it.each([
  ['repeats them', 10_000],
  ['has forgotten them', 1],
])('makes up for reports that got lost, from an exchange that %s', async (_, remembered) => {
  const [seller, buyer] = [await open({ longestMs: 2, remembered }), await test.account()];
  const resting: Order = await test.limit(seller, 'SELL', 3, 100);
  const kept: Order = await test.limit(seller, 'SELL', 1, 105);
  far().line.dropsReports = true;
  const { matching } = far().far;
  await matching.submit({ ...bid(buyer), qty: '3' });
  await matching.cancel({ ...kept });
  await matching.submit({ ...bid(buyer), clientOrderId: 'rests' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  far().line.dropsReports = false;
  await test.limit(buyer, 'BUY', 1, 91);
  expect(test.latest(resting)).toMatchObject({ status: 'FILLED', filledQty: '3' });
  expect(test.latest(kept)).toMatchObject({ status: 'CANCELED' });
  expect(test.fills(resting).map(({ qty }) => qty)).toEqual(['3']);
  for (const apiId of [seller, buyer]) {
    expect(test.venue.openOrders(spotAccount(apiId))).toEqual(matching.openOrders(spotAccount(apiId)));
    expect(test.venue.balances(spotAccount(apiId))).toEqual(matching.balances(spotAccount(apiId)));
  }
});

it('reports books and trades of a market only while it is watched, the whole book first, and asks again where the request got lost', async () => {
  const apiId = await open({ longestMs: 2 });
  far().far.reportOnDemand();
  await test.limit(apiId, 'BUY', 1, 100);
  expect(test.events('level')).toEqual([]);
  far().line.loses = 'requests';
  far().venue.demand.watch(test.instrument.id);
  await new Promise((resolve) => setTimeout(resolve, 20));
  far().line.loses = 'nothing';
  await expect.poll(() => test.events('book').map(({ book }) => book.bids)).toEqual([[['100', '1']]]);
  await test.limit(apiId, 'BUY', 1, 99);
  expect(test.events('level')).toMatchObject([{ price: '99', qty: '1' }]);
  far().venue.demand.unwatch(test.instrument.id);
  await test.limit(apiId, 'BUY', 1, 98);
  await test.limit(apiId, 'BUY', 1, 97);
  expect(test.events('level').map(({ price }) => price)).not.toContain('97');
  expect(test.venue.openOrders(spotAccount(apiId))).toHaveLength(4);
});

it('begins after a pause with what has changed, where the exchange has forgotten what happened meanwhile', async () => {
  const apiId = await open({ longestMs: 2, remembered: 1 });
  await test.limit(apiId, 'BUY', 1, 100);
  const seen = test.opened.batches.at(-1)?.sequence ?? 0;
  const { matching } = far().far;
  await matching.submit({ ...bid(apiId), price: '99' });
  await matching.submit({ ...bid(apiId), price: '98' });
  await test.reopen(seen);
  expect(test.events('order').map(({ order }) => order.price)).toEqual(['99', '98']);
  expect(test.opened.batches.every(({ sequence }) => sequence > seen)).toBe(true);
});
