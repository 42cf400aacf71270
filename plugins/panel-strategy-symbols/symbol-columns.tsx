import { observer } from 'mobx-react-lite';
import type { Instance } from '../../core/contract/strategies.ts';
import { type Column, changePercent, Icon, MarketName, Price, type Translate } from '../../core/ui/index.ts';
import type { Services } from './requires.ts';
import type { SubscriptionsStore } from './subscriptions-store.ts';
import type { SymbolRow } from './symbol-rows.ts';
import styles from './symbols.module.css';

interface ColumnParts {
  readonly services: Services;
  readonly subscriptions: SubscriptionsStore;
  readonly instancesOf: (id: string) => readonly Instance[];
  /** There is room for the names of instances; else their number stands beside the market. */
  readonly wide: boolean;
  readonly t: Translate;
}

const changeOf = ({ markets }: Services, id: string): ReturnType<typeof changePercent> => {
  const ticker = markets.ticker(id);
  return changePercent(ticker?.open24h ?? null, ticker?.last ?? null);
};
const lastOf = ({ markets }: Services, id: string): number => Number(markets.ticker(id)?.last ?? Number.NEGATIVE_INFINITY);

export function symbolColumns({ services, subscriptions, instancesOf, wide, t }: ColumnParts): Column<SymbolRow>[] {
  const { markets } = services;
  return [
    {
      id: 'market',
      title: t('column.market'),
      width: 166,
      least: 90,
      fixed: true,
      compare: (a, b) => (a.id < b.id ? -1 : 1),
      render: ({ id, instrument }) => (
        <span className={styles.market}>
          <FollowButton id={id} subscriptions={subscriptions} t={t} />
          <MarketName markets={markets} id={id} />
          {!wide && <InstanceCount instances={instancesOf(id)} t={t} />}
          {instrument === null && !markets.loading && <span className={styles.gone}>{t('unknownPair')}</span>}
        </span>
      ),
    },
    {
      id: 'last',
      title: t('column.last'),
      width: 68,
      align: 'right',
      live: true,
      descendingFirst: true,
      compare: (a, b) => lastOf(services, a.id) - lastOf(services, b.id),
      render: ({ id, instrument }) =>
        instrument === null ? '–' : <Price value={markets.ticker(id)?.last ?? null} step={instrument.tick} />,
    },
    {
      id: 'change',
      title: t('column.change'),
      width: 54,
      align: 'right',
      live: true,
      descendingFirst: true,
      compare: (a, b) =>
        Number.parseFloat(changeOf(services, a.id)?.text ?? '-999') - Number.parseFloat(changeOf(services, b.id)?.text ?? '-999'),
      render: ({ id }) => {
        const change = changeOf(services, id);
        const tone = change === null || change.sign === 0 ? styles.flat : change.sign > 0 ? styles.up : styles.down;
        return <span className={tone}>{change?.text ?? '–'}</span>;
      },
    },
    {
      id: 'instances',
      title: t('column.instances'),
      width: 96,
      optional: !wide,
      compare: (a, b) => instancesOf(a.id).length - instancesOf(b.id).length,
      descendingFirst: true,
      live: true,
      render: ({ id }) => <Instances instances={instancesOf(id)} />,
    },
  ];
}

interface FollowButtonProps {
  readonly id: string;
  readonly subscriptions: SubscriptionsStore;
  readonly t: Translate;
}

const FollowButton = observer(function FollowButton({ id, subscriptions, t }: FollowButtonProps) {
  const isFollowed = subscriptions.has(id);
  const label = t(isFollowed ? 'leave' : 'follow', { symbol: id.split('/')[1] ?? id });
  return (
    <button
      type="button"
      tabIndex={-1}
      className={isFollowed ? `${styles.star} ${styles.followed}` : styles.star}
      aria-pressed={isFollowed}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        void (isFollowed ? subscriptions.remove(id) : subscriptions.add(id));
      }}
    >
      <Icon name="star" size={12} />
    </button>
  );
});

/** How many instances run there; their names on hover. */
function InstanceCount({ instances, t }: { readonly instances: readonly Instance[]; readonly t: Translate }) {
  if (instances.length === 0) return null;
  const names = instances.map(({ name }) => name).join('\n');
  return (
    <span className={styles.count} title={names} role="img" aria-label={t('running', { count: instances.length })}>
      {instances.length}
    </span>
  );
}

/** Names of what runs there; the first, and how many more. */
function Instances({ instances }: { readonly instances: readonly Instance[] }) {
  const [first] = instances;
  if (first === undefined) return null;
  const more = instances.length - 1;
  return (
    <span className={styles.running} title={instances.map(({ name }) => name).join('\n')} translate="no">
      <span>{first.name}</span>
      {more > 0 && <b>+{more}</b>}
    </span>
  );
}
