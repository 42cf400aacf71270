import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { InstanceEvent } from '../../../core/contract/strategies.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  FailedState,
  ListFoot,
  PanelBody,
  TimeText,
  useFaultText,
  useText,
} from '../../../core/ui/index.ts';
import type { ShownInstance } from '../shown-instance.ts';
import { useStrategyTexts } from '../use-strategy-texts.ts';
import styles from './details.module.css';
import { eventText } from './event-text.ts';

/** Kinds that a trader should not overlook. */
const grave = ['interrupted', 'halted', 'denied', 'rejected', 'refused'];

/** The history of an instance, newest first, with what the strategy noted itself. */
export const EventLog = observer(function EventLog({ services, store, instance }: ShownInstance) {
  const t = useText('panel-strategy-instances');
  const texts = useStrategyTexts(services);
  const faultText = useFaultText();
  const { strategy } = instance;
  const columns = useMemo<Column<InstanceEvent>[]>(
    () => [
      { id: 'time', title: t('column.time'), width: 76, fixed: true, render: ({ timeMs }) => <TimeText timeMs={timeMs} /> },
      {
        id: 'kind',
        title: t('column.event'),
        width: 96,
        render: ({ kind }) => <span className={grave.includes(kind) ? styles.refusal : undefined}>{t(`event.${kind}`)}</span>,
      },
      {
        id: 'text',
        title: t('column.text'),
        width: 320,
        render: (event) => {
          const text = eventText(event, strategy, { t, texts, services, faultText });
          return <span title={text}>{text}</span>;
        },
      },
    ],
    [t, texts, services, strategy, faultText],
  );
  return (
    <PanelBody foot={<ListFoot list={store.events} />}>
      <DataTable<InstanceEvent>
        label={t('part.log')}
        rows={store.events.items}
        columns={columns}
        rowKey={({ eventId }) => String(eventId)}
        loading={store.state === 'loading'}
        empty={
          store.state === 'failed' ? (
            <FailedState text={t('details.failed')} onRetry={() => void store.load()} />
          ) : (
            <EmptyState text={t('log.empty')} />
          )
        }
      />
    </PanelBody>
  );
});
