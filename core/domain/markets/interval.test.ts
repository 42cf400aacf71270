import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOpenMs, intervals, nextIntervalOpenMs } from './interval.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const at = (text: string): number => Date.parse(text);

describe('candle intervals', () => {
  it.each([
    ['5m', '2024-08-08T23:58:59.999Z', '2024-08-08T23:55:00.000Z'],
    ['4h', '2024-08-08T23:58:00Z', '2024-08-08T20:00:00.000Z'],
    ['1d', '2024-08-08T23:58:00Z', '2024-08-08T00:00:00.000Z'],
    ['1w', '2024-08-08T23:58:00Z', '2024-08-05T00:00:00.000Z'],
    ['1w', '2024-08-05T00:00:00Z', '2024-08-05T00:00:00.000Z'],
    ['1w', '1970-01-02T00:00:00Z', '1969-12-29T00:00:00.000Z'],
    ['1M', '2024-02-29T12:00:00Z', '2024-02-01T00:00:00.000Z'],
  ] as const)('a %s candle that holds %s opens at %s', (interval, time, open) => {
    expect(iso(intervalOpenMs(interval, at(time)))).toBe(open);
  });

  it('touch without gap or overlap', () => {
    fc.assert(
      fc.property(fc.constantFrom(...intervals), fc.integer({ min: at('2000-01-01'), max: at('2060-01-01') }), (interval, time) => {
        const open = intervalOpenMs(interval, time);
        const next = nextIntervalOpenMs(interval, open);
        expect(open).toBeLessThanOrEqual(time);
        expect(next).toBeGreaterThan(time);
        expect(intervalOpenMs(interval, next)).toBe(next);
        expect(intervalOpenMs(interval, next - 1)).toBe(open);
      }),
    );
  });
});
