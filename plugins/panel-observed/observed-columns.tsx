import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { type Column, MarketName, Quantity, Signed, splitKey, TimeText, type Translate } from '../../core/ui/index.ts';
import { ListedText } from '../../core/ui/text/listed-text.tsx';
import { type Factor, type ObservedInstance, type ObservedState, times } from './observed-store.ts';
import type { Services } from './requires.ts';

/** Results are shown in cents of the asset that they are valued in. */
const cents = '0.01';
const byText = (a: string, b: string): number => a.localeCompare(b);

interface ColumnSources {
  readonly services: Services;
  readonly t: Translate;
  readonly state: ObservedState;
  readonly factor: Factor;
  /** Title of a strategy's plugin. */
  readonly titleOf: (strategy: string) => string;
}

export function observedColumns({ services, t, state, factor, titleOf }: ColumnSources): Column<ObservedInstance>[] {
  const { accounts, markets, workspace } = services;
  const money = (id: 'profit' | 'realised' | 'fees', optional: boolean): Column<ObservedInstance> => ({
    id,
    title: t(`column.${id}`),
    width: 92,
    least: 64,
    align: 'right',
    ...(optional ? { optional } : {}),
    render: (one) => {
      const value = times(one[id], factor);
      return (
        <span title={one.valuation.asset}>
          {id === 'fees' ? <Quantity value={value} step={cents} /> : <Signed value={value} step={cents} />}
        </span>
      );
    },
    compare: (a, b) => compareDecimals(a[id] ?? '0', b[id] ?? '0'),
    descendingFirst: true,
  });
  const time = (id: 'startedMs' | 'stoppedMs'): Column<ObservedInstance> => ({
    id,
    title: t(`column.${id}`),
    width: 84,
    render: (one) => (one[id] === null ? '–' : <TimeText timeMs={one[id]} />),
    compare: (a, b) => (a[id] ?? 0) - (b[id] ?? 0),
    descendingFirst: true,
  });
  return [
    {
      id: 'owner',
      title: t('column.owner'),
      width: 104,
      least: 80,
      fixed: true,
      render: ({ owner }) => owner,
      compare: (a, b) => byText(a.owner, b.owner),
    },
    {
      id: 'name',
      title: t('column.name'),
      width: 128,
      least: 90,
      render: ({ name, instanceId }) => <span title={`${name} · ${instanceId}`}>{name}</span>,
      compare: (a, b) => byText(a.name, b.name),
    },
    {
      id: 'strategy',
      title: t('column.strategy'),
      width: 124,
      least: 84,
      render: ({ strategy }) => titleOf(strategy),
      compare: (a, b) => byText(titleOf(a.strategy), titleOf(b.strategy)),
    },
    {
      id: 'environment',
      title: t('column.environment'),
      width: 92,
      render: ({ environment }) => t(`environment.${environment}`),
      compare: (a, b) => byText(a.environment, b.environment),
    },
    {
      id: 'status',
      title: t('column.status'),
      width: 92,
      render: (one) => <span title={one.cause ?? undefined}>{t(`status.${stateOf(one)}`)}</span>,
      compare: (a, b) => byText(stateOf(a), stateOf(b)),
    },
    money('profit', false),
    money('realised', true),
    money('fees', true),
    {
      id: 'markets',
      title: t('column.holds'),
      width: 132,
      render: ({ positions }) => {
        const [first, ...others] = positions;
        if (first === undefined) return '–';
        const all = positions.map(({ instrument, side, qty }) => `${instrument} ${t(`side.${side}`)} ${times(qty, factor)}`).join('\n');
        return (
          <span title={all}>
            <MarketName markets={markets} id={first.instrument} onOpen={(id) => workspace.openTab(id)} />
            {others.length > 0 && ` +${others.length}`}
          </span>
        );
      },
    },
    {
      id: 'fills',
      title: t('column.fills'),
      width: 52,
      align: 'right',
      render: ({ fills }) => fills,
      compare: (a, b) => a.fills - b.fills,
    },
    time('startedMs'),
    ...(state === 'history' ? [time('stoppedMs')] : []),
    {
      id: 'account',
      title: t('column.account'),
      width: 100,
      optional: true,
      render: ({ apiIds }) => (
        <ListedText of={apiIds.map((id) => accounts.apiAccounts.find(({ apiId }) => apiId === id)?.name ?? String(id))} />
      ),
    },
  ];
}

/** What its owner's list says of it too. */
const stateOf = ({ status, refused }: ObservedInstance) => (status === 'TRADING' && refused ? 'REFUSED' : status);

/** The plugin of a strategy's key. */
export const pluginOf = (strategy: string): string => strategy.slice(0, strategy.indexOf('/'));
export const titleKeyOf = (strategy: string) => splitKey(`${pluginOf(strategy)}.title`);
