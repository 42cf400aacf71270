import type { CalendarSession, ClosedDays, TradingCalendar } from './trading-calendar.ts';

/** Sessions and holidays of the mainland exchanges in Shanghai and Shenzhen. */

/**
 * Days on which both exchanges are closed, weekends in between included, as their notices of December 2024 and December 2025 have them.
 * Weekends on which offices work instead of a holiday are no trading days. The notice for 2027 comes in December 2026: the calendar ends before.
 */
const holidays: readonly ClosedDays[] = [
  { from: '2025-01-01', to: '2025-01-01' },
  { from: '2025-01-28', to: '2025-02-04' },
  { from: '2025-04-04', to: '2025-04-06' },
  { from: '2025-05-01', to: '2025-05-05' },
  { from: '2025-05-31', to: '2025-06-02' },
  { from: '2025-10-01', to: '2025-10-08' },
  { from: '2026-01-01', to: '2026-01-03' },
  { from: '2026-02-15', to: '2026-02-23' },
  { from: '2026-04-04', to: '2026-04-06' },
  { from: '2026-05-01', to: '2026-05-05' },
  { from: '2026-06-19', to: '2026-06-21' },
  { from: '2026-09-25', to: '2026-09-27' },
  { from: '2026-10-01', to: '2026-10-07' },
];

/** Nobody takes an order between the opening auction and the first trade, nor over lunch: brokers keep it. */
const held = { orders: 'HELD', cancels: 'HELD', matching: 'NONE' } as const;

const day: readonly CalendarSession[] = [
  { from: '09:15', to: '09:20', phase: 'OPENING_AUCTION', orders: 'TAKEN', cancels: 'TAKEN', matching: 'NONE' },
  { from: '09:20', to: '09:25', phase: 'OPENING_AUCTION', orders: 'TAKEN', cancels: 'REFUSED', matching: 'AT_END' },
  { from: '09:25', to: '09:30', phase: 'PRE_OPEN', ...held },
  { from: '09:30', to: '11:30', phase: 'CONTINUOUS', orders: 'TAKEN', cancels: 'TAKEN', matching: 'PRICE_TIME' },
  { from: '11:30', to: '13:00', phase: 'BREAK', ...held },
  { from: '13:00', to: '14:57', phase: 'CONTINUOUS', orders: 'TAKEN', cancels: 'TAKEN', matching: 'PRICE_TIME' },
  { from: '14:57', to: '15:00', phase: 'CLOSING_AUCTION', orders: 'TAKEN', cancels: 'REFUSED', matching: 'AT_END' },
];

const afterHours: CalendarSession = {
  from: '15:05',
  to: '15:30',
  phase: 'AFTER_HOURS',
  orders: 'TAKEN',
  cancels: 'TAKEN',
  matching: 'CLOSING_PRICE',
};

const common = {
  zone: 'Asia/Shanghai',
  weekdays: [1, 2, 3, 4, 5],
  closed: holidays,
  known: { from: '2025-01-01', to: '2026-12-31' },
};

/** Main boards: trading at the closing price came for all shares on 6 July 2026. */
export const mainBoardCalendar: TradingCalendar = {
  ...common,
  id: 'cn-a-main',
  editions: [
    { since: '2025-01-01', sessions: day },
    { since: '2026-07-06', sessions: [...day, afterHours] },
  ],
};

/** STAR and ChiNext. */
export const growthBoardCalendar: TradingCalendar = {
  ...common,
  id: 'cn-a-growth',
  editions: [{ since: '2025-01-01', sessions: [...day, afterHours] }],
};
