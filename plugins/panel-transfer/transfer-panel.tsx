import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { EmptyState, Skeleton, useServices, useText } from '../../core/ui/index.ts';
import type { requires } from './requires.ts';
import styles from './transfer.module.css';
import { TransferForm } from './transfer-form.tsx';
import { TransferHistory } from './transfer-history.tsx';
import { TransferStore } from './transfer-store.ts';

/** Moves money between accounts at one exchange, and lists what was moved. */
export const Panel = observer(function TransferPanel({ services, config, updateConfig, visible }: PanelProps<typeof requires>) {
  const t = useText('panel-transfer');
  const { newId } = useServices();
  const store = useMemo(() => new TransferStore({ services, newId }), [services, newId]);
  const [round, setRound] = useState(0);
  const { workspace } = services;
  useEffect(
    () =>
      reaction(
        () => workspace.transferFrom,
        (apiId) => {
          if (apiId === null) return;
          store.chooseAccount(apiId);
          workspace.transferOf(null);
        },
        { fireImmediately: true },
      ),
    [workspace, store],
  );
  if (services.accounts.loading || services.markets.loading) return <Skeleton rows={6} />;
  if (store.account === null) return <EmptyState icon="transfer" text={t('none')} />;
  return (
    <div className={styles.panel}>
      <TransferForm services={services} store={store} onMoved={() => setRound((last) => last + 1)} />
      {store.offeredAnywhere && (
        <TransferHistory services={services} store={store} round={round} visible={visible} config={config} updateConfig={updateConfig} />
      )}
    </div>
  );
});
