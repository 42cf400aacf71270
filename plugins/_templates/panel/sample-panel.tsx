import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PanelProps } from '../../../core/contract/panel.ts';
import type { Resolved } from '../../../core/contract/token.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { EmptyState, Price, useText } from '../../../core/ui/index.ts';
import type { requires } from './requires.ts';
import styles from './sample.module.css';
import { SampleStore } from './sample-store.ts';

/** The panel follows the instrument of its link group. */
export const Panel = observer(function SamplePanel({ services, instrumentId }: PanelProps<typeof requires>) {
  const t = useText('panel-sample');
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <EmptyState icon="panel" text={t('noInstrument')} />;
  return <Range key={instrument.id} services={services} instrument={instrument} />;
});

const Range = observer(function Range({ services, instrument }: RangeProps) {
  const t = useText('panel-sample');
  const [store] = useState(() => new SampleStore());
  useEffect(() => {
    const stopTickers = services.markets.watchTickers();
    const stopSeeing = reaction(
      () => services.markets.ticker(instrument.id)?.last ?? null,
      (price) => store.see(price),
      { fireImmediately: true },
    );
    return () => {
      stopSeeing();
      void stopTickers();
    };
  }, [services.markets, instrument.id, store]);
  return (
    <dl className={styles.range}>
      <div>
        <dt>{t('high')}</dt>
        <dd>
          <Price value={store.high} step={instrument.tick} />
        </dd>
      </div>
      <div>
        <dt>{t('low')}</dt>
        <dd>
          <Price value={store.low} step={instrument.tick} />
        </dd>
      </div>
    </dl>
  );
});

interface RangeProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
}
