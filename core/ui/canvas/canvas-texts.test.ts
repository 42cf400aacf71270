import { describe, expect, it } from 'vitest';
import { fittingQty, widthsOn } from './canvas-texts.ts';

/** A canvas of tabular figures, which writes down what it was asked to measure. */
function canvas() {
  const asked: string[] = [];
  const measureText = (text: string): TextMetrics => {
    asked.push(text);
    return { width: [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? 7 : 3), 0) } as TextMetrics;
  };
  return { asked, measureText };
}

describe('texts on a canvas', () => {
  it('are measured once for all numbers of one shape', () => {
    const { asked, measureText } = canvas();
    const widthOf = widthsOn({ measureText });
    expect(['1,234.5', '9,876.0', '12.5'].map(widthOf)).toEqual([41, 41, 24]);
    expect(asked).toHaveLength(2);
  });

  it('are quantities with the decimals that their column has room for, never cut and never nothing', () => {
    const widthOf = widthsOn(canvas());
    const texts = (room: number): readonly string[] => ['12.5', '1234.5', '0.00012'].map((qty) => fittingQty(widthOf, qty, 5, room));
    expect(texts(80)).toEqual(['12.50000', '1,234.50000', '0.00012']);
    expect(texts(48)).toEqual(['12.5000', '1,234.50', '0.0001']);
    expect(texts(30)).toEqual(['12.5', '1.23K', '']);
  });
});
