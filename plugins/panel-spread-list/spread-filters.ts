import type { Markets } from '../../core/contract/client-services.ts';
import type { FilterField, FilterValues, Translate } from '../../core/ui/index.ts';
import type { SpreadPair } from './spread-store.ts';

const once = (words: readonly string[]): readonly string[] => [...new Set(words)].sort();

/** Assets and exchanges that are in the list. */
export function spreadFilters(pairs: readonly SpreadPair[], markets: Pick<Markets, 'exchangeTitle'>, t: Translate): readonly FilterField[] {
  return [
    {
      id: 'asset',
      title: t('column.asset'),
      free: true,
      options: once(pairs.map(({ base }) => base)).map((value) => ({ value, label: value })),
    },
    {
      id: 'exchange',
      title: t('filter.exchange'),
      options: once(pairs.flatMap(({ exchanges }) => exchanges)).map((value) => ({ value, label: markets.exchangeTitle(value) })),
    },
  ];
}

/** A pair is shown when its asset is the chosen one and one of its legs is at the chosen exchange. */
export const matchesPair = ({ base, exchanges }: SpreadPair, { asset, exchange }: FilterValues): boolean =>
  (asset === undefined || asset === base) && (exchange === undefined || exchanges.includes(exchange));
