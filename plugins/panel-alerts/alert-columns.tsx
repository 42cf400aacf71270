import type { Alert } from '../../core/contract/client-services.ts';
import { type Column, MarketName, Price, TimeText, type Translate } from '../../core/ui/index.ts';
import styles from './alerts.module.css';
import { conditionCell, conditionWidths } from './condition-cell.tsx';
import { channelOf } from './form-fields.ts';
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
      width: 132,
      fixed: true,
      render: (alert) => <MarketName markets={markets} id={alert.instrument} />,
      compare: (a, b) => a.instrument.localeCompare(b.instrument),
    },
    {
      id: 'condition',
      title: t('column.condition'),
      ...conditionWidths,
      render: (alert) => conditionCell(alert, t),
    },
    {
      id: 'status',
      title: t('column.status'),
      width: 86,
      least: 74,
      render: (alert) => <span className={tones[alert.status]}>{t(`status.${alert.status}`)}</span>,
      compare: (a, b) => a.status.localeCompare(b.status),
    },
    {
      id: 'raised',
      title: t('column.raised'),
      width: 84,
      least: 80,
      align: 'right',
      render: (alert) => <Price value={alert.raisedPrice} step={tickOf(alert)} />,
    },
    {
      id: 'note',
      title: t('column.note'),
      width: 110,
      least: 48,
      yields: 1,
      render: (alert) => <span title={alert.note}>{alert.note}</span>,
    },
    {
      id: 'duration',
      title: t('column.duration'),
      width: 100,
      optional: true,
      render: (alert) => t(`duration.${alert.duration}`),
    },
    {
      id: 'channel',
      title: t('field.channel'),
      width: 100,
      optional: true,
      render: (alert) => t(`channel.${channelOf(alert.channels)}`),
    },
    {
      id: 'created',
      title: t('column.created'),
      width: 86,
      yields: 0,
      align: 'right',
      render: (alert) => <TimeText timeMs={alert.createdMs} />,
      compare: (a, b) => a.createdMs - b.createdMs,
      descendingFirst: true,
    },
  ];
}
