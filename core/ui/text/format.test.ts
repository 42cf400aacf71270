import { describe, expect, it } from 'vitest';
import { formatStamp, formatTime, shortenId } from './format.ts';

describe('times', () => {
  const noon = Date.UTC(2026, 10, 20, 12, 3, 4, 56);

  it('shows the day only when it is another one', () => {
    expect(formatTime(noon, noon, 'UTC')).toBe('12:03:04');
    expect(formatTime(noon - 86_400_000, noon, 'UTC')).toBe('11-19 12:03:04');
    expect(formatTime(noon - 366 * 86_400_000, noon, 'UTC')).toBe('2025-11-19 12:03:04');
  });

  it('gives the full stamp in the zone of the user', () => {
    expect(formatStamp(noon, 'Asia/Hong_Kong')).toBe('2026-11-20 20:03:04.056');
  });
});

it('shortens long ids in the middle', () => {
  expect(shortenId('10293847568841')).toBe('1029…8841');
  expect(shortenId('12345')).toBe('12345');
});
