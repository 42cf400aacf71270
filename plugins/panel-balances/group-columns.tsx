import type { AccountBalance } from '../../core/contract/client-services.ts';
import type { Column } from '../../core/ui/index.ts';
import { ListedText } from '../../core/ui/text/listed-text.tsx';
import { type EquityColumnParts, equityColumn } from './account-columns.tsx';
import type { Services } from './requires.ts';
import type { WorthSum } from './valuation.ts';

export const groupings = ['exchanges', 'wallets'] as const;
export type BalanceGrouping = (typeof groupings)[number];

/** What lies at one exchange, or in accounts of one type, of all selected accounts together. */
export interface GroupRow {
  readonly key: string;
  readonly accounts: number;
  readonly assets: readonly string[];
  /** A function, for it follows prices. */
  readonly equity: () => WorthSum;
}

const keyOf: Readonly<Record<BalanceGrouping, (balance: AccountBalance) => string>> = {
  exchanges: ({ exchange }) => exchange,
  wallets: ({ accountType }) => accountType,
};

/** Pure: balances by exchange or by account type, by name. */
export function groupRows(
  balances: readonly AccountBalance[],
  by: BalanceGrouping,
  sum: (balances: readonly AccountBalance[]) => WorthSum,
): readonly GroupRow[] {
  const groups = new Map<string, AccountBalance[]>();
  for (const balance of balances) {
    const key = keyOf[by](balance);
    groups.set(key, [...(groups.get(key) ?? []), balance]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => ({
      key,
      accounts: new Set(own.map(({ apiId }) => apiId)).size,
      assets: [...new Set(own.filter(({ total }) => /[1-9]/.test(total)).map(({ asset }) => asset))].sort(),
      equity: () => sum(own),
    }));
}

interface GroupColumnParts extends EquityColumnParts {
  readonly by: BalanceGrouping;
  readonly markets: Pick<Services['markets'], 'exchangeTitle'>;
}

export function groupColumns({ by, markets, t, unit, currency }: GroupColumnParts): readonly Column<GroupRow>[] {
  const titleOf = ({ key }: GroupRow): string => (by === 'exchanges' ? markets.exchangeTitle(key) : t(`wallet.${key}`));
  return [
    {
      id: 'name',
      title: t(by === 'exchanges' ? 'column.exchange' : 'column.wallet'),
      width: 120,
      fixed: true,
      render: titleOf,
      compare: (a, b) => titleOf(a).localeCompare(titleOf(b)),
    },
    equityColumn({ t, unit, currency }),
    {
      id: 'accounts',
      title: t('view.accounts'),
      width: 80,
      align: 'right',
      descendingFirst: true,
      render: ({ accounts }) => accounts,
      compare: (a, b) => a.accounts - b.accounts,
    },
    {
      id: 'assets',
      title: t('view.assets'),
      width: 180,
      render: ({ assets }) => <ListedText of={assets} />,
    },
  ];
}
