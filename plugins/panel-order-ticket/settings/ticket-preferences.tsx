import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { DecimalInput, useText } from '../../../core/ui/index.ts';
import { Check } from '../form/check.tsx';
import sheet from '../form/sheet.module.css';
import type { TicketStore } from '../ticket-store.ts';
import { confirmKinds, type TicketSettings } from './ticket-settings.ts';

/** Which orders are asked about before they are sent. */
export const TicketPreferences = observer(function TicketPreferences({
  store,
  onChange,
}: {
  readonly store: TicketStore;
  readonly onChange: (change: Partial<TicketSettings>) => void;
}) {
  const t = useText('panel-order-ticket');
  const { confirm, largeAbove } = store.settings;
  const [limit, setLimit] = useState(largeAbove);
  return (
    <div className={sheet.sheet}>
      <strong>{t('confirmations')}</strong>
      {confirmKinds.map((kind) => (
        <Check key={kind} checked={confirm[kind]} onChange={(asks) => onChange({ confirm: { ...confirm, [kind]: asks } })}>
          <span>{t(`confirmations.${kind}`)}</span>
        </Check>
      ))}
      <DecimalInput
        label={t('confirmations.above')}
        value={limit}
        step="1000"
        unit={store.instrument?.quote}
        disabled={!confirm.large}
        under={false}
        onChange={(value) => {
          setLimit(value);
          if (/^\d+$/.test(value)) onChange({ largeAbove: String(BigInt(value)) });
        }}
      />
      {store.quick && <p>{t('confirmations.quick')}</p>}
    </div>
  );
});
