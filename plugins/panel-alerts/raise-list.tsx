import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { AlertRaise } from '../../core/contract/client-services.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  FailedState,
  MarketName,
  Price,
  TimeText,
  type Translate,
  useText,
} from '../../core/ui/index.ts';
import { conditionCell, conditionWidths } from './condition-cell.tsx';
import type { Services } from './requires.ts';

/** When alerts were raised, newest first; follows while it is shown. */
export const RaiseList = observer(function RaiseList({ services }: { readonly services: Services }) {
  const t = useText('panel-alerts');
  const { api, alerts } = services;
  const [raises, setRaises] = useState<readonly AlertRaise[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const columns = useMemo(() => raiseColumns(services, t), [services, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what makes a failed load be tried again
  useEffect(() => {
    let ended = false;
    const load = async (): Promise<void> => {
      const history = await api.call('alertHistory', { query: {} });
      if (ended) return;
      setFailed(!history.ok);
      setRaises(history.ok ? history.value : []);
    };
    void load();
    const stop = alerts.onRaised(() => void load());
    return () => {
      ended = true;
      void stop();
    };
  }, [api, alerts, attempt]);
  return (
    <DataTable<AlertRaise>
      label={t('history')}
      rows={raises ?? []}
      columns={columns}
      rowKey={({ raiseId }) => raiseId}
      loading={raises === null}
      empty={
        failed ? (
          <FailedState text={t('historyFailed')} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <EmptyState icon="history" text={t('historyEmpty')} />
        )
      }
    />
  );
});

function raiseColumns({ markets }: Services, t: Translate): Column<AlertRaise>[] {
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 110,
      render: (raise) => <TimeText timeMs={raise.timeMs} />,
    },
    {
      id: 'market',
      title: t('column.market'),
      width: 132,
      render: (raise) => <MarketName markets={markets} id={raise.instrument} />,
    },
    {
      id: 'price',
      title: t('column.raised'),
      width: 84,
      align: 'right',
      render: (raise) => <Price value={raise.price} step={markets.instrument(raise.instrument)?.tick ?? '0.01'} />,
    },
    { id: 'condition', title: t('column.condition'), ...conditionWidths, render: (raise) => conditionCell(raise, t) },
    { id: 'note', title: t('column.note'), width: 110, render: (raise) => raise.note },
  ];
}
