import { describe, expect, it } from 'vitest';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { btcusdt, silent } from '../trading-fixture.ts';
import { type IndexPrices, noIndexes, ReferencePrices } from './reference-prices.ts';

type Listener = Parameters<IndexPrices['onPrice']>[0];

/** A venue that writes down the prices that it is told, and an index that a test moves. */
function board(changes: { waits?: boolean; price?: string | null; tell?: Venue['tellReferencePrice'] } = {}) {
  const told: string[] = [];
  const listeners = new Set<Listener>();
  const tell: NonNullable<Venue['tellReferencePrice']> =
    changes.tell ??
    (async (id, watched, price) => {
      told.push(`${id} ${watched} ${price}`);
      return accepted(undefined);
    });
  const venue = { exchange: 'tessera', tellReferencePrice: tell, waitsFor: () => changes.waits ?? true } as unknown as Venue;
  const indexes: IndexPrices = {
    price: () => (changes.price === undefined ? '100' : changes.price),
    onPrice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const references = new ReferencePrices({ indexes, venue: (exchange) => (exchange === 'tessera' ? venue : null), logger: silent });
  const move = (price: string | null): void => {
    for (const listener of listeners) listener({ price, sources: [{ instrumentId: btcusdt.id }, { instrumentId: 'gone/BTCUSDT/spot' }] });
  };
  return { references, venue, told, move, listeners };
}

describe('prices from outside', () => {
  it('follow the index at a venue where an order waits for it, and end with the room', async () => {
    const { references, told, move, listeners } = board();
    const stop = references.start();
    move('101.5');
    move(null);
    await Promise.resolve();
    expect(told).toEqual([`${btcusdt.id} INDEX 101.5`]);
    await stop();
    expect(listeners.size).toBe(0);
  });

  it('are told to no venue where nothing waits for them: they would only fill its journal', async () => {
    const { references, told, move } = board({ waits: false });
    references.start();
    move('101.5');
    await Promise.resolve();
    expect(told).toEqual([]);
  });

  it('are told before an order that watches them', async () => {
    const { references, venue, told } = board();
    expect(await references.tell(venue, btcusdt.id, 'INDEX')).toBeNull();
    expect(told).toEqual([`${btcusdt.id} INDEX 100`]);
  });

  it('are missing where nobody knows an index, where it is stale, and for a mark', async () => {
    const missing = { code: 'ORDER_NO_REFERENCE_PRICE', params: { field: 'triggerPrice' } };
    const { venue, references } = board();
    expect(await references.tell(venue, btcusdt.id, 'MARK')).toMatchObject(missing);
    expect(await board({ price: null }).references.tell(venue, btcusdt.id, 'INDEX')).toMatchObject(missing);
    const bare = new ReferencePrices({ indexes: noIndexes, venue: () => venue, logger: silent });
    expect(await bare.tell(venue, btcusdt.id, 'INDEX')).toMatchObject(missing);
  });

  it('that a venue refuses are a reason to refuse the order', async () => {
    const { references, venue } = board({ tell: async () => refused('DISK_FULL') });
    expect(await references.tell(venue, btcusdt.id, 'INDEX')).toMatchObject({ code: 'DISK_FULL' });
  });

  it('that a venue does not take end nothing', async () => {
    const { references, move } = board({ tell: () => Promise.reject(new Error('gone')) });
    references.start();
    move('101.5');
    await new Promise((done) => setTimeout(done, 0));
  });
});
