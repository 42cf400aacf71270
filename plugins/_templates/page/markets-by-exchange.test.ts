import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { marketsByExchange } from './markets-by-exchange.ts';

const at = (exchange: string): Instrument => ({ exchange }) as Instrument;

describe('markets by exchange', () => {
  it('are counted and sorted by number, then by name', () => {
    const counted = marketsByExchange(['b', 'a', 'c', 'c'].map(at));
    expect(counted.map(({ exchange, markets }) => `${exchange} ${markets}`)).toEqual(['c 2', 'a 1', 'b 1']);
  });

  it('are none without instruments', () => {
    expect(marketsByExchange([])).toEqual([]);
  });
});
