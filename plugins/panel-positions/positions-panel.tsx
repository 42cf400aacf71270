import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { stricter } from '../../core/contract/access.ts';
import type { Position } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  DataTable,
  FailedState,
  FilterBar,
  IconButton,
  isFiltered,
  ListEmpty,
  PanelBody,
  PlaceOrderButton,
  readFilterValues,
  type TableState,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import { filterFields, knownValues, matchesPosition } from './list-filters.ts';
import { positionColumns } from './position-columns.tsx';
import { positionKey } from './position-figures.ts';
import { PositionsStore } from './positions-store.ts';
import type { requires, Services } from './requires.ts';

/** What the selected accounts hold, what it cost and what it is worth now. */
export const Panel = observer(function PositionsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible } = props;
  const { accounts, api, markets, workspace } = services;
  const t = useText('panel-positions');
  const { timers, accessTo } = useServices();
  const ticket = accessTo('order-ticket');
  const store = useMemo(() => new PositionsStore(api, timers), [api, timers]);
  const columns = useMemo(() => positionColumns(services, t), [services, t]);
  const apiIds = accounts.selectedIds.join();

  useEffect(() => {
    if (!visible) return;
    const ids = apiIds === '' ? [] : apiIds.split(',').map(Number);
    void store.load(ids);
    const stopPrices = [markets.watchTickers(), markets.watchIndexes()];
    // A fill moves a position, a transfer a balance.
    const stopFollowing = reaction(
      () => [accounts.fills, accounts.balances],
      () => store.loadSoon(),
    );
    return () => {
      stopFollowing();
      for (const stop of stopPrices) void stop();
    };
  }, [store, apiIds, visible, accounts, markets]);
  useEffect(() => () => store.dispose(), [store]);

  const own = accounts.apiAccounts.filter((account) => accounts.selectedIds.includes(account.apiId));
  const values = knownValues(readFilterValues(config.filters), own);
  const rows = store.positions.filter((position) => matchesPosition(position, values));
  const fields = filterFields({ accounts: own, markets, field: 'asset', names: store.positions.map(({ asset }) => asset) }, t);
  return (
    <PanelBody bar={<FilterBar fields={fields} values={values} timed={false} onChange={(filters) => updateConfig({ filters })} />}>
      <DataTable<Position>
        label={t('positions.title')}
        rows={rows}
        columns={columns}
        rowKey={positionKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onOpen={(position) => position.instrumentId !== null && workspace.openTab(position.instrumentId)}
        rowActions={(position) =>
          position.instrumentId === null ? null : (
            <IconButton
              icon="ticket"
              label={t('positions.sell')}
              access={stricter(ticket, accounts.may('trade', position.apiId))}
              onClick={() => sell(services, position)}
            />
          )
        }
        loading={store.state === 'loading'}
        empty={
          store.state === 'failed' ? (
            <FailedState text={t('positions.failed')} onRetry={() => void store.load(accounts.selectedIds)} />
          ) : (
            <ListEmpty
              icon="positions"
              text={t('positions.empty')}
              action={<PlaceOrderButton workspace={workspace} />}
              narrowed={isFiltered(values) ? t('positions.narrowed') : null}
              onClear={() => updateConfig({ filters: {} })}
            />
          )
        }
      />
    </PanelBody>
  );
});

/** Brings the holding to the ticket, to be sold at the last price. */
function sell({ workspace, markets }: Services, position: Position): void {
  if (position.instrumentId === null) return;
  const last = markets.ticker(position.instrumentId)?.last ?? null;
  workspace.reuseOrder(position.instrumentId, {
    side: 'SELL',
    mode: 'ORDER',
    type: 'LIMIT',
    timeInForce: 'GTC',
    stp: 'EXPIRE_TAKER',
    byQuote: false,
    profitType: 'LIMIT',
    stopType: 'STOP_MARKET',
    ...(last === null ? {} : { price: last }),
  });
  workspace.askForOrder('SELL');
}
