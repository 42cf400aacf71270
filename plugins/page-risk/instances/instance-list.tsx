import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { toldIn } from '../../../core/contract/notices.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import {
  BarToggle,
  type Column,
  DataTable,
  FailedState,
  ListEmpty,
  PanelBody,
  PlainButton,
  Signed,
  TextInput,
  TimeText,
  type Translate,
  useText,
  useTexts,
} from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import { ListedText } from '../../../core/ui/text/listed-text.tsx';
import type { Services } from '../requires.ts';
import styles from '../risk.module.css';
import { RiskReason } from '../risk-reason.tsx';
import type { RiskInstance, RiskStore } from '../risk-store.ts';

const told = toldIn('page-risk');
const cents = '0.01';
const pluginOf = (strategy: string): string => strategy.slice(0, strategy.indexOf('/'));

/** Instances of everybody, and the hand on them. */
export const InstanceList = observer(function InstanceList({
  store,
  services,
}: {
  readonly store: RiskStore;
  readonly services: Services;
}) {
  const t = useText('page-risk');
  const textsOf = useTexts([...new Set(store.instances.map(({ strategy }) => pluginOf(strategy)))]);
  const [isAsking, setAsking] = useState(false);
  const { period, chosen } = store;
  const isRunning = period === 'running';
  const units = new Set(store.instances.map(({ valuation }) => valuation.asset));
  /** That of all profits; null: they have several. */
  const unit = units.size === 1 ? ([...units][0] ?? null) : null;
  const columns = useMemo<readonly Column<RiskInstance>[]>(
    () => [
      {
        ...{ id: 'owner', title: t('field.owner'), width: 120, least: 96, fixed: true },
        render: ({ owner }) => (
          <span className={styles.name} title={owner} translate="no">
            {owner}
          </span>
        ),
        compare: (a, b) => a.owner.localeCompare(b.owner),
      },
      {
        ...{ id: 'name', title: t('field.name'), width: 140, least: 132 },
        render: ({ name, instanceId }) => <span title={`${name} · ${instanceId}`}>{name}</span>,
        compare: (a, b) => a.name.localeCompare(b.name),
      },
      {
        ...{ id: 'strategy', title: t('field.strategy'), width: 150, least: 90, yields: 1 },
        render: ({ strategy }) => textsOf(pluginOf(strategy))('title'),
        compare: (a, b) => a.strategy.localeCompare(b.strategy),
      },
      {
        ...{ id: 'exchange', title: t('field.exchange'), width: 110, least: 80, yields: 2 },
        render: ({ apiIds }) => <Exchanges store={store} markets={services.markets} apiIds={apiIds} />,
      },
      {
        ...{ id: 'account', title: t('field.account'), width: 110, least: 70, yields: 3 },
        render: ({ apiIds }) => <Accounts store={store} apiIds={apiIds} />,
      },
      {
        ...{ id: 'status', title: t('field.status'), width: 100, least: 80, yields: 6 },
        render: (one) => <span title={one.cause ?? undefined}>{t(`status.${stateOf(one)}`)}</span>,
        compare: (a, b) => stateOf(a).localeCompare(stateOf(b)),
      },
      {
        ...{ id: 'profit', title: unit === null ? t('field.profit') : t('field.profitIn', { asset: unit }) },
        ...{ width: 120, least: 96, align: 'right', descendingFirst: true },
        render: ({ profit, valuation }) => (
          <>
            <Signed value={profit} step={cents} />
            {unit === null && profit !== null && <span className={styles.asset}>{valuation.asset}</span>}
          </>
        ),
        compare: (a, b) => compareDecimals(a.profit ?? '0', b.profit ?? '0'),
      },
      ...(isRunning ? [openColumn(t)] : []),
      {
        ...{ id: 'started', title: t('field.started'), width: 100, least: 80, yields: 5, descendingFirst: true },
        render: ({ startedMs }) => (startedMs === null ? '–' : <TimeText timeMs={startedMs} />),
        compare: (a, b) => (a.startedMs ?? 0) - (b.startedMs ?? 0),
      },
      ...(isRunning ? [] : [endedColumn(t)]),
    ],
    [t, textsOf, store, services.markets, unit, isRunning],
  );
  const bar = (
    <div className={record.filters}>
      <BarToggle text={t('running')} pressed={isRunning} onClick={() => store.showPeriod('running')} />
      <BarToggle text={t('history')} pressed={!isRunning} onClick={() => store.showPeriod('history')} />
      <div className={record.search}>
        <TextInput aria-label={t('search')} placeholder={t('search.short')} value={store.search} onChange={store.find} />
      </div>
      <span className={record.total} role="status">
        {t('instances.total', { total: store.shownInstances.length })}
      </span>
      {store.mayControl && isRunning && (
        <DangerButton disabled={chosen.size === 0} onClick={() => setAsking(true)}>
          {t('stop.chosen', { count: chosen.size })}
        </DangerButton>
      )}
    </div>
  );
  return (
    <section aria-label={t('part.instances')} className={record.list}>
      <PanelBody
        bar={bar}
        foot={
          store.instancesState === 'done' && !store.isDone ? (
            <PlainButton onClick={() => void store.readInstances(true)}>{t('older')}</PlainButton>
          ) : null
        }
      >
        <DataTable<RiskInstance>
          label={t('part.instances')}
          rows={store.shownInstances}
          columns={columns}
          rowKey={keyOf}
          {...(store.mayControl && isRunning ? { selection: { keys: chosen, onChange: store.choose } } : {})}
          loading={store.instancesState === 'loading'}
          empty={
            store.instancesState === 'failed' ? (
              <FailedState text={t('failed')} onRetry={() => void store.readInstances()} />
            ) : (
              <ListEmpty
                icon="robot"
                text={t(`empty.${period}`)}
                narrowed={store.search === '' ? null : t('narrowed')}
                onClear={() => store.find('')}
              />
            )
          }
        />
      </PanelBody>
      {isAsking && (
        <RiskReason
          title={t('stop.title', { count: chosen.size })}
          text={t('stop.text')}
          confirmLabel={t('stop.confirm')}
          danger
          texts={services.texts}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const done = await store.stop([...chosen], reason);
            if (!done.ok) return done.error;
            const { stopped, failed } = done.value;
            if (failed === 0) services.notices.show('success', told('stop.done', { stopped }));
            else services.notices.show('error', told('stop.partly', { stopped, failed }));
            return null;
          }}
        />
      )}
    </section>
  );
});

