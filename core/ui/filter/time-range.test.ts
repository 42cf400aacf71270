import { describe, expect, it } from 'vitest';
import { inRange, startOfDay, timeRangeOf } from './time-range.ts';

const noon = Date.UTC(2026, 10, 21, 12);

describe('a time range', () => {
  it('of days ends now and stays open', () => {
    expect(timeRangeOf({ range: '7' }, noon, 'UTC')).toEqual({ fromMs: Date.UTC(2026, 10, 14, 12) });
    expect(timeRangeOf({}, noon, 'UTC')).toEqual({});
    expect(timeRangeOf({ range: '8' }, noon, 'UTC')).toEqual({});
  });

  it('of its own has both days in it, in the zone of the user', () => {
    const choice = { range: 'custom', from: '2026-11-20', to: '2026-11-21' };
    expect(timeRangeOf(choice, noon, 'Asia/Shanghai')).toEqual({
      fromMs: Date.UTC(2026, 10, 19, 16),
      toMs: Date.UTC(2026, 10, 21, 16),
    });
    expect(timeRangeOf({ range: 'custom', from: '2026-11-20' }, noon, 'UTC')).toEqual({ fromMs: Date.UTC(2026, 10, 20) });
    expect(timeRangeOf({ range: 'custom', from: 'soon' }, noon, 'UTC')).toEqual({});
  });

  it('begins its days at midnight also when the clocks change', () => {
    expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 28, 23));
    expect(startOfDay('2026-03-29', 'Europe/Berlin', 1)).toBe(Date.UTC(2026, 2, 29, 22));
    expect(startOfDay('2026-11-01', 'America/New_York')).toBe(Date.UTC(2026, 10, 1, 4));
  });

  it('takes its first moment and not its last', () => {
    expect([9, 10, 19, 20].map((timeMs) => inRange(timeMs, { fromMs: 10, toMs: 20 }))).toEqual([false, true, true, false]);
  });
});
