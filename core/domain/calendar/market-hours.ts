import type { Instrument } from '../markets/instrument.ts';
import { growthBoardCalendar, mainBoardCalendar } from './china-a-shares.ts';
import { calendarPhase, type MarketPhase, nextTaken, type TradingCalendar } from './trading-calendar.ts';

/** What the hours of a market hang on. */
export type MarketWithHours = Pick<Instrument, 'accountType' | 'symbol'>;

/** Markets of coins never close. */
const always: MarketPhase = { phase: 'CONTINUOUS', orders: 'TAKEN', cancels: 'TAKEN', matching: 'PRICE_TIME', untilMs: null };

/** Codes of STAR and ChiNext. */
const growthBoards = /^(688|689|300|301|302)/;

/** The calendar of a market; null for one that never closes. */
function calendarOf({ accountType, symbol }: MarketWithHours): TradingCalendar | null {
  if (accountType !== 'ashare') return null;
  return growthBoards.test(symbol) ? growthBoardCalendar : mainBoardCalendar;
}

/** What the market does at a time; null where its exchange has not published that day yet. */
export function phaseAt(market: MarketWithHours, timeMs: number): MarketPhase | null {
  const calendar = calendarOf(market);
  return calendar === null ? always : calendarPhase(calendar, timeMs);
}

/** When the market takes new orders next, ms: the given time while it does; null where that is not published yet. */
export function nextOpen(market: MarketWithHours, timeMs: number): number | null {
  const calendar = calendarOf(market);
  return calendar === null ? timeMs : nextTaken(calendar, timeMs);
}
