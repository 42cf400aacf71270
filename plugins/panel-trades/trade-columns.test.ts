import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { tradeColumns } from './trade-columns.ts';

describe('the columns of the trades panel', () => {
  it('put units into the headers and numbers to the right of the price', () => {
    const t = (key: string, params: object = {}): string => [key, ...Object.values(params)].join(' ');
    const nothing = () => null;
    const instrument = { base: 'BTC', quote: 'USDT' } as Instrument;
    const columns = tradeColumns(t, instrument, { price: nothing, qty: nothing, time: nothing });
    expect(columns.map(({ title, align = 'left' }) => [title, align])).toEqual([
      ['price USDT', 'left'],
      ['quantity BTC', 'right'],
      ['time', 'right'],
    ]);
  });
});
