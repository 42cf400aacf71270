import { expect, it } from 'vitest';
import { notesByKey, recordingsText } from './print.ts';

it('counts the notes of a run by what they say, so that a refusal does not hide behind the last of them', () => {
  const lost = { timeMs: 1, key: 'note.lost', params: { reason: 'ORDER_BALANCE' } };
  const left = { timeMs: 3, key: 'note.left', params: { qty: '0.05' } };
  expect(notesByKey([lost, { ...lost, timeMs: 2 }, left])).toEqual([
    ['', '2 × note.lost, reason ORDER_BALANCE'],
    ['', '1 × note.left, qty 0.05'],
  ]);
});

it('lists recordings with their kind, part and size, and says when there are none', () => {
  const range = { fromMs: Date.UTC(2025, 5, 1), toMs: Date.UTC(2025, 5, 2) };
  const candles = { instrumentId: 'replay-okx/BTCUSDT/spot', kind: 'candles', interval: '1m', range, size: 1_440 } as const;
  expect(recordingsText([candles, { ...candles, kind: 'book', interval: null }]).split('\n')).toEqual([
    'market                   kind        from – to, UTC                       events',
    'replay-okx/BTCUSDT/spot  candles 1m  2025-06-01 00:00 – 2025-06-02 00:00  1,440',
    'replay-okx/BTCUSDT/spot  book        2025-06-01 00:00 – 2025-06-02 00:00  1,440',
  ]);
  expect(recordingsText([])).toBe('there are no recordings');
});
