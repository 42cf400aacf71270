import { expect } from 'vitest';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { TimeInForce } from '../../../core/domain/orders/order.ts';
import type { Card, VenueUnderTest } from './venue-under-test.ts';

/** The book of trading rules §3: asks 101×3, 102×5. Gives the buyer. */
async function asks(test: VenueUnderTest): Promise<number> {
  const seller = await test.account();
  await test.limit(seller, 'SELL', 3, 101);
  await test.limit(seller, 'SELL', 5, 102);
  return test.account();
}

/** V30–V49: time in force (trading rules §3) and self-trade prevention (§5). */
export function timeInForceCards(card: Card, { timesInForce }: VenueCapabilities): void {
  const has = (time: TimeInForce): boolean => timesInForce.includes(time);

  if (has('GTC')) {
    card('V30 GTC fills what it can and rests', async (test) => {
      const order = await test.limit(await asks(test), 'BUY', 6, 101, { timeInForce: 'GTC' });
      expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '3' });
    });
  }

  if (has('IOC')) {
    card('V31 IOC fills what it can and expires the rest', async (test) => {
      const order = await test.limit(await asks(test), 'BUY', 6, 101, { timeInForce: 'IOC' });
      expect(order).toMatchObject({ status: 'EXPIRED', filledQty: '3' });
      expect(test.venue.depth(test.instrument.id, 5)?.bids).toEqual([]);
    });
  }

  if (has('FOK')) {
    card('V32 FOK expires without a fill when it cannot be filled whole', async (test) => {
      const order = await test.limit(await asks(test), 'BUY', 6, 101, { timeInForce: 'FOK' });
      expect(order).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
      expect(test.events('trade')).toEqual([]);
    });

    card('V33 FOK fills over several levels', async (test) => {
      const order = await test.limit(await asks(test), 'BUY', 6, 102, { timeInForce: 'FOK' });
      expect(order).toMatchObject({ status: 'FILLED', filledQuote: '609' });
      expect(test.fills(order).map(({ price, qty }) => [price, qty])).toEqual([
        ['101', '3'],
        ['102', '3'],
      ]);
    });
  }

  if (has('GTX')) {
    card('V34 GTX expires when any part would trade, and is never repriced', async (test) => {
      const buyer = await asks(test);
      expect(await test.limit(buyer, 'BUY', 6, 101, { timeInForce: 'GTX' })).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
      expect(await test.limit(buyer, 'BUY', 6, 100.9, { timeInForce: 'GTX' })).toMatchObject({ status: 'UNFILLED', price: '100.9' });
    });
  }

  selfTradeCards(card);
}

/** The book of trading rules §5: own 100×2, other 101×3, other 102×5; the taker buys 6 at 101. */
function selfTradeCards(card: Card): void {
  const book = async (test: VenueUnderTest) => {
    const [own, other] = [await test.account(), await test.account()];
    const resting = await test.limit(own, 'SELL', 2, 100);
    await test.limit(other, 'SELL', 3, 101);
    await test.limit(other, 'SELL', 5, 102);
    return { own, resting };
  };

  card('V40 EXPIRE_TAKER, the default, expires the taker', async (test) => {
    const { own, resting } = await book(test);
    expect(await test.limit(own, 'BUY', 6, 101)).toMatchObject({ status: 'EXPIRED', filledQty: '0', stp: 'EXPIRE_TAKER' });
    expect(test.latest(resting).status).toBe('UNFILLED');
  });

  card('V41 EXPIRE_MAKER expires the own resting order and goes on', async (test) => {
    const { own, resting } = await book(test);
    expect(await test.limit(own, 'BUY', 6, 101, { stp: 'EXPIRE_MAKER' })).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '3' });
    expect(test.latest(resting).status).toBe('EXPIRED');
  });

  card('V42 EXPIRE_BOTH expires both', async (test) => {
    const { own, resting } = await book(test);
    expect(await test.limit(own, 'BUY', 6, 101, { stp: 'EXPIRE_BOTH' })).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
    expect(test.latest(resting).status).toBe('EXPIRED');
  });

  card('V43 DECREMENT takes the smaller quantity from both without a trade', async (test) => {
    const { own, resting } = await book(test);
    const taker = await test.limit(own, 'BUY', 6, 101, { stp: 'DECREMENT' });
    expect(taker).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '3', preventedQty: '2' });
    expect(test.latest(resting)).toMatchObject({ status: 'EXPIRED', preventedQty: '2' });
    expect(test.venue.depth(test.instrument.id, 5)?.bids).toEqual([['101', '1']]);
  });

  card('V43b DECREMENT tells a taker that rests without a trade how much smaller it is', async (test) => {
    const { own } = await book(test);
    const taker = await test.limit(own, 'BUY', 6, 100, { stp: 'DECREMENT' });
    expect(taker).toMatchObject({ status: 'UNFILLED', filledQty: '0', preventedQty: '2' });
    expect(test.latest(taker)).toMatchObject({ status: 'UNFILLED', preventedQty: '2' });
    expect(test.venue.openOrders(spotAccount(own)).find(({ orderId }) => orderId === taker.orderId)).toMatchObject({ preventedQty: '2' });
    expect(test.venue.depth(test.instrument.id, 5)?.bids).toEqual([['100', '4']]);
  });

  card('V44 NONE trades with oneself', async (test) => {
    const { own, resting } = await book(test);
    expect(await test.limit(own, 'BUY', 2, 100, { stp: 'NONE' })).toMatchObject({ status: 'FILLED', filledQty: '2' });
    expect(test.latest(resting).status).toBe('FILLED');
  });
}
