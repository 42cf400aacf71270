import type { Ticker } from '../../../core/contract/market.ts';
import { money } from './market-days.ts';

export interface Mover {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  /** As a fraction. */
  readonly change: number;
}

/** As a market is called where its exchange does not matter. */
export const pairName = ({ base, quote }: Pick<Mover, 'base' | 'quote'>): string => `${base}/${quote}`;

/** The asset alone where its price is in the money of all figures. */
export const shortName = (pair: Pick<Mover, 'base' | 'quote'>): string => (pair.quote === money ? pair.base : pairName(pair));

/** Change over the last 24 hours as a fraction; null without a price at both ends. */
export function changeOf(ticker: Pick<Ticker, 'last' | 'open24h'> | null): number | null {
  if (ticker === null || ticker.last === null || ticker.open24h === null) return null;
  const open = Number(ticker.open24h);
  return open === 0 ? null : Number(ticker.last) / open - 1;
}

/** The strongest of both sides, what rose most first: all of them where there are no more than `most`. */
export function strongest(movers: readonly Mover[], most: number): readonly Mover[] {
  const sorted = [...movers].sort((a, b) => b.change - a.change);
  return sorted.length <= most ? sorted : [...sorted.slice(0, Math.ceil(most / 2)), ...sorted.slice(-Math.floor(most / 2))];
}
