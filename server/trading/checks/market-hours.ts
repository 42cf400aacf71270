import { AppError } from '../../../core/contract/app-error.ts';
import { nextOpen, phaseAt } from '../../../core/domain/calendar/market-hours.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';

/**
 * Why a market takes no orders now; null while it does. Held sessions count as closed: nobody here keeps an order until the next one.
 * Cancels are not asked: giving up is for the exchange to refuse.
 */
export function hoursProblem(instrument: Pick<Instrument, 'id' | 'accountType' | 'symbol'>, nowMs: number): AppError | null {
  const phase = phaseAt(instrument, nowMs);
  if (phase === null) return new AppError('MARKET_HOURS_UNKNOWN', { instrument: instrument.id });
  if (phase.orders === 'TAKEN') return null;
  const openMs = nextOpen(instrument, nowMs);
  const opens = openMs === null ? '–' : new Date(openMs).toISOString();
  return new AppError('MARKET_CLOSED', { instrument: instrument.id, phase: phase.phase, opens });
}
