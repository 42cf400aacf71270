import { describe, expect, it } from 'vitest';
import { readSeries } from './imported-series.ts';

const now = Date.UTC(2026, 10, 27, 5);
const read = (csv: string) => readSeries(csv, now);

describe('a series from outside', () => {
  it('is read with and without a header, in any order, and as this page has saved it', () => {
    const days = [
      { dayMs: Date.UTC(2026, 10, 25), value: 12.5 },
      { dayMs: Date.UTC(2026, 10, 26), value: 100 },
    ];
    expect(read('2026-11-26,100\n2026-11-25,12.5')).toEqual({ ok: true, days });
    expect(read('\uFEFFDate,Value\r\n2026-11-25, 12.5\r\n2026-11-26,100\r\n')).toEqual({ ok: true, days });
    expect(read('day,value,regime,close\n2026-11-26,100,extreme-greed,61000\n2026-11-25,12.5,extreme-fear,')).toEqual({ ok: true, days });
  });

  it.each([
    ['2026-11-25,1,2', 1, 'columns'],
    ['date,value\n2026-11-25', 2, 'columns'],
    ['2026-11-25,1\n2026-02-30,1', 2, 'date'],
    ['25.11.2026,1', 1, 'date'],
    ['2026-11-25,101', 1, 'value'],
    ['2026-11-25,-1', 1, 'value'],
    ['2026-11-25,1e1', 1, 'value'],
    ['2026-11-25,', 1, 'value'],
    ['2026-11-25,1\n\n2026-11-25,2', 3, 'twice'],
    ['2026-11-28,50', 1, 'future'],
    ['date,value\n', 1, 'empty'],
    ['', 1, 'empty'],
  ] as const)('is refused with its line: %j', (csv, line, rule) => {
    expect(read(csv)).toEqual({ ok: false, line, rule });
  });

  it('ends at five thousand days', () => {
    const days = Array.from({ length: 5_001 }, (_, at) => `${new Date(at * 86_400_000).toISOString().slice(0, 10)},50`);
    expect(read(days.join('\n'))).toEqual({ ok: false, line: 5_001, rule: 'long' });
  });
});
