import { Button } from '@fluentui/react-components';
import { reaction, untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AccountBalance } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  BarCheck,
  BarSpace,
  DataTable,
  EmptyState,
  formatDay,
  PanelBody,
  Select,
  startOfDay,
  type TableState,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import { type AccountRow, accountColumns, Equity, Today } from './account-columns.tsx';
import { balanceColumns, rankOf } from './balance-columns.tsx';
import { type AssetRow, assetRows, type BalanceRow, decimalsByAsset, linesOf } from './balance-rows.ts';
import styles from './balances-panel.module.css';
import { type DayProfit, dayProfit } from './day-profit.ts';
import { DayStore } from './day-store.ts';
import { type BalanceGrouping, type GroupRow, groupColumns, groupings, groupRows } from './group-columns.tsx';
import type { requires } from './requires.ts';
import { sumOf, type Unit, unitOf, type WorthOf, worthIn } from './valuation.ts';

/** Worth less than this in money, an asset is hidden with the small ones. */
const smallBelow = 1;
const views = ['assets', 'accounts', ...groupings] as const;
/** Prices order and hide the assets anew so often, not with every tick. */
const orderEveryMs = 2_000;

const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

/** What the selected accounts are worth, what they have gained today, and what they hold: by asset, account, exchange or wallet. */
export const Panel = observer(function BalancesPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible } = props;
  const { accounts, markets, preferences } = services;
  const t = useText('panel-balances');
  const hideSmall = config.hideSmall !== false;
  const view = views.find((one) => one === config.view) ?? 'assets';
  const grouping: BalanceGrouping | null = groupings.find((one) => one === view) ?? null;
  const [byAsset, byAccount] = [view === 'assets', view === 'accounts'];
  const open = words(config.open);
  const day = useDay(props);
  const { instruments } = markets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what prices are looked up in
  const worthOf = useMemo(() => worthIn(markets), [markets, instruments]);
  const unit = useCallback(() => unitOf(preferences.currency, worthOf), [preferences, worthOf]);
  // The name alone: a head is not made anew with every price.
  const currency = unit().asset;
  useRounds(visible);

  const balances = accounts.balances.filter(({ apiId }) => accounts.selectedIds.includes(apiId));
  const rows = accounts.apiAccounts
    .filter(({ apiId }) => accounts.selectedIds.includes(apiId))
    .map((account): AccountRow => {
      const own = balances.filter(({ apiId }) => apiId === account.apiId);
      return { account, balances: own, equity: () => sumOf(own, worthOf), today: () => todayOf([account.apiId], own, day, worthOf) };
    });
  const assets = assetRows(balances, accounts.apiAccounts, accounts.selectedIds);
  const table = (config.table as TableState | undefined) ?? {};
  const shown = untracked(() => ordered(hideSmall ? assets.filter((one) => !isSmall(one, worthOf)) : assets, table, worthOf));
  const lines = linesOf(shown, open);
  const decimals = decimalsByAsset(balances);
  const [decimalsKey, openKey] = [JSON.stringify([...decimals]), open.join()];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for what is made anew with every balance
  const columns = useMemo(
    () => balanceColumns({ markets, t, worthOf, decimals, open, unit, currency }),
    [t, markets, worthOf, decimalsKey, openKey, unit, currency],
  );
  const zone = preferences.timeZone;
  const ofAccounts = useMemo(() => accountColumns({ markets, t, zone, unit, currency }), [markets, t, zone, unit, currency]);

  const toggle = (row: BalanceRow): void => {
    if (row.kind !== 'asset') return;
    updateConfig({ open: open.includes(row.asset) ? open.filter((one) => one !== row.asset) : [...open, row.asset] });
  };
  const empty =
    accounts.balances.length === 0 ? (
      <EmptyState icon="balances" text={t('empty')} />
    ) : (
      <EmptyState
        icon="balances"
        text={t('allSmall')}
        action={
          <Button size="small" onClick={() => updateConfig({ hideSmall: false })}>
            {t('showSmall')}
          </Button>
        }
      />
    );
  const bar = (
    <>
      <Select
        className={styles.view}
        aria-label={t('view')}
        title={t('view')}
        value={view}
        options={views.map((one) => ({ value: one, label: t(`view.${one}`) }))}
        onChange={(one) => updateConfig({ view: one })}
      />
      {byAsset && <BarCheck text={t('hideSmall')} checked={hideSmall} onChange={(checked) => updateConfig({ hideSmall: checked })} />}
      <BarSpace />
      <Total apiIds={accounts.selectedIds} balances={balances} zone={zone} day={day} worthOf={worthOf} unit={unit} />
    </>
  );
  return (
    <PanelBody bar={bar}>
      {grouping !== null ? (
        <DataTable<GroupRow>
          key={grouping}
          label={t(`view.${grouping}`)}
          rows={groupRows(balances, grouping, (own) => sumOf(own, worthOf))}
          columns={groupColumns({ by: grouping, markets, t, unit, currency })}
          rowKey={({ key }) => key}
          state={(config[`${grouping}Table`] as TableState | undefined) ?? {}}
          onStateChange={(next) => updateConfig({ [`${grouping}Table`]: next })}
          loading={accounts.loading}
          empty={empty}
        />
      ) : byAccount ? (
        <DataTable<AccountRow>
          key="accounts"
          label={t('view.accounts')}
          rows={rows}
          columns={ofAccounts}
          rowKey={({ account }) => String(account.apiId)}
          state={(config.accountTable as TableState | undefined) ?? {}}
          onStateChange={(accountTable) => updateConfig({ accountTable })}
          loading={accounts.loading}
          empty={empty}
        />
      ) : (
        <DataTable<BalanceRow>
          key="assets"
          label={t('title')}
          rows={lines}
          columns={columns}
          rowKey={(row) => row.key}
          state={table}
          onStateChange={(next) => updateConfig({ table: next })}
          onActivate={toggle}
          loading={accounts.loading}
          empty={empty}
        />
      )}
    </PanelBody>
  );
});

