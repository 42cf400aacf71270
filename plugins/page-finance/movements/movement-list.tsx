import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { Markets, Preferences } from '../../../core/contract/client-services.ts';
import { movementKinds, movementStates } from '../../../core/domain/accounts/money-movement.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import {
  type Column,
  DataTable,
  FailedState,
  formatDecimal,
  ListEmpty,
  ListFoot,
  PanelBody,
  Select,
  TextInput,
  TimeText,
  useText,
} from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import words from '../../../core/ui/page/words.module.css';
import styles from '../finance.module.css';
import type { FinanceStore } from '../finance-store.ts';
import type { FinanceMovement } from '../finance-words.ts';

interface MovementListProps {
  readonly store: FinanceStore;
  readonly markets: Pick<Markets, 'exchangeTitle'>;
  readonly preferences: Pick<Preferences, 'currency'>;
}

/** Movements of money, newest first, with what narrows them: those that wait for a second person among them. */
export const MovementList = observer(function MovementList({ store, markets, preferences }: MovementListProps) {
  const t = useText('page-finance');
  const { movements: list, movementSearch: filter, prices } = store;
  const unit = useMemo(() => worthUnit(preferences.currency, prices), [preferences.currency, prices]);
  const columns = useMemo<readonly Column<FinanceMovement>[]>(
    () => [
      { id: 'time', title: t('field.time'), width: 130, least: 104, fixed: true, render: (one) => <TimeText timeMs={one.asked_time} /> },
      { id: 'kind', title: t('field.kind'), width: 100, least: 76, fixed: true, render: ({ kind }) => t(`kind.${kind}`) },
      { id: 'username', title: t('field.username'), width: 120, least: 76, render: (one) => <span translate="no">{one.username}</span> },
      {
        id: 'account',
        title: t('field.account'),
        width: 110,
        least: 80,
        yields: 2,
        render: ({ account }) => (
          <span title={account} translate="no">
            {account}
          </span>
        ),
      },
      {
        id: 'exchange',
        title: t('field.exchange'),
        width: 96,
        least: 76,
        yields: 2,
        render: (one) => <span translate="no">{markets.exchangeTitle(one.exchange)}</span>,
      },
      {
        id: 'amount',
        title: t('field.amount'),
        width: 150,
        least: 110,
        align: 'right',
        fixed: true,
        render: ({ amount, asset }) => (
          <span translate="no">
            {formatDecimal(amount)} {asset}
          </span>
        ),
      },
      {
        id: 'value',
        title: t('field.worth', { currency: unit.currency }),
        width: 110,
        least: 96,
        align: 'right',
        yields: 3,
        render: ({ value }) => (value === null ? '–' : formatDecimal(unit.of(value), unit.decimals)),
      },
      { id: 'state', title: t('field.state'), width: 120, least: 92, fixed: true, render: ({ state }) => <State state={state} /> },
      {
        id: 'asked',
        title: t('field.asked'),
        width: 110,
        least: 80,
        yields: 1,
        render: (one) => <span translate="no">{one.asked_by}</span>,
      },
    ],
    [t, markets, unit],
  );
  const isNarrowed = Object.keys(filter).length > 0;
  const bar = (
    <div className={record.filters}>
      <div className={record.search}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          value={filter.search ?? ''}
          onChange={(search) => store.narrowMovements({ search })}
        />
      </div>
      <Select<FinanceMovement['state'] | ''>
        className={record.choice}
        aria-label={t('filter.state')}
        value={filter.state ?? ''}
        options={[{ value: '', label: t('filter.state') }, ...movementStates.map((one) => ({ value: one, label: t(`state.${one}`) }))]}
        onChange={(state) => store.narrowMovements({ state: state === '' ? undefined : state })}
      />
      <Select<FinanceMovement['kind'] | ''>
        className={record.choice}
        aria-label={t('filter.kind')}
        value={filter.kind ?? ''}
        options={[{ value: '', label: t('filter.kind') }, ...movementKinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))]}
        onChange={(kind) => store.narrowMovements({ kind: kind === '' ? undefined : kind })}
      />
      <span className={record.total} role="status">
        {t('waiting', { waiting: store.state.waiting })}
      </span>
    </div>
  );
  return (
    <section aria-label={t('tab.movements')} className={record.list}>
      <PanelBody bar={bar} foot={list.items.length > 0 && <ListFoot list={list} />}>
        <DataTable<FinanceMovement>
          label={t('tab.movements')}
          rows={list.items}
          columns={columns}
          rowKey={keyOf}
          markedKey={store.openMovement?.movement_id ?? null}
          onActivate={store.showMovement}
          loading={list.state === 'loading' && list.items.length === 0}
          empty={
            list.state === 'failed' ? (
              <FailedState text={t('failed')} onRetry={() => void store.readMovements()} />
            ) : (
              <ListEmpty
                icon="transfer"
                text={t('movements.empty')}
                narrowed={isNarrowed ? t('narrowed') : null}
                onClear={() => store.narrowMovements({ search: undefined, state: undefined, kind: undefined })}
              />
            )
          }
        />
      </PanelBody>
    </section>
  );
});

const keyOf = ({ movement_id }: FinanceMovement): string => movement_id;

export function State({ state }: { readonly state: FinanceMovement['state'] }) {
  const t = useText('page-finance');
  const style = state === 'REQUESTED' || state === 'UNRESOLVED' ? styles.open : state === 'FAILED' ? words.wrong : undefined;
  return <span className={style}>{t(`state.${state}`)}</span>;
}
