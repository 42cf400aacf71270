import { type Static, Type } from '@sinclair/typebox';
import { orderSides } from '../../core/domain/orders/order.ts';
import { Decimal, InstrumentIdText, nullable, oneOf, strict } from '../common.ts';
import { route } from './route.ts';
import { instanceEnvironments, Params, StrategyKey } from './strategy.ts';

/** Two a second while somebody types, and one every few seconds while the market moves. */

export const PreviewLineView = strict({
  instrument: InstrumentIdText,
  price: Decimal,
  /** Null: a price that the params speak of, and no order. */
  side: nullable(oneOf(orderSides)),
  qty: nullable(Decimal),
  /** Key of the plugin's texts that says what the line is. */
  key: nullable(Type.String()),
});
export type PreviewLineView = Static<typeof PreviewLineView>;

/** What the strategy itself has against the params; the rule is a key of the plugin's texts. */
export const PreviewProblemView = strict({
  field: Type.String(),
  rule: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});

export const StrategyPreviewView = strict({ problem: nullable(PreviewProblemView), lines: Type.Array(PreviewLineView) });
export type StrategyPreviewView = Static<typeof StrategyPreviewView>;

export const strategyPreviewRoutes = {
  strategyPreview: route({
    method: 'POST',
    path: '/strategy/client/preview',
    tag: 'Strategies',
    summary: 'What params would place in the market as it is now, or the first rule that they break',
    access: 'session',
    rate: 'save',
    key: 'read',
    body: strict({ strategy: StrategyKey, environment: Type.Optional(oneOf(instanceEnvironments)), params: Params }),
    reply: StrategyPreviewView,
  }),
} as const;
