import { type Static, Type } from '@sinclair/typebox';
import { Decimal, InstrumentIdText, nullable, SignedDecimal, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const SpreadLegView = strict({
  id: InstrumentIdText,
  /** What the leg can be traded at now, and how much of it, in base. */
  price: nullable(Decimal),
  qty: nullable(Decimal),
});

/** Two markets of one base and quote at different exchanges. Figures are null while a side is empty. */
export const SpreadView = strict({
  /** Of the pair; stays when the legs turn round. */
  spread_id: Type.String(),
  base: Type.String(),
  quote: Type.String(),
  /** The dear leg at its best bid, and the cheap one at its best ask. */
  sell: SpreadLegView,
  buy: SpreadLegView,
  /** In quote; negative while opening would cost. */
  spread: nullable(SignedDecimal),
  /** As a fraction of the price that is paid. */
  rate: nullable(SignedDecimal),
  /** The rate by the year until the nearer delivery; null for legs that are never delivered. */
  apr: nullable(SignedDecimal),
  /** Value of the smaller leg, in quote. */
  liquidity: nullable(Decimal),
  time: TimeMs,
});
export type SpreadView = Static<typeof SpreadView>;

export const spreadRoutes = {
  spreads: route({
    method: 'GET',
    path: '/spread/v2/list',
    tag: 'Market data',
    summary: 'What the same asset costs at different exchanges: a row for every pair of markets',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(SpreadView),
  }),
} as const;
