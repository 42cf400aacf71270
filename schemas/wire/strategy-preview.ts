import { type Static, Type } from '@sinclair/typebox';
import { orderSides } from '../../core/domain/orders/order.ts';
import { Decimal, InstrumentIdText, nullable, oneOf, strict } from '../common.ts';
import { route } from './route.ts';
import { instanceEnvironments, Params, StrategyKey } from './strategy.ts';
import { TextParams } from './strategy-plots.ts';

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
  params: TextParams,
});

export type PreviewProblemView = Static<typeof PreviewProblemView>;

/** Text keys are of the plugin's texts. */
export const PreviewFigureView = strict({ title: Type.String(), key: Type.String(), params: TextParams, warns: Type.Boolean() });
export type PreviewFigureView = Static<typeof PreviewFigureView>;

export const SuggestionView = strict({
  field: Type.String(),
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
  /** Key of the plugin's texts that says why. */
  key: Type.String(),
  params: TextParams,
});
export type SuggestionView = Static<typeof SuggestionView>;

export const SuggestionsView = strict({
  values: Type.Array(SuggestionView),
  /** Why there are none or fewer, such as too little history. */
  lack: nullable(strict({ key: Type.String(), params: TextParams })),
});
export type SuggestionsView = Static<typeof SuggestionsView>;

export const StrategyPreviewView = strict({
  problem: nullable(PreviewProblemView),
  lines: Type.Array(PreviewLineView),
  figures: Type.Array(PreviewFigureView),
  /** Null where nobody asked, and for strategies that suggest nothing. */
  suggestions: nullable(SuggestionsView),
});
export type StrategyPreviewView = Static<typeof StrategyPreviewView>;

export const strategyPreviewRoutes = {
  strategyPreview: route({
    method: 'POST',
    path: '/strategy/client/preview',
    tag: 'Strategies',
    summary:
      'What params would place in the market as it is now and what follows from them, or the first rule that they break; on request what the strategy suggests for them',
    access: 'session',
    rate: 'save',
    key: 'read',
    body: strict({
      strategy: StrategyKey,
      environment: Type.Optional(oneOf(instanceEnvironments)),
      /** May be incomplete where suggestions are asked for. */
      params: Params,
      suggest: Type.Optional(Type.Boolean()),
    }),
    reply: StrategyPreviewView,
  }),
} as const;
