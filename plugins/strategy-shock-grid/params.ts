import { type Static, Type } from '@sinclair/typebox';
import { Decimal, strict } from '../../schemas/common.ts';
import { accountField, countField, field, instrumentField, priceField, quantityField, switchField } from '../../schemas/forms.ts';

const text = (name: string): string => `strategy-shock-grid.params.${name}`;

export const Params = strict({
  apiId: accountField({ title: text('apiId') }),
  instrumentId: instrumentField({ title: text('instrumentId') }),
  lowPrice: priceField({ title: text('lowPrice'), group: 'range' }),
  highPrice: priceField({ title: text('highPrice'), group: 'range' }),
  /** Equal steps between the two prices; there is one line more. */
  levels: countField({ title: text('levels'), group: 'range', help: text('levelsHelp') }, { minimum: 2, maximum: 200, standard: 10 }),
  /** No two lines closer than so many ranges of an hour (ATR of 14 candles); absent: as many lines as `levels` says. */
  stepRanges: Type.Optional(field(Decimal, { title: text('stepRanges'), group: 'range', help: text('stepRangesHelp') })),
  orderQty: quantityField({ title: text('orderQty'), group: 'order', help: text('orderQtyHelp') }),
  /** Base already in the account that the sell lines may use; the rest is bought at the start. */
  startPosition: Type.Optional(quantityField({ title: text('startPosition'), group: 'order', help: text('startPositionHelp') })),
  takeProfit: Type.Optional(priceField({ title: text('takeProfit'), group: 'stop', help: text('takeProfitHelp'), updatable: true })),
  stopLoss: Type.Optional(priceField({ title: text('stopLoss'), group: 'stop', help: text('stopLossHelp'), updatable: true })),
  /** Sell at the market what the grid has bought, when it is stopped by hand. */
  sellAtStop: switchField({ title: text('sellAtStop'), group: 'stop', updatable: true }, false),
});
export type Params = Static<typeof Params>;
