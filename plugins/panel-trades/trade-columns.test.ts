import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { Print } from './prints.ts';
import { tradeColumns, wordsOf } from './trade-columns.ts';

const t = (key: string, params: object = {}): string => [key, ...Object.values(params)].join(' ');
const instrument = { base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.001' } as Instrument;
const nowMs = Date.UTC(2026, 10, 28, 4, 40);
const writing = { timeZone: 'UTC', nowMs: () => nowMs, arrows: false };
const print: Print = { key: '1', side: 'SELL', timeMs: nowMs - 61_250, price: '50000.1', from: null, qty: '1234.5', trades: 1, own: false };
const joined: Print = { ...print, from: '50000.3', trades: 3, own: true };
/** Every letter is as wide. */
const widthOf = (text: string): number => text.length * 7;

describe('the columns of the trades panel', () => {
  it('put units into the headers and numbers to the right of the price', () => {
    const columns = tradeColumns(t, instrument, writing);
    expect(columns.map(({ title, align }) => [title, align])).toEqual([
      ['price USDT', 'left'],
      ['quantity BTC', 'right'],
      ['time', 'right'],
    ]);
  });

  it('write price and quantity with the decimals of their steps, in the colour of the side, and the time of day', () => {
    const texts = (one: Print, arrows: boolean) =>
      tradeColumns(t, instrument, { ...writing, arrows }).map(({ draw }) => draw(one, 90, widthOf));
    expect(texts(print, false)).toEqual([
      { text: '50,000.10', token: 'down' },
      { text: '1,234.500', token: 'text' },
      { text: '04:38:58', token: 'text' },
    ]);
    const lead = [{ text: '▼', token: 'down' }, { text: '×3', token: 'muted' }, undefined];
    expect(texts(joined, true).map((text) => text.lead)).toEqual(lead);
  });

  it('say on hovering whose trade it is, what was joined, and when exactly', () => {
    const hints = (one: Print) => tradeColumns(t, instrument, writing).map(({ hint }) => hint?.(one));
    expect(hints(print)).toEqual([null, null, '2026-11-28 04:38:58.750']);
    expect(hints(joined).slice(0, 2)).toEqual(['own', 'joinedOf 3 50,000.3 50,000.1']);
  });
});

it('a trade in words says side, quantity, price and time, and what is particular about it', () => {
  expect(wordsOf(t, print, writing)).toBe('row.sell 50000.1 1234.5 04:38:58');
  expect(wordsOf(t, joined, writing)).toBe('row.sell 50000.1 1234.5 04:38:58row.joined joinedOf 3 50,000.3 50,000.1row.own');
});
