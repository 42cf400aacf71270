import { expect, it } from 'vitest';
import { briefDecimal } from './brief-decimal.ts';

it.each([
  ['1234.567', 4, '1234.56'],
  ['0.0012345', 2, '0.0012'],
  ['0.30987654', 4, '0.3098'],
  ['-0.00129', 2, '-0.0012'],
  ['95', 4, '95'],
  ['12.3456', 4, '12.34'],
])('cuts %s to %i digits that tell it', (text, digits, brief) => {
  expect(briefDecimal(text, digits)).toBe(brief);
});

it('counts up what must suffice, and only where something was cut off', () => {
  expect(briefDecimal('1234.561', 4, 'up')).toBe('1234.57');
  expect(briefDecimal('1234.56', 4, 'up')).toBe('1234.56');
  expect(briefDecimal('0.999999', 3, 'up')).toBe('1');
});

it('refuses what is no decimal', () => {
  expect(() => briefDecimal('1e3', 2)).toThrow('not a decimal: 1e3');
});
