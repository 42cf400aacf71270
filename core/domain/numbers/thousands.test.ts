import { afterEach, expect, it } from 'vitest';
import { changePercent, formatCompact, formatDecimal, formatNumber } from './number-text.ts';
import { sampleNumber, setThousands, thousandsChoices } from './thousands.ts';

afterEach(() => setThousands('comma'));

it('puts what the reader has chosen between thousands, in every way that a number is written', () => {
  const texts = () => [
    formatDecimal('-1234567.5', 2),
    formatNumber(1234.567, 1),
    formatCompact('1234567890000000.5'),
    changePercent('1', '51')?.text,
    formatDecimal('999'),
  ];
  expect(texts()).toEqual(['−1,234,567.50', '1,234.6', '1,234T', '+5,000.00%', '999']);
  setThousands('space');
  expect(texts()).toEqual(['−1\u{202f}234\u{202f}567.50', '1\u{202f}234.6', '1\u{202f}234T', '+5\u{202f}000.00%', '999']);
  setThousands('none');
  expect(texts()).toEqual(['−1234567.50', '1234.6', '1234T', '+5000.00%', '999']);
});

it('shows each choice as it writes numbers', () => {
  for (const choice of thousandsChoices) {
    setThousands(choice);
    expect(sampleNumber(choice)).toBe(formatDecimal('1234567.89'));
  }
});
