import type { Alert } from '../../core/contract/client-services.ts';
import { type Column, formatDecimal, Price, TimeText, type Translate } from '../../core/ui/index.ts';
import { conditionText } from './alert-text.ts';
import styles from './alerts.module.css';
import type { Services } from './requires.ts';

const tones: Readonly<Record<Alert['status'], string | undefined>> = {
  MONITORING: styles.monitoring,
  RAISED: styles.raised,
  PAUSED: styles.muted,
  ENDED: styles.muted,
};

export function alertColumns({ markets }: Services, t: Translate): Column<Alert>[] {
  const tickOf = (alert: Alert): string => markets.instrument(alert.instrument)?.tick ?? '0.01';
  return [
    {
      id: 'market',
      title: t('column.market'),
      width: 120,
      fixed: true,
      render: (alert) => (
        <span title={alert.instrument}>
          {markets.instrument(alert.instrument)?.symbol ?? alert.instrument}{' '}
          <span className={styles.muted}>{markets.exchangeTitle(alert.instrument.split('/')[0] ?? '')}</span>
        </span>
      ),
      compare: (a, b) => a.instrument.localeCompare(b.instrument),
    },
    {
      id: 'condition',
      title: t('column.condition'),
      width: 170,
      render: (alert) => conditionText(alert, t, formatDecimal),
    },
    {
      id: 'status',
      title: t('column.status'),
      width: 86,
      render: (alert) => <span className={tones[alert.status]}>{t(`status.${alert.status}`)}</span>,
      compare: (a, b) => a.status.localeCompare(b.status),
    },
    {
      id: 'raised',
      title: t('column.raised'),
      width: 84,
      align: 'right',
      render: (alert) => <Price value={alert.raisedPrice} step={tickOf(alert)} />,
    },
    { id: 'note', title: t('column.note'), width: 110, render: (alert) => <span title={alert.note}>{alert.note}</span> },
    {
      id: 'duration',
      title: t('column.duration'),
      width: 100,
      optional: true,
      render: (alert) => t(`duration.${alert.duration}`),
    },
    {
      id: 'created',
      title: t('column.created'),
      width: 110,
      align: 'right',
      render: (alert) => <TimeText timeMs={alert.createdMs} />,
      compare: (a, b) => a.createdMs - b.createdMs,
      descendingFirst: true,
    },
  ];
}
