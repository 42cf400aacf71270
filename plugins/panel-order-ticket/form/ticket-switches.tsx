import { useEffect, useState } from 'react';
import type { HouseOf } from '../../../core/contract/house-words.ts';
import { itemsOf } from '../../../core/contract/stream-items.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { formatTime, useServices, useText } from '../../../core/ui/index.ts';
import type { AccountSwitches } from '../../../schemas/wire/risk.ts';
import type { Services } from '../requires.ts';
import { TicketNote } from './ticket-note.tsx';

type Switches = HouseOf<AccountSwitches>;

export interface TicketSwitchesProps {
  readonly stream: Services['stream'];
  readonly instrument: Instrument;
  readonly apiId: ApiId;
}

/** Says what risk has stopped, since when and why, before an order is refused for it, and goes away with it. */
export function TicketSwitches({ stream, instrument, apiId }: TicketSwitchesProps) {
  const t = useText('panel-order-ticket');
  const { timers, preferences } = useServices();
  const [byAccount, setByAccount] = useState<ReadonlyMap<ApiId, Switches['switches']>>(new Map());
  useEffect(
    () =>
      stream.subscribe('switches', (message) => {
        const told = itemsOf<Switches>(message).map(({ apiId: of, switches }) => [of, switches] as const);
        setByAccount((before) => new Map([...(message.k === 's' ? [] : before), ...told]));
      }) as () => void,
    [stream],
  );
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
