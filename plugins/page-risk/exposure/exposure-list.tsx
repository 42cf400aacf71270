import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Markets, Preferences } from '../../../core/contract/client-services.ts';
import { type WorthUnit, worthUnit } from '../../../core/domain/accounts/worth.ts';
import { listed } from '../../../core/domain/joined-text.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import {
  BarToggle,
  type Column,
  DataTable,
  FailedState,
  formatDecimal,
  ListEmpty,
  PanelBody,
  TextInput,
  type Translate,
  useText,
  useTexts,
} from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import styles from '../risk.module.css';
import { type ExposureLine, exposureKinds, type RiskStore } from '../risk-store.ts';

/** Short names leave their room to the figures: a narrow list then shows what the card beside it has. */
const leastName = { account: 176, exchange: 120, asset: 96, strategy: 176 } as const;

type Titles = Pick<Markets, 'exchangeTitle'>;

/** A sum of USDT in the unit of the reader. */
export const amountIn = (unit: WorthUnit, value: string | null): string =>
  value === null ? '–' : formatDecimal(unit.of(value), unit.decimals);

/** How a line is called: an account by its owner, an exchange or a strategy by its title. */
export function useLineName(lines: readonly ExposureLine[], markets: Titles): (line: ExposureLine) => string {
  const plugins = lines.flatMap(({ kind, key }) => (kind === 'strategy' ? [key.slice(0, key.indexOf('/'))] : []));
  const textsOf = useTexts([...new Set(plugins)]);
  return ({ kind, key, username, account }) => {
    if (kind === 'strategy') return textsOf(key.slice(0, key.indexOf('/')))('title');
    if (kind === 'exchange') return markets.exchangeTitle(key);
    return kind === 'account' && username !== null ? `${username} · ${account ?? ''}` : key;
  };
}

interface ExposureListProps {
  readonly store: RiskStore;
  readonly markets: Titles;
  readonly preferences: Pick<Preferences, 'currency'>;
}

/** What stands where, beside its limits. */
export const ExposureList = observer(function ExposureList({ store, markets, preferences }: ExposureListProps) {
  const t = useText('page-risk');
  const { rows, kind, prices, frozen } = store;
  const unit = useMemo(() => worthUnit(preferences.currency, prices), [preferences.currency, prices]);
  const [search, setSearch] = useState('');
  const nameOf = useLineName(rows, markets);
  const wanted = search.trim().toLowerCase();
  const shown =
    wanted === ''
      ? rows
      : rows.filter((line) =>
          `${nameOf(line)} ${line.exchange === null ? '' : markets.exchangeTitle(line.exchange)}`.toLowerCase().includes(wanted),
        );
  const columns = useMemo<readonly Column<ExposureLine>[]>(
    () => columnsOf(t, kind, nameOf, markets, unit, frozen),
    [t, kind, nameOf, markets, unit, frozen],
  );
  const kindText = (one: ExposureLine['kind']): string => {
    const count = store.breachesOf(one);
    return count > 0 ? t('part.count', { part: t(`kind.${one}`), count }) : t(`kind.${one}`);
  };
  const bar = (
    <div className={record.filters}>
      {exposureKinds.map((one) => (
        <BarToggle key={one} text={kindText(one)} pressed={kind === one} onClick={() => store.showKind(one)} />
      ))}
      <div className={record.search}>
        <TextInput
          aria-label={t('exposure.search')}
          placeholder={t('exposure.search.short')}
          value={search}
          maxLength={100}
          onChange={setSearch}
        />
      </div>
      <span className={styles.unit} role="status">
        {t('exposure.in', { currency: unit.currency })}
      </span>
    </div>
  );
  return (
    <section aria-label={t('part.exposure')} className={record.list}>
      <PanelBody bar={bar}>
        <DataTable<ExposureLine>
          label={t('part.exposure')}
          rows={shown}
          columns={columns}
          rowKey={({ key }) => key}
          markedKey={store.openKey}
          onActivate={({ key }) => store.showRow(key)}
          loading={store.exposureState === 'loading'}
          empty={
            store.exposureState === 'failed' ? (
              <FailedState text={t('failed')} onRetry={() => void store.readExposure()} />
            ) : (
              <ListEmpty
                icon="balances"
                text={t('empty.exposure')}
                narrowed={rows.length > 0 ? t('narrowed') : null}
                onClear={() => setSearch('')}
              />
            )
          }
        />
      </PanelBody>
    </section>
  );
});

function columnsOf(
  t: Translate,
  kind: ExposureLine['kind'],
  nameOf: (line: ExposureLine) => string,
  markets: Titles,
  unit: WorthUnit,
  frozen: ReadonlySet<number>,
): Column<ExposureLine>[] {
  const isFrozen = (line: ExposureLine): boolean => line.kind === 'account' && frozen.has(Number(line.key));
  const figure = (id: 'equity' | 'net' | 'gross', yields?: number): Column<ExposureLine> => ({
    ...{ id, title: t(`field.${id}`), width: 124, least: 116, align: 'right', descendingFirst: true },
    ...(yields === undefined ? {} : { yields }),
    render: (line) => amountIn(unit, line[id]),
    compare: (a, b) => compareDecimals(a[id] ?? '0', b[id] ?? '0'),
  });
  const limit = (id: 'net' | 'gross', yields: number): Column<ExposureLine> => ({
    ...{ id: `limit-${id}`, title: t(`field.limit.${id}`), width: 110, least: 84, align: 'right', yields },
    render: (line) => amountIn(unit, line.limit?.[id] ?? null),
  });
  return [
    {
      ...{ id: 'what', title: t(`kind.${kind}`), width: 190, least: leastName[kind], fixed: true },
      render: (line) => (
        <span className={styles.name} title={nameOf(line)} {...(kind === 'strategy' ? {} : { translate: 'no' })}>
          {nameOf(line)}
        </span>
      ),
      compare: (a, b) => nameOf(a).localeCompare(nameOf(b)),
    },
    ...(kind === 'account'
      ? [
          {
            ...{ id: 'exchange', title: t('field.exchange'), width: 100, least: 76, yields: 2 },
            render: ({ exchange }: ExposureLine) => <span translate="no">{exchange === null ? '–' : markets.exchangeTitle(exchange)}</span>,
            compare: (a: ExposureLine, b: ExposureLine) => (a.exchange ?? '').localeCompare(b.exchange ?? ''),
          },
        ]
      : []),
    ...(kind === 'strategy' ? [] : [figure('equity', 3)]),
    figure('net'),
    // Where nothing is short it says what net says.
    figure('gross', 6),
    limit('net', 4),
    limit('gross', 5),
    {
      ...{ id: 'state', title: t('field.state'), width: 120, least: 80, descendingFirst: true },
      render: (line) => {
        const { breached, limit: set, unknown } = line;
        const stops = [
          ...(isFrozen(line) ? [t('frozen.short')] : []),
          ...(breached.length > 0 ? [t(set?.refuses === true ? 'refusing' : 'breached')] : []),
        ];
        if (stops.length > 0) return <span className={styles.breached}>{stops.join(' · ')}</span>;
        if (unknown.length > 0) return <Unknown assets={unknown} />;
        return t(set === null ? 'noLimit' : 'kept');
      },
      // Frozen before breached, and that before the rest.
      compare: (a, b) => Number(isFrozen(a)) - Number(isFrozen(b)) || a.breached.length - b.breached.length,
    },
  ];
}

function Unknown({ assets }: { readonly assets: readonly string[] }) {
  const t = useText('page-risk');
  return <span title={listed(assets)}>{t('unknown', { count: assets.length })}</span>;
}
