import { expect, it } from 'vitest';
import { componentText, indexTime, numberText, percentText, priceText } from './figure-text.ts';

it('says figures with the digits that count, and nothing of what is not known', () => {
  expect([percentText(0.1234), percentText(-0.5, { signed: true }), percentText(0.5, { signed: true, decimals: 0 })]).toEqual([
    '12.3%',
    '−50.0%',
    '+50%',
  ]);
  expect([percentText(0.0001, { signed: true }), percentText(null), numberText(61.4), numberText(null)]).toEqual(['0.0%', '–', '61', '–']);
  expect([priceText(61234.5), priceText(0.1 + 0.2)]).toEqual(['61,234.5', '0.3']);
  expect([componentText('volume', -1.5), componentText('momentum', 0.01), componentText('breadth', null)]).toEqual([
    '−1.50×',
    '+1.0%',
    '–',
  ]);
});

it('names the UTC day of an imported value, wherever it is read, and the time of its own by the clock of the reader', () => {
  const day = Date.UTC(2026, 10, 20);
  const now = day + 30 * 3_600_000;
  expect(indexTime('imported', day, now, 'America/New_York')).toBe('2026-11-20 (UTC)');
  expect(indexTime('own', day, now, 'America/New_York')).toBe('11-19 19:00:00');
});
