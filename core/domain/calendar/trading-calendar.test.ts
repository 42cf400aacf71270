import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthBoardCalendar, mainBoardCalendar } from './china-a-shares.ts';
import { nextOpen, phaseAt } from './market-hours.ts';
import { calendarPhase, isTradingDay, nextTaken, type TradingCalendar } from './trading-calendar.ts';
import { addDays, dateOf } from './zone-time.ts';

const share = { accountType: 'ashare', symbol: '600519' } as const;
const star = { accountType: 'ashare', symbol: '688981' } as const;
/** A time in Shanghai. */
const cst = (text: string): number => Date.parse(`${text}+08:00`);
const phaseOf = (market: typeof share | typeof star, text: string): string | undefined => phaseAt(market, cst(text))?.phase;

/** Nine-thirty to four in New York: a zone with daylight saving. */
const newYork: TradingCalendar = {
  id: 'us',
  zone: 'America/New_York',
  weekdays: [1, 2, 3, 4, 5],
  closed: [{ from: '2026-11-26', to: '2026-11-26' }],
  known: { from: '2026-01-01', to: '2026-12-31' },
  editions: [
    {
      since: '2026-01-01',
      sessions: [{ from: '09:30', to: '16:00', phase: 'CONTINUOUS', orders: 'TAKEN', cancels: 'TAKEN', matching: 'PRICE_TIME' }],
    },
  ],
};

describe('the day of an A-share', () => {
  it('goes through its sessions at their exact times', () => {
    const day = (clock: string) => phaseOf(share, `2026-11-24T${clock}`);
    expect(
      ['09:14:59.999', '09:15', '09:25', '09:29:59.999', '09:30', '11:30', '13:00', '14:57', '15:00', '15:05', '15:30'].map(day),
    ).toEqual([
      'CLOSED',
      'OPENING_AUCTION',
      'PRE_OPEN',
      'PRE_OPEN',
      'CONTINUOUS',
      'BREAK',
      'CONTINUOUS',
      'CLOSING_AUCTION',
      'CLOSED',
      'AFTER_HOURS',
      'CLOSED',
    ]);
  });

  it('takes cancels in the first five minutes of the opening auction, not in its last five, and holds all over lunch', () => {
    expect(phaseAt(share, cst('2026-11-24T09:19'))).toMatchObject({ orders: 'TAKEN', cancels: 'TAKEN', matching: 'NONE' });
    expect(phaseAt(share, cst('2026-11-24T09:20'))).toMatchObject({ orders: 'TAKEN', cancels: 'REFUSED', matching: 'AT_END' });
    expect(phaseAt(share, cst('2026-11-24T12:00'))).toMatchObject({ orders: 'HELD', cancels: 'HELD', untilMs: cst('2026-11-24T13:00') });
  });

  it('ends with trading at the closing price on STAR and ChiNext always, on the main boards since 6 July 2026', () => {
    expect(['2026-07-03', '2026-07-06'].map((date) => phaseOf(share, `${date}T15:10`))).toEqual(['CLOSED', 'AFTER_HOURS']);
    expect(['2025-07-03', '2026-07-06'].map((date) => phaseOf(star, `${date}T15:10`))).toEqual(['AFTER_HOURS', 'AFTER_HOURS']);
  });

  it('is none on weekends, holidays and the weekends on which offices work instead', () => {
    const closed = ['2026-02-14', '2026-02-16', '2026-02-23', '2026-02-28', '2025-10-08', '2026-10-10', '2025-01-28'];
    expect(closed.map((date) => isTradingDay(mainBoardCalendar, date))).toEqual(closed.map(() => false));
    const open = ['2026-02-13', '2026-02-24', '2025-10-09', '2025-02-05', '2026-10-08'];
    expect(open.map((date) => isTradingDay(mainBoardCalendar, date))).toEqual(open.map(() => true));
  });

  it('comes 243 times in 2025 and 242 times in 2026', () => {
    const count = (year: string): number => {
      let days = 0;
      for (let date = `${year}-01-01`; date.startsWith(year); date = addDays(date, 1)) if (isTradingDay(mainBoardCalendar, date)) days += 1;
      return days;
    };
    expect([count('2025'), count('2026')]).toEqual([243, 242]);
  });
});

