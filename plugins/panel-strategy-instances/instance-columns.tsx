import type { IObservableValue } from 'mobx';
import type { Instance } from '../../core/contract/strategies.ts';
import { listed } from '../../core/domain/joined-text.ts';
import { instrumentsIn } from '../../core/domain/markets/instruments-in.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { type Column, MarketName, Quantity, Signed, TimeText, type Translate } from '../../core/ui/index.ts';
import { durationOf, resultText, runTimeMs } from './details/instance-figures.ts';
import { EnvironmentBadge, StatusText, WithIcon } from './instance-badges.tsx';
import styles from './instances.module.css';
import type { Services } from './requires.ts';
import type { StrategyTexts } from './use-strategy-texts.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Results of instances are shown in cents of the asset that they are valued in. */
export const amountStep = '0.01';

interface ColumnSources {
  readonly services: Services;
  readonly t: Translate;
  readonly texts: StrategyTexts;
  readonly now: IObservableValue<number>;
  /** The ended have an end beside their start. */
  readonly ended: boolean;
}

export function instanceColumns({ services, t, texts, now, ended }: ColumnSources): Column<Instance>[] {
  const { markets, workspace } = services;
  const time = (id: 'startedMs' | 'stoppedMs', optional: boolean): Column<Instance> => ({
    id,
    title: t(`column.${id}`),
    width: 72,
    ...(optional ? { optional } : {}),
    render: (one) => (one[id] === null ? '–' : <TimeText timeMs={one[id]} />),
    compare: (a, b) => (a[id] ?? 0) - (b[id] ?? 0),
    descendingFirst: true,
  });
  return [
    {
      id: 'name',
      title: t('column.name'),
      width: 140,
      least: 96,
      fixed: true,
      render: ({ name, instanceId, strategy }) => (
        <WithIcon strategy={strategy} texts={texts}>
          <span className={services.strategies.chosen === instanceId ? styles.chosen : undefined} title={`${name} · ${instanceId}`}>
            {name}
          </span>
        </WithIcon>
      ),
      compare: (a, b) => a.name.localeCompare(b.name),
    },
    {
      id: 'environment',
      title: t('column.environment'),
      width: 118,
      least: 102,
      render: ({ environment }) => <EnvironmentBadge environment={environment} t={t} />,
      compare: (a, b) => byText(a.environment, b.environment),
    },
    {
      id: 'status',
      title: t('column.status'),
      width: 96,
      least: 78,
      render: (one) => <StatusText instance={one} t={t} services={services} />,
      compare: (a, b) => byText(a.status, b.status),
    },
    {
      id: 'profit',
      title: t('column.profit'),
      width: 84,
      least: 60,
      align: 'right',
      render: (one) => (
        <span title={resultText(one, t)}>
          <Signed value={one.profit} step={amountStep} />
        </span>
      ),
      compare: (a, b) => compareDecimals(a.profit ?? '0', b.profit ?? '0'),
      live: true,
      descendingFirst: true,
    },
    {
      id: 'runTime',
      title: t('column.runTime'),
      width: 84,
      least: 66,
      yields: 4,
      align: 'right',
      render: (one) => durationText(runTimeMs(one, now.get()), t),
      compare: (a, b) => runTimeMs(a, 0) - runTimeMs(b, 0) || (b.startedMs ?? 0) - (a.startedMs ?? 0),
    },
    {
      id: 'markets',
      title: t('column.markets'),
      width: 120,
      least: 116,
      render: ({ params }) => {
        const [first, ...others] = instrumentsIn(params);
        if (first === undefined) return '–';
        return (
          <span title={[first, ...others].join('\n')}>
            <MarketName markets={markets} id={first} onOpen={(id) => workspace.openTab(id)} />
            {others.length > 0 && <span className={styles.more}> +{others.length}</span>}
          </span>
        );
      },
    },
    {
      id: 'strategy',
      title: t('column.strategy'),
      width: 104,
      least: 78,
      // Its icon stands before the name.
      yields: 3,
      render: ({ strategy }) => texts.title(strategy),
      compare: (a, b) => texts.title(a.strategy).localeCompare(texts.title(b.strategy)),
    },
    {
      id: 'fills',
      title: t('column.fills'),
      width: 44,
      least: 38,
      yields: 1,
      align: 'right',
      render: ({ fills }) => fills,
      compare: (a, b) => a.fills - b.fills,
    },
    ...(ended
      ? []
      : [
          {
            id: 'orders',
            title: t('column.orders'),
            width: 52,
            yields: 2,
            align: 'right',
            render: ({ openOrders }) => openOrders,
            compare: (a, b) => a.openOrders - b.openOrders,
          } satisfies Column<Instance>,
        ]),
    {
      id: 'fees',
      title: t('column.fees'),
      width: 64,
      yields: 0,
      align: 'right',
      render: ({ fees, valuation }) => (
        <span title={valuation.asset}>
          <Quantity value={fees} step={amountStep} />
        </span>
      ),
      compare: (a, b) => compareDecimals(a.fees ?? '0', b.fees ?? '0'),
      descendingFirst: true,
    },
    time('startedMs', true),
    ...(ended ? [time('stoppedMs', false)] : []),
    {
      id: 'account',
      title: t('column.account'),
      width: 88,
      optional: true,
      render: ({ apiIds }) => accountNames(services, apiIds),
    },
  ];
}

export function durationText(ms: number, t: Translate): string {
  const { days, clock } = durationOf(ms);
  return days === 0 ? clock : t('days', { days, clock });
}

/** Names of accounts, or their numbers while they are not known. */
export const accountNames = ({ accounts }: Services, apiIds: readonly number[]): string =>
  listed(apiIds.map((id) => accounts.apiAccounts.find(({ apiId }) => apiId === id)?.name ?? String(id)));
