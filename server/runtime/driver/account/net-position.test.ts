import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inversePerpetual, linearPerpetual } from '../../../../core/domain/markets/perpetual-terms.ts';
import { fromUnits } from '../../../../core/domain/numbers/decimal.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { fillOf } from '../../../../tests/kit/strategy-kit.ts';
import { NetPosition, resultScale } from './net-position.ts';

const position = (): NetPosition => new NetPosition(1, 'aurora/BTCUSDT/spot', testInstrument);
const profitAt = (one: NetPosition, mark: string): string => {
  const { realised, open, fees, funding } = one.resultAt(mark);
  return fromUnits(realised + (open ?? 0n) - fees + funding, resultScale);
};

describe('a net position', () => {
  it('buys and sells one grid step with the result of the domain reference', () => {
    const grid = position();
    grid.apply(fillOf({ side: 'BUY', price: '45000', qty: '1', fee: '45', feeAsset: 'USDT' }));
    grid.apply(fillOf({ side: 'SELL', price: '46000', qty: '1', fee: '46', feeAsset: 'USDT' }));
    expect(profitAt(grid, '1')).toBe('909');
    expect(grid.position).toBeNull();
    expect(grid.flows).toMatchObject({ fees: '91', fills: 2 });
  });

  it('keeps the average entry while it shrinks, and starts anew beyond zero', () => {
    const one = position();
    one.apply(fillOf({ price: '100', qty: '1' }));
    one.apply(fillOf({ price: '110', qty: '1' }));
    one.apply(fillOf({ side: 'SELL', price: '200', qty: '1' }));
    expect(one.position).toMatchObject({ side: 'LONG', qty: '1', entryPrice: '105' });
    one.apply(fillOf({ side: 'SELL', price: '120', qty: '3' }));
    expect(one.position).toMatchObject({ side: 'SHORT', qty: '2', entryPrice: '120' });
  });

  it('is worth what its flows say, in any order of fills, also after it was saved', () => {
    const fill = fc.record({
      side: fc.constantFrom('BUY', 'SELL'),
      price: fc.integer({ min: 1, max: 1e6 }),
      qty: fc.integer({ min: 1, max: 1e4 }),
      fee: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 30 }), fc.integer({ min: 1, max: 1e6 }), (fills, mark) => {
        const live = position();
        let saved = position();
        let [base, quote] = [0n, 0n];
        for (const { side, price, qty, fee } of fills) {
          const told = fillOf({ side: side as 'BUY', price: String(price), qty: String(qty), fee: String(fee), feeAsset: 'USDT' });
          live.apply(told);
          saved = new NetPosition(1, 'aurora/BTCUSDT/spot', testInstrument, JSON.parse(JSON.stringify(saved.flows)));
          saved.apply(told);
          const sign = side === 'BUY' ? 1n : -1n;
          base += sign * BigInt(qty);
          quote -= sign * BigInt(qty * price) + BigInt(fee);
        }
        expect(profitAt(live, String(mark))).toBe(String(quote + base * BigInt(mark)));
        expect(live.base).toBe(String(base));
        expect(saved.flows).toEqual(live.flows);
      }),
    );
  });
});

describe('a net position in a contract', () => {
  const linear = linearPerpetual({ ...testInstrument, id: 'aurora/BTCUSDT/usdm', accountType: 'usdm' }, { multiplier: '0.01' });
  const inverse = inversePerpetual(
    { ...testInstrument, id: 'aurora/BTCUSD/coinm', symbol: 'BTCUSD', quote: 'USD', accountType: 'coinm' },
    { multiplier: '100', settleAsset: 'BTC' },
  );

  it('counts what one unit stands for, and takes no fee from the position', () => {
    const one = new NetPosition(1, linear.id, linear);
    one.apply(fillOf({ price: '50000', qty: '10', fee: '2', feeAsset: 'USDT' }));
    expect(one.position).toMatchObject({ side: 'LONG', qty: '10', entryPrice: '50000' });
    // A tenth of a coin gains 100.
    expect([one.asset, profitAt(one, '51000')]).toEqual(['USDT', '98']);
  });

  it('is made in coins where it settles in them: the difference of two turned prices', () => {
    const one = new NetPosition(1, inverse.id, inverse);
    one.apply(fillOf({ price: '40000', qty: '200', fee: '0.0002', feeAsset: 'BTC' }));
    expect(one.asset).toBe('BTC');
    expect(one.position).toMatchObject({ side: 'LONG', qty: '200', entryPrice: '40000' });
    // 200 × 100 × (1/40000 − 1/50000) = 0.1, less the fee.
    expect(profitAt(one, '50000')).toBe('0.0998');
    one.apply(fillOf({ side: 'SELL', price: '50000', qty: '200', fee: '0', feeAsset: 'BTC' }));
    expect([one.position, profitAt(one, '1')]).toEqual([null, '0.0998']);
    const short = new NetPosition(1, inverse.id, inverse);
    short.apply(fillOf({ side: 'SELL', price: '50000', qty: '200', feeAsset: 'BTC' }));
    expect(short.position).toMatchObject({ side: 'SHORT', entryPrice: '50000' });
    expect(profitAt(short, '40000')).toBe('0.1');
  });
});
