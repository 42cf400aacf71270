import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Alert } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  BarSpace,
  DataTable,
  EmptyState,
  Icon,
  IconButton,
  PanelBody,
  PlainButton,
  type TableState,
  useText,
} from '../../core/ui/index.ts';
import { removeAlert, saveAlert, setAlertStatus } from './alert-actions.ts';
import { alertColumns } from './alert-columns.tsx';
import { AlertForm } from './alert-form.tsx';
import styles from './alerts.module.css';
import { RaiseList } from './raise-list.tsx';
import type { requires } from './requires.ts';

type Editing = { readonly alert: Alert | null };

/** The user's price alerts: made, changed, paused, closed and deleted; and when they were raised. */
export const Panel = observer(function AlertsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { alerts, workspace, markets } = services;
  const t = useText('panel-alerts');
  const [editing, setEditing] = useState<Editing | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const columns = useMemo(() => alertColumns(services, t), [services, t]);
  const target = editing?.alert?.instrument ?? instrumentId;
  const instrument = target === null ? null : markets.instrument(target);

  const add = (): void => {
    setShowsHistory(false);
    setEditing({ alert: null });
  };
  const bar = (
    <div className={styles.bar}>
      <Button size="small" icon={<Icon name="add" size={14} />} disabled={instrumentId === null} onClick={add}>
        {t('add')}
      </Button>
      <BarSpace />
      <Button size="small" appearance="subtle" aria-pressed={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
        {t('history')}
      </Button>
    </div>
  );
  return (
    <PanelBody bar={bar}>
      <div className={styles.content}>
        {editing !== null && instrument !== null && !showsHistory && (
          <AlertForm
            key={editing.alert?.alertId ?? instrument.id}
            services={services}
            instrument={instrument}
            alert={editing.alert}
            onSave={async (draft) => {
              if (await saveAlert(services, draft)) setEditing(null);
            }}
            onCancel={() => setEditing(null)}
          />
        )}
        <div className={styles.list}>
          {showsHistory ? (
            <RaiseList services={services} />
          ) : (
            <DataTable<Alert>
              label={t('title')}
              rows={alerts.alerts}
              columns={columns}
              rowKey={({ alertId }) => alertId}
              state={(config.table as TableState | undefined) ?? {}}
              onStateChange={(table) => updateConfig({ table })}
              loading={alerts.loading}
              onOpen={({ instrument: id }) => workspace.openTab(id)}
              rowKeys={{
                F2: (alert) => setEditing({ alert }),
                Delete: (alert) => void removeAlert(services, alert),
              }}
              rowActions={(alert) => (
                <>
                  <StatusButton alert={alert} onStatus={(status) => void setAlertStatus(services, alert, status)} />
                  <IconButton label={t('edit')} icon="edit" onClick={() => setEditing({ alert })} />
                  <IconButton label={t('delete')} icon="trash" onClick={() => void removeAlert(services, alert)} />
                </>
              )}
              empty={
                <EmptyState
                  icon="bell"
                  text={t('empty')}
                  action={instrumentId === null ? null : <PlainButton onClick={add}>{t('add')}</PlainButton>}
                />
              }
            />
          )}
        </div>
      </div>
    </PanelBody>
  );
});

/** What is next in an alert's life: closed when raised, paused when watching, else watching again. */
function StatusButton({
  alert,
  onStatus,
}: {
  readonly alert: Alert;
  readonly onStatus: (status: 'MONITORING' | 'PAUSED' | 'ENDED') => void;
}) {
  const t = useText('panel-alerts');
  if (alert.status === 'RAISED') return <IconButton label={t('close')} icon="check" onClick={() => onStatus('ENDED')} />;
  if (alert.status === 'MONITORING') return <IconButton label={t('pause')} icon="pause" onClick={() => onStatus('PAUSED')} />;
  return <IconButton label={t('resume')} icon="refresh" onClick={() => onStatus('MONITORING')} />;
}
