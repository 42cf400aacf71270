import { describe, expect, it } from 'vitest';
import { rich, Venue } from '../../../tests/engine/venue.ts';
import { restoreEngine } from '../engine.ts';
import { referencesKept } from './transfer-references.ts';

const hold = (amount: bigint, reference = 'out') => ({ type: 'HOLD', account: 0, asset: 1, amount, reference }) as const;
const take = (amount: bigint, reference = 'out') => ({ type: 'TRANSFER', from: 0, to: -1, asset: 1, amount, reference }) as const;
const release = (reference = 'out') => ({ type: 'RELEASE_HOLD', reference }) as const;

describe('money that is kept back for a withdrawal', () => {
  it('is held like what an order needs, so that neither orders nor transfers take it', () => {
    const venue = new Venue(2, {}, 1_000n);
    expect(venue.run(hold(600n))).toEqual([{ kind: 'balance', account: 0, asset: 1, total: 1_000n, held: 600n }]);
    expect(venue.buy(0, 5, 100).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(venue.run(take(401n, 'other'))).toMatchObject([{ reason: 'INSUFFICIENT_BALANCE', limit: '400' }]);
    expect(venue.buy(0, 4, 100).rejected).toBeNull();
    expect(venue.run(hold(1n, 'more'))).toMatchObject([{ reason: 'INSUFFICIENT_BALANCE', limit: '0' }]);
    expect(venue.engine.holds()).toEqual([{ reference: 'out', account: 0, asset: 1, amount: 600n }]);
  });

  it('is taken by the withdrawal of its name, whole and once, whatever else is held', () => {
    const venue = new Venue(2, {}, 1_000n);
    venue.run(hold(600n));
    venue.buy(0, 4, 100);
    expect(venue.run(take(599n))).toMatchObject([{ reason: 'DUPLICATE_REFERENCE' }]);
    expect(venue.run({ ...take(600n), to: 1 })).toMatchObject([{ reason: 'DUPLICATE_REFERENCE' }]);
    expect(venue.run(take(600n))).toContainEqual({ kind: 'balance', account: 0, asset: 1, total: 400n, held: 400n });
    expect(venue.run(take(600n))).toEqual([{ kind: 'repeated', orderId: 0 }]);
    expect(venue.run(hold(600n))).toMatchObject([{ reason: 'DUPLICATE_REFERENCE' }]);
    expect([venue.run(release()), venue.engine.holds()]).toEqual([[{ kind: 'repeated', orderId: 0 }], []]);
  });

  it('is free again once it is let go, and its name as if it had never been used', () => {
    const venue = new Venue(1, {}, 1_000n);
    const before = venue.engine.balance(0, 1);
    venue.run(hold(1_000n));
    expect(venue.run(hold(1_000n))).toEqual([{ kind: 'repeated', orderId: 0 }]);
    venue.run(release());
    expect([venue.engine.balance(0, 1), venue.engine.holds()]).toEqual([before, []]);
    expect(venue.run(hold(500n))).toHaveLength(1);
  });

  it('refuses what is nothing, of nobody, or of what there is not', () => {
    const venue = new Venue(1);
    expect(venue.run(hold(0n))).toMatchObject([{ reason: 'QTY_TOO_SMALL', field: 'amount' }]);
    expect(venue.run({ ...hold(1n), account: 7 })).toMatchObject([{ reason: 'UNKNOWN_ACCOUNT', field: 'account' }]);
    expect(venue.run({ ...hold(1n), asset: 9 })).toMatchObject([{ reason: 'UNKNOWN_ASSET', field: 'asset' }]);
    expect(venue.engine.balance(0, 1)).toEqual({ total: rich, held: 0n });
  });

  it('is in the state, and outlives the names of as many transfers as are remembered', () => {
    const venue = new Venue(1, {}, 1_000n);
    venue.run(hold(600n));
    for (let count = 0; count <= referencesKept; count++)
      venue.run({ type: 'TRANSFER', from: -1, to: 0, asset: 0, amount: 1n, reference: `in ${count}` });
    const restored = restoreEngine(venue.engine.snapshot());
    expect(restored.stateHash()).toBe(venue.engine.stateHash());
    expect(restored.holds()).toEqual([{ reference: 'out', account: 0, asset: 1, amount: 600n }]);
  });
});
