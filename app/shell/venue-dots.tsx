import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './shell.module.css';

const dotClass = { LIVE: styles.live, DEGRADED: styles.degraded, DOWN: styles.gone } as const;

/** Health of every exchange, and how far the server is. */
export const VenueDots = observer(function VenueDots() {
  const { t } = useTranslation('app');
  const { markets, stream } = useWorkbench().services;
  const connected = stream.state === 'open';
  const venues = markets.exchanges.map(({ exchange, title }) => ({ exchange, title, health: markets.health(exchange) }));
  return (
    <Popover size="small" positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.tool} aria-label={t('venues.label')} title={t('venues.label')}>
          <span className={styles.dots}>
            {venues.map(({ exchange, health }) => (
              <span key={exchange} className={`${styles.dot} ${connected ? dotClass[health] : ''}`} />
            ))}
            {venues.length === 0 && <span className={styles.dot} />}
          </span>
          <span className={styles.latency}>{stream.latencyMs === null ? '–' : `${stream.latencyMs} ms`}</span>
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={t('venues.label')}>
        <div className={styles.venueList}>
          {venues.map(({ exchange, title, health }) => (
            <Venue key={exchange} title={title} tone={connected ? (dotClass[health] ?? '') : ''} state={t(`venues.${health}`)} />
          ))}
          <div className={styles.venueLatency}>
            {stream.latencyMs === null ? t('venues.noLatency') : t('venues.latency', { ms: stream.latencyMs })}
          </div>
        </div>
      </PopoverSurface>
    </Popover>
  );
});

function Venue({ title, tone, state }: { readonly title: string; readonly tone: string; readonly state: string }) {
  return (
    <>
      <span className={`${styles.dot} ${tone}`} />
      <span>{title}</span>
      <span className={styles.venueState}>{state}</span>
    </>
  );
}
