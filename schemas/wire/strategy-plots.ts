import { type Static, Type } from '@sinclair/typebox';
import { orderSides } from '../../core/domain/orders/order.ts';
import { InstrumentIdText, nullable, oneOf, PluginId, strict, TimeMs } from '../common.ts';

/** Values of a text's placeholders. */
export const TextParams = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));

/** A line that a strategy plots over the chart of a market; a value holds until the next. */
export const PlotLineView = strict({
  /** Its title is the text `plot.<series>` of the strategy's plugin, else this. */
  series: Type.String(),
  /** Time and value, in order of time; drawn with doubles. */
  points: Type.Array(Type.Tuple([TimeMs, Type.Number()])),
});
export type PlotLineView = Static<typeof PlotLineView>;

/** A mark of a strategy: a key of its plugin's texts with the values of its placeholders. */
export const PlotMarkView = strict({
  time: TimeMs,
  key: Type.String(),
  params: TextParams,
  side: nullable(oneOf(orderSides)),
  price: nullable(Type.Number()),
});
export type PlotMarkView = Static<typeof PlotMarkView>;

/** What a strategy has plotted on one market. */
export const PlotView = strict({
  plugin: PluginId,
  instrument: InstrumentIdText,
  lines: Type.Array(PlotLineView),
  marks: Type.Array(PlotMarkView),
});
export type PlotView = Static<typeof PlotView>;
