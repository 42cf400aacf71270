import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { type Interval, intervals } from '../../core/domain/interval.ts';
import { EmptyState, Skeleton, useText } from '../../core/ui/index.ts';
import styles from './chart-panel.module.css';
import type { ChartSourceState } from './chart-source.ts';
import { ChartView } from './chart-view.tsx';
import type { requires } from './requires.ts';

const isInterval = (value: unknown): value is Interval => (intervals as readonly unknown[]).includes(value);

/** Live candlesticks of the panel's instrument; the interval is remembered with the layout. */
export const Panel = observer(function ChartPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const t = useText('panel-chart');
  const [state, setState] = useState<ChartSourceState>('loading');
  const [attempt, setAttempt] = useState(0);
  const legend = useMemo(
    () => ({ open: t('legend.open'), high: t('legend.high'), low: t('legend.low'), close: t('legend.close'), volume: t('legend.volume') }),
    [t],
  );
  const interval = isInterval(config.interval) ? config.interval : '15m';
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <EmptyState icon="chart" text={t('noInstrument')} />;
  return (
    <div className={styles.panel}>
      <div className={styles.intervals} role="radiogroup" aria-label={t('interval')}>
        {intervals.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of buttons reads and works as radio buttons here
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === interval}
            className={one === interval ? styles.chosen : styles.interval}
            onClick={() => updateConfig({ interval: one })}
          >
            {one}
          </button>
        ))}
      </div>
      <div className={styles.chart}>
        <ChartView
          key={`${instrument.id} ${interval} ${attempt}`}
          services={services}
          instrument={instrument}
          interval={interval}
          label={t('label', { symbol: instrument.symbol, interval })}
          legend={legend}
          onState={setState}
        />
        {state !== 'ready' && (
          <div className={styles.cover}>
            {state === 'loading' && <Skeleton rows={6} />}
            {state === 'empty' && <EmptyState icon="chart" text={t('empty')} />}
            {state === 'failed' && (
              <EmptyState
                icon="warning"
                text={t('failed')}
                action={
                  <Button size="small" onClick={() => setAttempt(attempt + 1)}>
                    {t('retry')}
                  </Button>
                }
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
});
