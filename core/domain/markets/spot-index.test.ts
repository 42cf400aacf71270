import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals } from '../numbers/decimal.ts';
import { type IndexSource, spotIndex } from './spot-index.ts';

const source = (id: string, price: string | null, change: Partial<IndexSource> = {}): IndexSource => ({
  id,
  price,
  ageMs: 0,
  weight: 1,
  ...change,
});

describe('a spot index', () => {
  it('is the mean of its sources by their weights, exact', () => {
    expect(spotIndex([source('a', '50000.1'), source('b', '50000.2'), source('c', '50000.3')], null, 2).price).toBe('50000.2');
    expect(spotIndex([source('a', '50000', { weight: 3 }), source('b', '50100', { weight: 1 })], null, 2).price).toBe('50025');
  });

  it('is rounded half up to the decimals that are asked for', () => {
    expect(spotIndex([source('a', '1.01'), source('b', '1.02')], null, 2).price).toBe('1.02');
    expect(spotIndex([source('a', '1'), source('b', '1'), source('c', '1.01')], null, 4).price).toBe('1.0033');
  });

  it('leaves out a quote of a minute ago, and takes one that is a millisecond younger', () => {
    const sources = (ageMs: number) => [source('a', '100'), source('b', '101'), source('c', '102', { ageMs })];
    expect(spotIndex(sources(59_999), null, 2)).toEqual({ price: '101', stale: false, states: ['COUNTED', 'COUNTED', 'COUNTED'] });
    expect(spotIndex(sources(60_000), null, 2)).toEqual({ price: '100.5', stale: false, states: ['COUNTED', 'COUNTED', 'LATE'] });
  });

  it('leaves out what is more than 3 % from the median of all, and keeps what is exactly so far', () => {
    const sources = (far: string) => [source('a', '100'), source('b', '100'), source('c', far)];
    expect(spotIndex(sources('103'), null, 2)).toMatchObject({ price: '101', states: ['COUNTED', 'COUNTED', 'COUNTED'] });
    expect(spotIndex(sources('103.01'), null, 2)).toMatchObject({ price: '100', states: ['COUNTED', 'COUNTED', 'OUTLIER'] });
    expect(spotIndex(sources('96.99'), null, 2)).toMatchObject({ price: '100', states: ['COUNTED', 'COUNTED', 'OUTLIER'] });
  });

  it('knows of two that disagree neither which is right: both are out, and the index of before stands as stale', () => {
    expect(spotIndex([source('a', '100'), source('b', '110')], '99', 2)).toEqual({
      price: '99',
      stale: true,
      states: ['OUTLIER', 'OUTLIER'],
    });
  });

  it('keeps the last price and says that it is stale with one source, and with none has none', () => {
    expect(spotIndex([source('a', '100'), source('b', null)], '98.5', 2)).toEqual({
      price: '98.5',
      stale: true,
      states: ['COUNTED', 'EMPTY'],
    });
    expect(spotIndex([], null, 2)).toEqual({ price: null, stale: true, states: [] });
  });

  it('names the source whose price or weight is none', () => {
    expect(() => spotIndex([source('a', '0')], null, 2)).toThrow('price 0 of a');
    expect(() => spotIndex([source('b', '1', { weight: 0.5 })], null, 2)).toThrow('weight 0.5 of b');
  });
});

describe('every spot index', () => {
  const price = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
  const near = fc.integer({ min: 9_900, max: 10_100 }).map((cents) => (cents / 100).toFixed(2));
  const weight = fc.integer({ min: 1, max: 100 });
  const sources = (prices: fc.Arbitrary<string>) =>
    fc.array(fc.record({ id: fc.string(), price: fc.option(prices), ageMs: fc.integer({ min: 0, max: 120_000 }), weight }), {
      maxLength: 7,
    });

  it('lies between the least and the highest price that counts, and depends on no order', () => {
    fc.assert(
      fc.property(sources(price), (given) => {
        const index = spotIndex(given, null, 4);
        expect(spotIndex([...given].reverse(), null, 4).price).toBe(index.price);
        const counted = given.flatMap((one, at) => (index.states[at] === 'COUNTED' && one.price !== null ? [one.price] : []));
        expect(index.stale).toBe(counted.length < 2);
        if (index.price === null) return;
        const [least, most] = [...counted].sort(compareDecimals).filter((_, at, all) => at === 0 || at === all.length - 1);
        expect(compareDecimals(index.price, least ?? '0')).toBeGreaterThanOrEqual(0);
        expect(compareDecimals(index.price, most ?? least ?? '0')).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is moved by one source that errs or lies no farther than the others lie apart', () => {
    fc.assert(
      fc.property(fc.array(near, { minLength: 3, maxLength: 6 }), price, weight, (honest, lie, liarWeight) => {
        const given = [...honest.map((one, at) => source(String(at), one)), source('liar', lie, { weight: liarWeight })];
        const { price: index } = spotIndex(given, null, 4);
        expect(compareDecimals(index ?? '0', '95')).toBeGreaterThan(0);
        expect(compareDecimals(index ?? '0', '105')).toBeLessThan(0);
      }),
    );
  });

  it('is the same when all weights are multiplied', () => {
    fc.assert(
      fc.property(sources(near), fc.integer({ min: 2, max: 9 }), (given, factor) => {
        const heavier = given.map((one) => ({ ...one, weight: one.weight * factor }));
        expect(spotIndex(heavier, '1', 6)).toEqual(spotIndex(given, '1', 6));
      }),
    );
  });
});
