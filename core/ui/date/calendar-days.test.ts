import { describe, expect, it } from 'vitest';
import { dayAfterKey, dayNumber, monthsOn, weeksOf } from './calendar-days.ts';
import { typedDate } from './typed-date.ts';

describe('a calendar', () => {
  it('has the weeks of a month from Monday, with what of the months beside it they touch', () => {
    const weeks = weeksOf('2026-11');
    expect([weeks.length, weeks[0]?.[0], weeks[0]?.[6], weeks.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-11-01', '2026-12-06']);
    expect(weeksOf('2027-02').map((week) => week[0])).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  });

  it('moves by days, weeks, months and years, and to the ends of a week', () => {
    const moves = [
      ['ArrowLeft', false, '2026-11-26'],
      ['ArrowDown', false, '2026-12-04'],
      ['Home', false, '2026-11-23'],
      ['End', false, '2026-11-29'],
      ['PageUp', false, '2026-10-27'],
      ['PageDown', true, '2027-11-27'],
      ['x', false, null],
    ] as const;
    for (const [key, shift, to] of moves) expect([key, dayAfterKey('2026-11-27', key, shift)]).toEqual([key, to]);
  });

  it('ends a month that is shorter on its last day', () => {
    expect([monthsOn('2026-01-31', 1), monthsOn('2024-02-29', 12), monthsOn('2026-01-15', -1)]).toEqual([
      '2026-02-28',
      '2025-02-28',
      '2025-12-15',
    ]);
  });

  it('knows no days that do not exist', () => {
    expect([dayNumber('2026-02-30'), dayNumber('2026-13-01'), dayNumber('soon'), dayNumber('1970-01-02')]).toEqual([null, null, null, 1]);
  });
});

describe('a typed date', () => {
  it('is understood with its year first, in several ways of writing', () => {
    for (const text of ['2026-01-05', '2026/1/5', '2026.01.05', ' 20260105 ']) expect(typedDate(text, false)).toBe('2026-01-05');
    for (const text of ['', '2026', '2026-01', '05.01.2026', '2026-02-30', '2026-01-05 10:00']) expect(typedDate(text, false)).toBeNull();
  });

  it('has a time of day where one is asked for, midnight if none is typed', () => {
    expect(typedDate('2026-1-5', true)).toBe('2026-01-05T00:00');
    expect(typedDate('2026-01-05 9:30', true)).toBe('2026-01-05T09:30');
    expect(typedDate('2026-01-05T09:30:15', true)).toBe('2026-01-05T09:30:15');
    expect([typedDate('2026-01-05 24:00', true), typedDate('2026-01-05 9', true)]).toEqual([null, null]);
  });
});
