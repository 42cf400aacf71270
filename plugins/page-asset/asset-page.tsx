import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { accepted, type Outcome } from '../../core/contract/app-error.ts';
import type { Api, ReplyIn } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';
import { worthUnit } from '../../core/domain/accounts/worth.ts';
import { addDecimals, compareDecimals } from '../../core/domain/numbers/decimal.ts';
import {
  BarToggle,
  type Column,
  DataTable,
  EmptyState,
  ExportButton,
  FailedState,
  formatDecimal,
  formatPercent,
  PageHead,
  PanelBody,
  Select,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { PageTabs } from '../../core/ui/page/page-tabs.tsx';
import record from '../../core/ui/page/record.module.css';
import { ListedText } from '../../core/ui/text/listed-text.tsx';
import { AccountDetail } from './account-detail.tsx';
import { type AllocationRow, allocation, type Grouping, groupings, type HeldAccount } from './allocation.ts';
import { AllocationDialog } from './allocation-dialog.tsx';
import styles from './asset.module.css';
import { assetTable } from './asset-table.ts';
import { MovedList } from './moved-list.tsx';
import type { requires } from './requires.ts';

const againEveryMs = 5_000;
const accountsAtOnce = 500;
const none: readonly HeldAccount[] = [];

/** What lies in the accounts of everybody, and how it is spread. */
export const Page = observer(function AssetPage({ services }: PageProps<typeof requires>) {
  const { api, markets, preferences, session } = services;
  const t = useText('page-asset');
  const { timers } = useServices();
  const [read, setRead] = useState<ReplyIn<'financeAccounts'> | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [by, setBy] = useState<Grouping>('account');
  const [chosen, setChosen] = useState<string | null>(null);
  const [allocating, setAllocating] = useState(false);
  const [part, setPart] = useState<'holdings' | 'moved'>('holdings');
  /** How often something was moved here. */
  const [moved, setMoved] = useState(0);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [load] = useState(() => async (): Promise<void> => {
    const answer = await everyAccount(api);
    setFailed(!answer.ok);
    if (answer.ok) setRead(answer.value);
  });
  useEffect(() => {
    void load();
    return timers.every(againEveryMs, () => void load());
  }, [load, timers]);
  const currency = chosen ?? worthUnit(preferences.currency, read?.prices ?? {}).currency;
  const rows = useMemo(
    () => (read === null ? [] : allocation(read.accounts, read.prices, by, currency, (exchange) => markets.exchangeTitle(exchange))),
    [read, by, currency, markets],
  );
  const currencies = useMemo(() => Object.keys(read?.prices ?? { USDT: '1' }).sort(), [read]);
  const { decimals } = worthUnit(currency, read?.prices ?? {});
  const hasUnknown = rows.some(({ unknown }) => unknown.length > 0);
  const columns = useMemo<readonly Column<AllocationRow>[]>(
    () => [
      {
        ...{ id: 'name', title: t(`by.${by}`), width: 240, least: 120, fixed: true },
        render: ({ name }) => (
          <span className={styles.name} title={name} translate="no">
            {name}
          </span>
        ),
        compare: (a, b) => a.name.localeCompare(b.name),
      },
      ...(by === 'asset'
        ? [
            {
              ...{ id: 'amount', title: t('field.amount'), width: 160, least: 100, align: 'right' as const },
              render: ({ amount }: AllocationRow) => formatDecimal(amount ?? '0', 8),
            },
          ]
        : []),
      {
        ...{ id: 'worth', title: t('field.worth', { currency }), width: 160, least: 100, align: 'right', descendingFirst: true },
        render: ({ worth }) => (worth === null ? '–' : formatDecimal(worth, decimals)),
        compare: (a, b) => compareDecimals(a.worth ?? '0', b.worth ?? '0'),
      },
      {
        ...{ id: 'share', title: t('field.share'), width: 90, least: 70, align: 'right', descendingFirst: true },
        render: ({ share }) => formatPercent(share),
        compare: (a, b) => a.share - b.share,
      },
      {
        ...{ id: 'bar', title: t('field.allocation'), width: 200, least: 80, yields: 1 },
        render: ({ share }) => <span className={styles.bar} style={{ width: `${Math.max(0, share) * 100}%` }} />,
      },
      ...(hasUnknown
        ? [
            {
              ...{ id: 'unknown', title: t('field.unknown'), width: 140, least: 80, yields: 2 },
              render: ({ unknown }: AllocationRow) => <ListedText of={unknown} />,
            },
          ]
        : []),
    ],
    [t, by, currency, decimals, hasUnknown],
  );
  const choose = (one: Grouping): void => {
    setBy(one);
    setOpenKey(null);
  };
  const open = by === 'account' ? read?.accounts.find(({ apiId }) => String(apiId) === openKey) : undefined;
  const total = rows.reduce((sum, { worth }) => addDecimals(sum, worth ?? '0'), '0');
  const bar = (
    <div className={record.filters}>
      {groupings.map((one) => (
        <BarToggle key={one} text={t(`by.${one}`)} pressed={by === one} onClick={() => choose(one)} />
      ))}
      <Select
        aria-label={t('currency')}
        look="bar"
        value={currency}
        options={currencies.map((one) => ({ value: one, label: one }))}
        onChange={setChosen}
      />
      <span className={styles.total} role="status">
        {read !== null && t('total', { total: formatDecimal(total, decimals), currency })}
      </span>
      <ExportButton
        fileName={t('fileName')}
        download={async () => accepted(new Blob([assetTable(rows, by, currency)], { type: 'text/csv;charset=utf-8' }))}
        onFailure={({ error }) => services.notices.error(error)}
      />
      {session.user?.role === 'asset' && (
        <Button size="small" disabled={read === null} onClick={() => setAllocating(true)}>
          {t('allocate')}
        </Button>
      )}
    </div>
  );
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageTabs
        label={t('parts')}
        value={part}
        tabs={(['holdings', 'moved'] as const).map((one) => [one, t(`part.${one}`)])}
        onChange={setPart}
      />
      {part === 'moved' && (
        <ListAndDetail list={<MovedList accounts={read?.accounts ?? none} services={services} told={moved} />} detail={null} hint={null} />
      )}
      {part === 'holdings' && (
        <ListAndDetail
          list={
            <section aria-label={t('title')} className={record.list}>
              <PanelBody bar={bar}>
                <DataTable<AllocationRow>
                  label={t('title')}
                  rows={rows}
                  columns={columns}
                  rowKey={({ key }) => key}
                  markedKey={open === undefined ? null : openKey}
                  {...(by === 'account' ? { onActivate: ({ key }: AllocationRow) => setOpenKey(key) } : {})}
                  loading={read === null && !isFailed}
                  empty={
                    isFailed ? (
                      <FailedState text={t('failed')} onRetry={() => void load()} />
                    ) : (
                      <EmptyState icon="balances" text={t('empty')} />
                    )
                  }
                />
              </PanelBody>
            </section>
          }
          detail={
            open === undefined ? null : (
              <AccountDetail key={open.apiId} account={open} services={services} onClose={() => setOpenKey(null)} />
            )
          }
          hint={null}
        />
      )}
      {allocating && read !== null && (
        <AllocationDialog
          accounts={read.accounts}
          services={services}
          onMade={() => {
            setMoved(moved + 1);
            void load();
          }}
          onClose={() => setAllocating(false)}
        />
      )}
    </FullHeightPage>
  );
});

/** Sums are of all accounts, however many parts they come in. */
async function everyAccount(api: Pick<Api, 'call'>): Promise<Outcome<ReplyIn<'financeAccounts'>>> {
  const accounts: HeldAccount[] = [];
  for (;;) {
    const part = await api.call('financeAccounts', { query: { skip: accounts.length, limit: accountsAtOnce } });
    if (!part.ok) return part;
    accounts.push(...part.value.accounts);
    if (part.value.accounts.length === 0 || accounts.length >= part.value.total) return accepted({ ...part.value, accounts });
  }
}
