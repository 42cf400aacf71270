import { describe, expect, it } from 'vitest';
import { asksBefore, sideAt } from './click-order.ts';

it('a click below the last price buys, above it sells, and without one does neither', () => {
  expect(['99.5', '100', '100.5'].map((price) => sideAt(price, '100'))).toEqual(['BUY', 'BUY', 'SELL']);
  expect(sideAt('100', null)).toBeNull();
});

describe('before a limit order by click', () => {
  const settled = (limit: boolean, large = true) => ({ confirm: { limit, large }, largeAbove: '5000' });

  it.each([
    ['in quick mode nobody is asked', null, '10', true, false],
    ['else everybody who has settled nothing', null, '10', false, true],
    ['else those who want to be', settled(true), '10', false, true],
    ['and those not who do not', settled(false), '10', false, false],
    ['a large order is asked about even in quick mode', settled(false), '5001', true, true],
    ['unless that was settled otherwise', settled(false, false), '5001', true, false],
    ['what does not fit counts as not settled', { confirm: 7, largeAbove: 'many' }, '99999', true, false],
  ])('%s', (_, settings, amount, quickMode, asks) => {
    expect(asksBefore(settings, amount, quickMode)).toBe(asks);
  });
});