describe('the next opening', () => {
  it('is now while orders are taken, else the next session that takes them, over nights and holidays', () => {
    expect(nextOpen(share, cst('2026-11-24T10:00'))).toBe(cst('2026-11-24T10:00'));
    expect(nextOpen(share, cst('2026-11-24T09:27'))).toBe(cst('2026-11-24T09:30'));
    expect(nextOpen(share, cst('2026-11-24T15:02'))).toBe(cst('2026-11-24T15:05'));
    expect(nextOpen(share, cst('2026-09-30T15:31'))).toBe(cst('2026-10-08T09:15'));
  });

  it('is not known beyond what is published, and neither is the phase', () => {
    expect(nextOpen(share, cst('2026-12-31T15:31'))).toBeNull();
    expect(phaseAt(share, cst('2026-12-31T15:31'))).toMatchObject({ phase: 'CLOSED', untilMs: null });
    expect([phaseAt(share, cst('2027-01-04T10:00')), nextOpen(share, cst('2027-01-04T10:00'))]).toEqual([null, null]);
    expect(phaseAt(share, cst('2024-12-31T10:00'))).toBeNull();
  });

  it('is always now for coins', () => {
    const coin = { accountType: 'spot', symbol: 'BTCUSDT' } as const;
    expect([phaseAt(coin, 5)?.phase, nextOpen(coin, 5)]).toEqual(['CONTINUOUS', 5]);
  });

  it('keeps to the wall clock where it is put forward and back', () => {
    const opens = ['2026-03-06', '2026-03-07', '2026-10-30', '2026-10-31', '2026-11-25'].map((date) => {
      const time = nextTaken(newYork, Date.parse(`${date}T22:00:00Z`));
      return time === null ? null : new Date(time).toISOString();
    });
    expect(opens).toEqual([
      '2026-03-09T13:30:00.000Z',
      '2026-03-09T13:30:00.000Z',
      '2026-11-02T14:30:00.000Z',
      '2026-11-02T14:30:00.000Z',
      '2026-11-27T14:30:00.000Z',
    ]);
  });
});

describe('every calendar', () => {
  const calendars = fc.constantFrom(mainBoardCalendar, growthBoardCalendar, newYork);
  const time = fc.integer({ min: Date.parse('2026-01-02T00:00:00Z'), max: Date.parse('2026-12-20T00:00:00Z') });

  it('has one phase until the next begins, and another from then on', () => {
    fc.assert(
      fc.property(calendars, time, fc.double({ min: 0, max: 0.999, noNaN: true }), (calendar, timeMs, share) => {
        const phase = calendarPhase(calendar, timeMs);
        const untilMs = phase?.untilMs ?? 0;
        expect(untilMs).toBeGreaterThan(timeMs);
        expect(calendarPhase(calendar, Math.floor(timeMs + (untilMs - timeMs) * share))).toEqual(phase);
        expect(calendarPhase(calendar, untilMs)).not.toEqual(phase);
      }),
    );
  });

  it('takes no order between a time and the next opening, and takes them there', () => {
    fc.assert(
      fc.property(calendars, time, fc.double({ min: 0, max: 0.999, noNaN: true }), (calendar, timeMs, share) => {
        const open = nextTaken(calendar, timeMs) ?? 0;
        expect(calendarPhase(calendar, open)?.orders).toBe('TAKEN');
        if (open === timeMs) return;
        expect(open).toBeGreaterThan(timeMs);
        expect(calendarPhase(calendar, Math.floor(timeMs + (open - timeMs) * share))?.orders).not.toBe('TAKEN');
      }),
    );
  });

  it('has sessions in order without overlap, and knows every day that it calls closed', () => {
    for (const { editions, closed, known } of [mainBoardCalendar, growthBoardCalendar]) {
      for (const { sessions } of editions) {
        const edges = sessions.flatMap(({ from, to }) => [from, to]);
        expect(edges).toEqual([...edges].sort());
      }
      for (const { from, to } of closed) expect(known.from <= from && from <= to && to <= known.to).toBe(true);
      expect(dateOf(Date.parse(known.to))).toBe(known.to);
    }
  });
});
