import type { ApiAccount, Markets } from '../../core/contract/client-services.ts';
import type { FilterField, FilterValues, Translate } from '../../core/ui/index.ts';

interface FieldSources {
  /** Those that are worked with. */
  readonly accounts: readonly ApiAccount[];
  readonly markets: Pick<Markets, 'exchangeTitle'>;
  readonly field: 'asset' | 'symbol';
  /** Assets or symbols that may be asked for. */
  readonly names: readonly string[];
}

export function filterFields({ accounts, markets, field, names }: FieldSources, t: Translate): readonly FilterField[] {
  return [
    {
      id: 'exchange',
      title: t('column.exchange'),
      options: [...new Set(accounts.map(({ exchange }) => exchange))].map((value) => ({ value, label: markets.exchangeTitle(value) })),
    },
    { id: 'account', title: t('column.account'), options: accounts.map(({ apiId, name }) => ({ value: String(apiId), label: name })) },
    {
      id: field,
      title: t(`column.${field}`),
      free: true,
      options: [...new Set(names)].sort().map((value) => ({ value, label: value })),
    },
  ];
}

/** The filters without an account that is no longer worked with. */
export function knownValues(values: FilterValues, accounts: readonly ApiAccount[]): FilterValues {
  const { account, ...rest } = values;
  return account === undefined || accounts.some(({ apiId }) => String(apiId) === account) ? values : rest;
}

/** Whether a position is shown; the account, exchange and asset of it must be the chosen ones. */
export const matchesPosition = (
  position: { readonly exchange: string; readonly apiId: number; readonly asset: string },
  { exchange, account, asset }: FilterValues,
): boolean =>
  (exchange === undefined || exchange === position.exchange) &&
  (account === undefined || account === String(position.apiId)) &&
  (asset === undefined || asset === position.asset);
