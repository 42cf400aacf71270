import { addDays, timeOf, wallTime, weekdayOf } from './zone-time.ts';

/** `PRE_OPEN` lies between an opening auction and the first trade after it; `AFTER_HOURS` trades at the closing price. */
const sessionPhases = ['CLOSED', 'OPENING_AUCTION', 'PRE_OPEN', 'CONTINUOUS', 'BREAK', 'CLOSING_AUCTION', 'AFTER_HOURS'] as const;
export type SessionPhase = (typeof sessionPhases)[number];

/** What becomes of an order or a cancel: at once on the book, kept until the next session that takes it, or sent back. */
export type SessionHandling = 'TAKEN' | 'HELD' | 'REFUSED';

/** How a session trades: not, all at once at its end, by price and time, or at the closing price by time. */
export type SessionMatching = 'NONE' | 'AT_END' | 'PRICE_TIME' | 'CLOSING_PRICE';

export interface SessionRules {
  readonly phase: SessionPhase;
  readonly orders: SessionHandling;
  readonly cancels: SessionHandling;
  readonly matching: SessionMatching;
}

/** A part of a trading day, by the wall clock of the calendar's zone. */
export interface CalendarSession extends SessionRules {
  /** `09:30`, included. */
  readonly from: string;
  /** `11:30`, not included. */
  readonly to: string;
}

/** Days, both included: `2026-10-01` to `2026-10-07`. */
export interface ClosedDays {
  readonly from: string;
  readonly to: string;
}

/** When a market trades, as data. */
export interface TradingCalendar {
  readonly id: string;
  /** IANA name, such as `Asia/Shanghai`. */
  readonly zone: string;
  /** 1 is Monday, 7 Sunday. */
  readonly weekdays: readonly number[];
  readonly closed: readonly ClosedDays[];
  /** Days that are known: from the first to the last for which the exchange has published its holidays. */
  readonly known: ClosedDays;
  /** Sessions of a trading day by the date from which on they hold, oldest first; those of one day in order, without overlap. */
  readonly editions: readonly { readonly since: string; readonly sessions: readonly CalendarSession[] }[];
}

export interface MarketPhase extends SessionRules {
  /** When something else begins, ms; null where the calendar ends before. */
  readonly untilMs: number | null;
}

const closedRules: SessionRules = { phase: 'CLOSED', orders: 'REFUSED', cancels: 'REFUSED', matching: 'NONE' };

/** The phase of a time. Null: the calendar does not know that day, so nothing can be said. */
export function calendarPhase(calendar: TradingCalendar, timeMs: number): MarketPhase | null {
  const { date, ofDayMs } = wallTime(calendar.zone, timeMs);
  if (!isKnown(calendar, date)) return null;
  const running = sessionsOn(calendar, date).find(({ from, to }) => ofDayMs >= clockMs(from) && ofDayMs < clockMs(to));
  if (running === undefined) return { ...closedRules, untilMs: beginAfter(calendar, timeMs, date) };
  const { phase, orders, cancels, matching, to } = running;
  return { phase, orders, cancels, matching, untilMs: timeOf(calendar.zone, { date, ofDayMs: clockMs(to) }) };
}

/** The next time at which new orders are taken: the given one while they are, null where the calendar ends before. */
export function nextTaken(calendar: TradingCalendar, timeMs: number): number | null {
  const phase = calendarPhase(calendar, timeMs);
  if (phase === null || phase.orders === 'TAKEN') return phase === null ? null : timeMs;
  return beginAfter(calendar, timeMs, wallTime(calendar.zone, timeMs).date, ({ orders }) => orders === 'TAKEN');
}

/** True for a day with sessions; null for one that the calendar does not know. */
export function isTradingDay(calendar: TradingCalendar, date: string): boolean | null {
  return isKnown(calendar, date) ? sessionsOn(calendar, date).length > 0 : null;
}

/** When the next session of a kind begins after a time, whose day is `date`. */
function beginAfter(
  calendar: TradingCalendar,
  timeMs: number,
  date: string,
  isWanted: (session: CalendarSession) => boolean = () => true,
): number | null {
  for (let day = date; isKnown(calendar, day); day = addDays(day, 1)) {
    for (const session of sessionsOn(calendar, day)) {
      const beginMs = isWanted(session) ? timeOf(calendar.zone, { date: day, ofDayMs: clockMs(session.from) }) : 0;
      if (beginMs > timeMs) return beginMs;
    }
  }
  return null;
}

const isKnown = ({ known }: TradingCalendar, date: string): boolean => date >= known.from && date <= known.to;

function sessionsOn({ weekdays, closed, editions }: TradingCalendar, date: string): readonly CalendarSession[] {
  if (!weekdays.includes(weekdayOf(date)) || closed.some(({ from, to }) => date >= from && date <= to)) return [];
  return editions.findLast(({ since }) => date >= since)?.sessions ?? [];
}

/** `09:30` since midnight, ms. */
const clockMs = (clock: string): number => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * 60_000;
