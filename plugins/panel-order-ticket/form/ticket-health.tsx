import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { type MarketWithHours, nextOpen, phaseAt } from '../../../core/domain/calendar/market-hours.ts';
import type { MarketPhase } from '../../../core/domain/calendar/trading-calendar.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { formatTime, useServices, useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import styles from './ticket-health.module.css';
import { TicketNote } from './ticket-note.tsx';

interface TicketHealthProps {
  readonly markets: Services['markets'];
  readonly instrument: Instrument;
}

/** Says before anybody sends why the order would be refused, by its market's state and hours or its exchange's, and goes away with the reason. */
export const TicketHealth = observer(function TicketHealth({ markets, instrument }: TicketHealthProps) {
  const t = useText('panel-order-ticket');
  const health = markets.health(instrument.exchange);
  const hours = useHours(instrument);
  const { state, symbol } = instrument;
  const down = health === 'CANCEL_ONLY' || health === 'DOWN' ? (`health.${health}` as const) : null;
  // A market that has ended is no matter of waiting, however its exchange is; nor does the exchange open one outside its hours.
  const reason = state !== 'TRADING' ? `state.${state}` : hours?.refuses === true ? hours.text : (down ?? hours?.text ?? null);
  return (
    <div className={styles.health} aria-live="polite">
      {reason !== null && (
        <TicketNote tone="warn" icon="warning">
          {t(reason, { symbol, exchange: markets.exchangeTitle(instrument.exchange), at: hours?.at ?? '' })}
        </TicketNote>
      )}
    </div>
  );
});

/** What there is to say of the hours of a market: a key of the texts, until when it holds, and whether orders are refused. Null: nothing. */
interface Hours {
  readonly text: string;
  readonly at: string;
  readonly refuses: boolean;
}

/** A timer of the browser may come a moment early. */
const afterEndMs = 20;

/** By the clock of the page; told anew when the session changes. */
function useHours({ accountType, symbol }: MarketWithHours): Hours | null {
  const { timers, preferences } = useServices();
  const [changes, setChanges] = useState(0);
  const nowMs = timers.nowMs();
  const phase = phaseAt({ accountType, symbol }, nowMs);
  const untilMs = phase?.untilMs ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that came too early is set again
  useEffect(() => {
    if (untilMs === null) return undefined;
    return timers.after(untilMs - timers.nowMs() + afterEndMs, () => setChanges((before) => before + 1));
  }, [timers, untilMs, changes]);
  if (phase === null) return { text: 'hours.unknown', at: '', refuses: true };
  if (phase.phase === 'CONTINUOUS') return null;
  const refuses = phase.orders !== 'TAKEN';
  const nextMs = refuses ? nextOpen({ accountType, symbol }, nowMs) : endOf({ accountType, symbol }, phase);
  const at = nextMs === null ? '–' : formatTime(nextMs, nowMs, preferences.timeZone);
  return { text: `hours.${phase.phase}`, at, refuses };
}

/** An auction has parts, of which a later one takes no cancels. */
function endOf(market: MarketWithHours, { phase, untilMs }: MarketPhase): number | null {
  const next = untilMs === null ? null : phaseAt(market, untilMs);
  return next?.phase === phase ? endOf(market, next) : untilMs;
}
