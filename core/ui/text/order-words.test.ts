import { expect, it } from 'vitest';
import { orderCauseWord, orderStatusWord } from './order-words.ts';

const stop = { triggerPrice: '95' };
const takeProfit = { triggerPrice: null };

it('calls a stop that fired triggered, and a take-profit that its entry put on the book working', () => {
  expect([orderStatusWord(stop, 'TRADING'), orderCauseWord(stop, 'TRIGGERED')]).toEqual(['TRADING', 'TRIGGERED']);
  expect([orderStatusWord(takeProfit, 'TRADING'), orderCauseWord(takeProfit, 'TRIGGERED')]).toEqual(['WORKING', 'ARMED']);
});

it('leaves every other word as it is', () => {
  expect(orderStatusWord(takeProfit, 'UNFILLED')).toBe('UNFILLED');
  expect(orderStatusWord(stop, 'WAITING')).toBe('WAITING');
  expect(orderCauseWord(takeProfit, 'FILLED')).toBe('FILLED');
});
