import { type Static, Type } from '@sinclair/typebox';
import { indexSourceStates } from '../../core/domain/markets/spot-index.ts';
import { Decimal, InstrumentIdText, nullable, oneOf, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

/** What a pair of assets costs over all exchanges: the mean of the middles of their books. */
export const IndexView = strict({
  base: Type.String(),
  quote: Type.String(),
  /** In quote per base; null before two exchanges ever quoted at once. */
  price: nullable(Decimal),
  /** True while fewer than two exchanges count: the price is the last one that there was. */
  stale: Type.Boolean(),
  /** Of the price; 0 before there was one. */
  time: TimeMs,
  /** The markets that the index is made of, all with the same weight. */
  sources: Type.Array(
    strict({
      id: InstrumentIdText,
      /** Middle of its book; null while a side is empty. */
      price: nullable(Decimal),
      /** `COUNTED`; `EMPTY` quotes nothing; `LATE` has not moved for a minute; `OUTLIER` is more than 3 % from the median of all. */
      state: oneOf(indexSourceStates),
    }),
  ),
});
export type IndexView = Static<typeof IndexView>;

export const indexRoutes = {
  indexes: route({
    method: 'GET',
    path: '/client/index/list',
    tag: 'Market data',
    summary: 'What a pair of assets costs over all exchanges, worked out every second: a row for every pair on two exchanges or more',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(IndexView),
  }),
} as const;
