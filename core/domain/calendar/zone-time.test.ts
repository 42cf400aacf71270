import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, stampIn, timeOf, wallTime, weekdayOf } from './zone-time.ts';

const at = (text: string): number => Date.parse(text);
const hourMs = 3_600_000;
const zones = ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const time = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });

describe('the wall clock of a zone', () => {
  it('is eight hours ahead in Shanghai all year, and follows daylight saving in New York', () => {
    expect(wallTime('Asia/Shanghai', at('2026-07-01T16:30:00.250Z'))).toEqual({ date: '2026-07-02', ofDayMs: 0.5 * hourMs + 250 });
    expect(wallTime('America/New_York', at('2026-01-15T14:30:00Z'))).toEqual({ date: '2026-01-15', ofDayMs: 9.5 * hourMs });
    expect(wallTime('America/New_York', at('2026-07-15T13:30:00Z'))).toEqual({ date: '2026-07-15', ofDayMs: 9.5 * hourMs });
  });

  it('is written with how far it is from UTC, and not at all for a zone that there is not', () => {
    const noon = at('2026-01-15T12:00:30Z');
    expect(['Asia/Kathmandu', 'asia/shanghai', 'America/New_York', 'UTC'].map((zone) => stampIn(zone, noon))).toEqual([
      '2026-01-15 17:45 UTC+5:45',
      '2026-01-15 20:00 UTC+8',
      '2026-01-15 07:00 UTC-5',
      '2026-01-15 12:00 UTC',
    ]);
    expect(stampIn('America/St_Johns', noon)).toBe('2026-01-15 08:30 UTC-3:30');
    expect(['', 'Mars/Olympus'].map((zone) => stampIn(zone, noon))).toEqual([null, null]);
    const endOfTime = 8.64e15;
    expect(['UTC', 'Asia/Shanghai'].map((zone) => stampIn(zone, endOfTime))).toEqual(['+275760-09-13 00:00 UTC', null]);
  });

  it('shows an hour twice in autumn, of which the first is meant, and leaves one out in spring, which is so much later', () => {
    const clock = (date: string, hours: number) => ({ date, ofDayMs: hours * hourMs });
    expect(timeOf('America/New_York', clock('2026-11-01', 1.5))).toBe(at('2026-11-01T05:30:00Z'));
    expect(timeOf('America/New_York', clock('2026-03-08', 2.5))).toBe(at('2026-03-08T07:30:00Z'));
    expect(timeOf('America/New_York', clock('2026-03-08', 3.5))).toBe(at('2026-03-08T07:30:00Z'));
  });

  it('tells back every time that it shows once, and the first of those that it shows twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, (zone, timeMs) => {
        const wall = wallTime(zone, timeMs);
        const back = timeOf(zone, wall);
        expect(wallTime(zone, back)).toEqual(wall);
        expect(back === timeMs || back === timeMs - hourMs || back === timeMs - hourMs / 2).toBe(true);
      }),
    );
  });

  it('names a zone that there is none of', () => {
    expect(() => wallTime('Mars/Olympus', 0)).toThrow(RangeError);
  });

  it('knows days of the week and counts over months and leap days', () => {
    expect(['2026-11-23', '2026-11-29', '1969-12-29'].map(weekdayOf)).toEqual([1, 7, 1]);
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-02-28',
    ]);
  });
});
