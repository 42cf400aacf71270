import { type ReactNode, useMemo } from 'react';
import type { PanelConfig } from '../../core/contract/panel.ts';
import { orderSides, orderTypes } from '../../core/domain/orders/order.ts';
import type { OrderStatus } from '../../core/domain/orders/order-status.ts';
import {
  BarCheck,
  FilterBar,
  type FilterField,
  type FilterValues,
  filterRange,
  isFiltered,
  readFilterValues,
  type Translate,
  useServices,
} from '../../core/ui/index.ts';
import type { ListFilter } from './list-filter.ts';
import type { Services } from './requires.ts';

interface FilterPanel {
  readonly services: Services;
  readonly t: Translate;
  readonly config: PanelConfig;
  readonly updateConfig: (patch: PanelConfig) => void;
  readonly instrumentId: string | null;
  /** Statuses that entries of this list may have; null when they have neither status nor type. */
  readonly statuses: readonly OrderStatus[] | null;
}

export interface ListFilterState {
  /** As of now: a range of days moves with the clock. */
  readonly current: () => ListFilter;
  /** Changes when the list must be asked for anew. */
  readonly key: string;
  readonly isNarrowed: boolean;
  readonly clear: () => void;
  readonly bar: (actions: ReactNode) => ReactNode;
}

/** Filters of a list, remembered with its panel. Call it inside an observer. */
export function useListFilter({ services, t, config, updateConfig, instrumentId, statuses }: FilterPanel): ListFilterState {
  const { accounts, markets, preferences } = services;
  const { timers } = useServices();
  const values = knownValues(readFilterValues(config.filters), accounts.selectedIds);
  const thisMarket = config.thisMarket === true;
  const marketId = thisMarket ? instrumentId : null;
  const apiIds = accounts.selectedIds;
  const change = (filters: FilterValues): void => updateConfig({ filters });
  const { apiAccounts } = accounts;
  const { instruments } = markets;
  const fields = useMemo(
    () => fieldsOf({ apiAccounts, apiIds, instruments, markets, statuses }, t),
    [apiAccounts, apiIds, instruments, markets, statuses, t],
  );
  return {
    current: () => ({ values, apiIds, marketId, range: filterRange(values, timers.nowMs(), preferences.timeZone) }),
    key: JSON.stringify([values, apiIds, marketId]),
    isNarrowed: isFiltered(values) || thisMarket,
    clear: () => updateConfig({ filters: {}, thisMarket: false }),
    bar: (actions) => (
      <FilterBar
        fields={fields}
        values={values}
        onChange={change}
        lead={<BarCheck text={t('filter.thisMarket')} checked={thisMarket} onChange={(checked) => updateConfig({ thisMarket: checked })} />}
        actions={actions}
      />
    ),
  };
}

/** An account that is no longer worked with narrows nothing. */
function knownValues(values: FilterValues, apiIds: readonly number[]): FilterValues {
  const { account, ...rest } = values;
  return account === undefined || apiIds.includes(Number(account)) ? values : rest;
}

interface FieldSources extends Pick<Services['accounts'], 'apiAccounts'>, Pick<Services['markets'], 'instruments'> {
  readonly markets: Pick<Services['markets'], 'exchangeTitle'>;
  readonly apiIds: readonly number[];
  readonly statuses: readonly OrderStatus[] | null;
}

function fieldsOf({ apiAccounts, apiIds, instruments, markets, statuses }: FieldSources, t: Translate): readonly FilterField[] {
  const own = apiAccounts.filter((account) => apiIds.includes(account.apiId));
  const words = (names: readonly string[], prefix: string) => names.map((value) => ({ value, label: t(`${prefix}.${value}`) }));
  const fields: FilterField[] = [
    {
      id: 'exchange',
      title: t('filter.exchange'),
      options: [...new Set(own.map(({ exchange }) => exchange))].map((value) => ({ value, label: markets.exchangeTitle(value) })),
    },
    { id: 'account', title: t('filter.account'), options: own.map(({ apiId, name }) => ({ value: String(apiId), label: name })) },
    {
      id: 'symbol',
      title: t('filter.symbol'),
      free: true,
      options: [...new Set(instruments.map(({ symbol }) => symbol))].sort().map((value) => ({ value, label: value })),
    },
    { id: 'side', title: t('column.side'), options: words(orderSides, 'side') },
  ];
  if (statuses === null) return fields;
  return [
    ...fields,
    { id: 'type', title: t('column.type'), options: words(orderTypes, 'type') },
    { id: 'status', title: t('column.status'), options: words(statuses, 'status') },
  ];
}
