import type { ApiId } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { formatTime, useServices, useText } from '../../../core/ui/index.ts';
import { useAccountSwitches } from '../../../core/ui/states/account-switches.tsx';
import type { Services } from '../requires.ts';
import { TicketNote } from './ticket-note.tsx';

export interface TicketSwitchesProps {
  readonly stream: Services['stream'];
  readonly instrument: Instrument;
  readonly apiId: ApiId;
}

/** Says what risk has stopped, since when and why, before an order is refused for it, and goes away with it. */
export function TicketSwitches({ stream, instrument, apiId }: TicketSwitchesProps) {
  const t = useText('panel-order-ticket');
  const { timers, preferences } = useServices();
  const byAccount = useAccountSwitches(stream);
  const held = (byAccount.get(apiId) ?? []).filter((one) => one.about !== 'market' || one.instrument === instrument.id);
  return (
    <div aria-live="polite">
      {held.map(({ about, reason, thrown_time }) => (
        <TicketNote key={about} tone="warn" icon="warning">
          {t(`switch.${about}`, { symbol: instrument.symbol, at: formatTime(thrown_time, timers.nowMs(), preferences.timeZone), reason })}
        </TicketNote>
      ))}
    </div>
  );
}