const openColumn = (t: Translate): Column<RiskInstance> => ({
  ...{ id: 'open', title: t('field.openOrders'), width: 90, least: 60, align: 'right', yields: 4 },
  render: ({ openOrders }) => openOrders,
  compare: (a, b) => a.openOrders - b.openOrders,
});

const endedColumn = (t: Translate): Column<RiskInstance> => ({
  ...{ id: 'ended', title: t('field.ended'), width: 100, least: 80, yields: 4, descendingFirst: true },
  render: ({ stoppedMs }) => (stoppedMs === null ? '–' : <TimeText timeMs={stoppedMs} />),
  compare: (a, b) => (a.stoppedMs ?? 0) - (b.stoppedMs ?? 0),
});

/** What its owner's list says of it too. */
const stateOf = ({ status, refused }: RiskInstance) => (status === 'TRADING' && refused ? 'REFUSED' : status);

const keyOf = ({ instanceId }: RiskInstance): string => instanceId;

const Accounts = observer(function Accounts({ store, apiIds }: Pick<ExchangesProps, 'store' | 'apiIds'>) {
  return <ListedText of={apiIds.map((apiId) => store.ownNameOf(apiId))} title={apiIds} />;
});

interface ExchangesProps {
  readonly store: RiskStore;
  readonly markets: Services['markets'];
  readonly apiIds: readonly number[];
}

const Exchanges = observer(function Exchanges({ store, markets, apiIds }: ExchangesProps) {
  return <ListedText of={[...new Set(apiIds.map((apiId) => markets.exchangeTitle(store.exchangeOf(apiId))))]} />;
});
