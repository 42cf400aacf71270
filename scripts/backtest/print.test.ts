import { expect, it } from 'vitest';
import { foldsText, notesByKey, recordingsText, sweepText } from './print.ts';
import { StrategyTexts } from './strategy-texts.ts';

const texts = new StrategyTexts('strategy-shock-grid');

it('counts the notes of a run by what they say, so that a refusal does not hide behind the last of them', () => {
  const lost = { timeMs: 1, key: 'note.lineLost', params: { line: 3, reason: 'ORDER_RATE_LIMITED' } };
  const left = { timeMs: 3, key: 'note.inRange', params: {} };
  expect(notesByKey([lost, { ...lost, timeMs: 2, params: { line: 4, reason: 'POST_ONLY' } }, left], texts)).toEqual([
    ['', '2 × Line 4 has no order any more: POST_ONLY'],
    ['', '1 × The price is back in the range'],
  ]);
});

it('says what a strategy says in its sentences, codes of errors in those of the house, and what has none as it is', () => {
  expect(texts.text('note.startDenied', { why: 'SERVER_STOPPING' })).toBe(
    'The coins for the sell lines could not be bought: The server is restarting; try again in a moment',
  );
  const short = { limit: '379.7', asset: 'USDT', field: 'qty', need: '602.8', fits: '0.006', fitsAsset: 'BTC' };
  expect(texts.text('note.startDenied', { ...short, why: 'ORDER_INSUFFICIENT_BALANCE' })).toContain('Needs 602.8 USDT, 379.7 available');
  expect(texts.text('note.startDenied', { why: 'ORDER_INSUFFICIENT_BALANCE' })).toContain(': ORDER_INSUFFICIENT_BALANCE');
  expect(texts.text('note.unheardOf', { line: 3 })).toBe('note.unheardOf, line 3');
});

it('tells beside the values of a sweep which rule of the strategy they break, in a sentence', () => {
  const reason = { key: 'rule', params: { field: 'lowPrice', rule: 'rules.offTick', tick: '0.01' } } as const;
  const text = sweepText([{ field: 'lowPrice', values: ['1.001'] }], [{ values: ['1.001'], statistics: null, reason }], texts);
  expect(text).toContain('lowPrice: must be a multiple of 0.01');
  expect(text).not.toContain('rules.');
});

it('says of all tests of a walk forward why orders were denied', () => {
  const sums = {
    startEquity: 100,
    endEquity: 101,
    totalReturn: 0.01,
    annualReturn: null,
    maxDrawdown: 0,
    sharpe: null,
    period: 'day',
  } as const;
  const rest = { trades: 0, winRate: null, profitFactor: null, openProfit: 0, fees: 0, funding: null, fills: 0, denied: 2 };
  const denials = [{ code: 'SERVER_STOPPING', count: 2, params: {} }] as const;
  const text = foldsText([], { folds: [], joined: { ...sums, ...rest }, denials }, texts);
  expect(text).toContain('2 × The server is restarting');
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
