import type { MarketEvent } from '../../core/contract/strategy.ts';
import { phaseAt } from '../../core/domain/calendar/market-hours.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';

export type SessionEvent = Extract<MarketEvent, { readonly type: 'session' }>;

/** What a strategy hears of a market's session at a time. */
export function sessionEvent(instrument: Instrument, timeMs: number): SessionEvent {
  const phase = phaseAt(instrument, timeMs);
  const { id: instrumentId } = instrument;
  if (phase === null) return { type: 'session', instrumentId, phase: null, takesOrders: false, untilMs: null, timeMs };
  return { type: 'session', instrumentId, phase: phase.phase, takesOrders: phase.orders === 'TAKEN', untilMs: phase.untilMs, timeMs };
}
