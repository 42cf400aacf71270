import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiplyDecimals, toUnits } from '../../../core/domain/numbers/decimal.ts';
import { malformed, offGrid } from '../scaled-number.ts';
import { btcusdt } from '../trading-fixture.ts';
import { InstrumentGrid } from './instrument-grid.ts';

const btc = { code: 'BTC', scale: 8 };
const usdt = { code: 'USDT', scale: 8 };

describe('InstrumentGrid', () => {
  const grid = new InstrumentGrid({ ...btcusdt, tick: '0.05', lot: '0.0002', minQty: '0.0002', maxQty: '100' }, btc, usdt);

  it('turns prices and quantities into ticks and lots and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 1, max: 500_000 }), (ticks, lots) => {
        expect(grid.ticksOf(grid.price(ticks))).toBe(ticks);
        expect(grid.lotsOf(grid.qty(lots))).toBe(lots);
        const notional = multiplyDecimals(grid.price(ticks), grid.qty(lots));
        expect(grid.notional(ticks, lots)).toBe(toUnits(notional, usdt.scale));
      }),
    );
  });

  it('tells what is off the grid from what is no number', () => {
    expect(grid.ticksOf('100.05')).toBe(2001);
    expect(grid.ticksOf('100.07')).toBe(offGrid);
    expect(grid.ticksOf('100.001')).toBe(offGrid);
    expect(grid.lotsOf('0.0003')).toBe(offGrid);
    expect(grid.lotsOf('much')).toBe(malformed);
  });

  it('refuses a grid that is finer than the assets can express', () => {
    expect(() => new InstrumentGrid(btcusdt, btc, { code: 'USDT', scale: 6 })).toThrow(/tick × lot: needs 7 decimals/);
    expect(() => new InstrumentGrid(btcusdt, { code: 'BTC', scale: 4 }, usdt)).toThrow(/lot: needs 5 decimals/);
    expect(() => new InstrumentGrid({ ...btcusdt, tick: '0' }, btc, usdt)).toThrow(/tick: not a positive decimal/);
    expect(() => new InstrumentGrid({ ...btcusdt, maxQty: '1.000001' }, btc, usdt)).toThrow(/not a multiple of the lot/);
  });
});
