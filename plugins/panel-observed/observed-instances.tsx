import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  BarSpace,
  BarToggle,
  DataTable,
  EmptyState,
  FailedState,
  lazyPart,
  PanelBody,
  PlainButton,
  Select,
  Signed,
  Skeleton,
  SteadySuspense,
  type TableState,
  useServices,
  useText,
  useTexts,
} from '../../core/ui/index.ts';
import styles from './observed.module.css';
import { observedColumns, pluginOf, titleKeyOf } from './observed-columns.tsx';
import { type Factor, factors, isFactor, type ObservedInstance, type ObservedState, ObservedStore, times } from './observed-store.ts';
import type { requires, Services } from './requires.ts';

/** Results move with the market; instances come and go less often. */
const againEveryMs = 5_000;

/** Most rows are only looked over. */
const ObservedDetails = lazyPart(async () => (await import('./observed-details.tsx')).ObservedDetails);

/** Instances of others as their owners let one look at them. */
export const Panel = observer(function ObservedPanel({ services, config, updateConfig, visible }: PanelProps<typeof requires>) {
  const t = useText('panel-observed');
  const state: ObservedState = config.state === 'history' ? 'history' : 'running';
  const factor: Factor = isFactor(config.factor) ? config.factor : '1';
  const store = useObserved(services, state, visible);
  const textsOf = useTexts([...new Set(store.items.map(({ strategy }) => pluginOf(strategy)))]);
  const columns = useMemo(() => {
    const titleOf = (strategy: string): string => {
      const { namespace, key } = titleKeyOf(strategy);
      return textsOf(namespace)(key);
    };
    return observedColumns({ services, t, state, factor, titleOf });
  }, [services, t, state, factor, textsOf]);
  const isFailed = store.error !== null && !store.isLoaded;
  const [openId, setOpenId] = useState<string | null>(null);
  const open = store.items.find(({ instanceId }) => instanceId === openId) ?? null;
  return (
    <PanelBody
      bar={
        <>
          <BarToggle text={t('running')} pressed={state === 'running'} onClick={() => updateConfig({ state: 'running' })} />
          <BarToggle text={t('history')} pressed={state === 'history'} onClick={() => updateConfig({ state: 'history' })} />
          <BarSpace />
          {store.sums.map(({ asset, profit }) => (
            <span key={asset} role="status" className={styles.sum}>
              {t('sum')} <Signed value={times(profit, factor)} step="0.01" /> {asset}
            </span>
          ))}
          <Select
            aria-label={t('factor')}
            title={t('factor.help')}
            value={factor}
            options={factors.map((one) => ({ value: one, label: `× ${one}` }))}
            onChange={(one) => updateConfig({ factor: one })}
          />
        </>
      }
      foot={
        <>
          {store.isLoaded && !store.isDone && <PlainButton onClick={() => void store.more()}>{t('older')}</PlainButton>}
          {open !== null && (
            <SteadySuspense fallback={<Skeleton rows={4} />}>
              <ObservedDetails instance={open} factor={factor} services={services} onClose={() => setOpenId(null)} />
            </SteadySuspense>
          )}
        </>
      }
    >
      <DataTable<ObservedInstance>
        label={t('title')}
        rows={store.items}
        columns={columns}
        rowKey={({ instanceId }) => instanceId}
        markedKey={open?.instanceId ?? null}
        onActivate={({ instanceId }) => setOpenId(instanceId === openId ? null : instanceId)}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        loading={!store.isLoaded && !isFailed}
        empty={
          isFailed ? (
            <FailedState text={t('failed')} onRetry={() => void store.renew()} />
          ) : (
            <EmptyState icon="robot" text={t(state === 'running' ? 'empty.running' : 'empty.history')} />
          )
        }
      />
    </PanelBody>
  );
});

/** Running ones are read again as long as somebody looks; ended ones when the panel is opened and when rights to accounts change. */
function useObserved({ api, stream }: Services, state: ObservedState, visible: boolean): ObservedStore {
  const { timers } = useServices();
  const store = useMemo(
    () =>
      new ObservedStore(
        state,
        (query) => api.call('observerInstances', { query }),
        () => api.call('observerStat', {}),
      ),
    [api, state],
  );
  useEffect(() => {
    if (!visible) return undefined;
    const read = (): void => void store.renew();
    read();
    const stopRights = stream.subscribe('accounts', read);
    const stopTimer = state === 'running' ? timers.every(againEveryMs, read) : () => undefined;
    return () => {
      void stopRights();
      stopTimer();
    };
  }, [store, stream, timers, state, visible]);
  return store;
}