interface TotalProps {
  readonly apiIds: readonly number[];
  readonly balances: readonly AccountBalance[];
  readonly day: DayStore;
  readonly worthOf: WorthOf;
  readonly unit: () => Unit;
  readonly zone: string;
}

/** Equity and the day's profit of all selected accounts, in the panel's bar. */
const Total = observer(function Total({ apiIds, balances, day, worthOf, unit, zone }: TotalProps) {
  const t = useText('panel-balances');
  if (balances.length === 0) return null;
  const sum = sumOf(balances, worthOf);
  const shown = unit();
  return (
    <span className={styles.total}>
      <span>
        {t('equity')} <b>{<Equity sum={sum} unit={shown} t={t} />}</b> {shown.asset}
      </span>
      <span>
        {t('today')}{' '}
        <Today day={todayOf(apiIds, balances, day, worthOf)} unit={shown} exchanges={sum.exchanges} help={t('today.help', { zone })} />
      </span>
    </span>
  );
});

/** Null also with an account that the changes are not told of: without them its figure would be wrong. */
function todayOf(apiIds: readonly number[], balances: readonly AccountBalance[], day: DayStore, worthOf: WorthOf): DayProfit | null {
  const changes = day.changesOf(apiIds);
  return changes === null ? null : dayProfit(balances, changes, worthOf, day);
}

const isSmall = (row: AssetRow, worthOf: WorthOf): boolean => {
  const worth = rankOf(row, worthOf);
  return worth >= 0 && worth < smallBelow;
};

/** By worth, the most first, unless the user has chosen otherwise. */
function ordered(assets: readonly AssetRow[], { order }: TableState, worthOf: WorthOf): readonly AssetRow[] {
  const sign = order?.direction === 'ascending' ? 1 : -1;
  if (order?.column === 'asset') return sign > 0 ? assets : [...assets].reverse();
  const ranks = new Map(assets.map((row) => [row, rankOf(row, worthOf)]));
  return [...assets].sort((a, b) => (order?.column === 'value' ? sign : -1) * ((ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)));
}

/** Draws the panel anew once in a while, for prices that order its rows. */
function useRounds(visible: boolean): void {
  const { timers } = useServices();
  const [, setRound] = useState(0);
  useEffect(() => (visible ? timers.every(orderEveryMs, () => setRound((last) => last + 1)) : undefined), [visible, timers]);
}

/** Follows prices, and the changes of the day that it is in the user's zone. */
function useDay({ services, visible }: PanelProps<typeof requires>): DayStore {
  const { accounts, api, markets, preferences } = services;
  const { timers } = useServices();
  const day = useMemo(() => new DayStore(api, timers), [api, timers]);
  const { timeZone } = preferences;
  const today = formatDay(timers.nowMs(), timeZone);
  const isTold = (apiId: number): boolean => (['see', 'report'] as const).every((act) => accounts.may(act, apiId).outcome === 'granted');
  const apiIds = accounts.selectedIds.filter(isTold).join();
  useEffect(() => {
    if (!visible) return;
    day.load(apiIds === '' ? [] : apiIds.split(',').map(Number), startOfDay(today, timeZone) ?? 0);
    const stops = [
      markets.watchTickers(),
      markets.watchIndexes(),
      reaction(
        () => accounts.balances,
        () => day.loadSoon(),
      ),
    ];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [day, apiIds, today, timeZone, visible, accounts, markets]);
  useEffect(() => () => day.dispose(), [day]);
  return day;
}
