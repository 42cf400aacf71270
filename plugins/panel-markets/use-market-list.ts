import { untracked } from 'mobx';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { type FavouritesStore, type SortOrder, useServices } from '../../core/ui/index.ts';
import { MarketIndex } from './market-index.ts';
import { groupMarkets, type ListRow, type MarketFigures, sortMarkets } from './market-list.ts';
import { loadPinyin } from './pinyin.ts';
import type { requires } from './requires.ts';

/** Orders that change by themselves are looked at once a second: rows do not jump with every tick. */
const liveSortMs = 1_000;

interface ListChoice {
  readonly search: string;
  readonly exchange: string;
  readonly onlyFavourites: boolean;
  readonly grouped: boolean;
  readonly closed: readonly string[];
  readonly order: SortOrder | null;
}

/** The rows of the panel: searched, chosen, ordered and grouped, each step only when its own causes change. What a search finds stands in one list, best first. */
export function useMarketList(
  { markets }: Resolved<typeof requires>,
  favourites: FavouritesStore,
  choice: ListChoice,
  visible: boolean,
): readonly ListRow[] {
  const { timers } = useServices();
  const { search, exchange, onlyFavourites, grouped, closed, order } = choice;
  const { instruments } = markets;
  const index = useMemo(() => new MarketIndex(instruments, (one) => markets.exchangeTitle(one)), [instruments, markets]);
  const spelled = useSpelling(index, search);
  const isLive = order !== null && order.column !== 'symbol';
  const [round, setRound] = useState(0);
  useEffect(
    () => (isLive && visible ? timers.every(liveSortMs, () => setRound((last) => last + 1)) : undefined),
    [isLive, visible, timers],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `spelled` says that the index knows more than before
  const found = useMemo(() => index.find(onlyFavourites ? '' : exchange, search), [index, exchange, search, onlyFavourites, spelled]);
  const { ids } = favourites;
  const chosen = useMemo(() => (onlyFavourites ? inOwnOrder(found, ids) : found), [found, onlyFavourites, ids]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is what makes a live order be looked at again
  const sorted = useMemo(
    () => untracked(() => sortMarkets(chosen, order, (one) => figuresOf(markets, one))),
    [chosen, order, markets, round],
  );
  return useMemo(
    () => (grouped && !onlyFavourites && search === '' ? groupMarkets(sorted, new Set(closed)) : sorted),
    [sorted, grouped, onlyFavourites, search, closed],
  );
}

const figuresOf = (markets: Resolved<typeof requires>['markets'], one: Instrument): MarketFigures => ({
  ticker: markets.ticker(one.id),
  index: markets.index(one.id),
});

function inOwnOrder(found: readonly Instrument[], ids: readonly string[]): readonly Instrument[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Teaches the index pinyin once somebody searches with letters; true when it knows it. */
function useSpelling(index: MarketIndex, search: string): boolean {
  const [spelled, setSpelled] = useState<MarketIndex | null>(null);
  const asked = useRef<MarketIndex | null>(null);
  useEffect(() => {
    if (!/[a-z]/i.test(search) || asked.current === index) return;
    asked.current = index;
    void loadPinyin().then((spell) => {
      index.spell(spell);
      setSpelled(index);
    });
  }, [index, search]);
  return spelled === index;
}
