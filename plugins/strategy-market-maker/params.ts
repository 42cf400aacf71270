import { type Static, Type } from '@sinclair/typebox';
import { Decimal, strict } from '../../schemas/common.ts';
import {
  accountField,
  choiceField,
  countField,
  field,
  instrumentField,
  quantityField,
  rateField,
  secondsField,
  switchField,
} from '../../schemas/forms.ts';

const text = (name: string): string => `strategy-market-maker.params.${name}`;

const spotSides = ['ALL', 'BUY', 'SELL'] as const;
const fairPrices = ['MID', 'MICRO'] as const;

export const Params = strict({
  apiId: accountField({ title: text('apiId') }),
  instrumentId: instrumentField({ title: text('instrumentId') }),
  /** Market of the same assets whose book gives the fair price; absent: the market's own. */
  referenceId: Type.Optional(instrumentField({ title: text('referenceId'), help: text('referenceIdHelp') })),
  levels: countField(
    { title: text('levels'), group: 'range', help: text('levelsHelp'), updatable: true },
    { minimum: 1, maximum: 20, standard: 3 },
  ),
  /** Between the first bid and the first ask, as a fraction of the fair price. */
  minOpenSpread: rateField({ title: text('minOpenSpread'), group: 'range', help: text('minOpenSpreadHelp'), updatable: true }),
  /** The first bid and ask at least so many ranges of a minute apart (ATR of 14 candles); absent: `minOpenSpread` alone decides. */
  spreadRanges: Type.Optional(field(Decimal, { title: text('spreadRanges'), group: 'range', help: text('spreadRangesHelp') })),
  priceInterval: rateField({ title: text('priceInterval'), group: 'range', help: text('priceIntervalHelp'), updatable: true }),
  fairPrice: choiceField(fairPrices, { title: text('fairPrice'), group: 'range', help: text('fairPriceHelp'), updatable: true }, 'MID'),
  spotSide: choiceField(spotSides, { title: text('spotSide'), group: 'order', updatable: true }, 'ALL'),
  baseOrderQty: quantityField({ title: text('baseOrderQty'), group: 'order', help: text('baseOrderQtyHelp'), updatable: true }),
  minOrderQty: Type.Optional(quantityField({ title: text('minOrderQty'), group: 'order', updatable: true })),
  maxOrderQty: Type.Optional(quantityField({ title: text('maxOrderQty'), group: 'order', updatable: true })),
  /** Base already in the account that asks may sell. */
  startPosition: Type.Optional(quantityField({ title: text('startPosition'), group: 'order', help: text('startPositionHelp') })),
  /** Absent: false, all quotes are post-only. */
  takesCrossing: Type.Optional(
    switchField({ title: text('takesCrossing'), group: 'execution', help: text('takesCrossingHelp'), updatable: true }, false),
  ),
  orderTimeoutSeconds: secondsField(
    { title: text('orderTimeoutSeconds'), group: 'execution', help: text('orderTimeoutSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 86_400, standard: 60 },
  ),
  /** Bought or sold beyond the start at most, in base. */
  maxPosition: quantityField({ title: text('maxPosition'), group: 'risk', help: text('maxPositionHelp'), updatable: true }),
  maxDataAgeSeconds: secondsField(
    { title: text('maxDataAgeSeconds'), group: 'risk', help: text('maxDataAgeSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 3_600, standard: 5 },
  ),
  /** Move of the fair price within a minute; absent: no limit. */
  maxMove: Type.Optional(rateField({ title: text('maxMove'), group: 'risk', help: text('maxMoveHelp'), updatable: true })),
  pauseSeconds: secondsField(
    { title: text('pauseSeconds'), group: 'risk', help: text('pauseSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 86_400, standard: 60 },
  ),
});
export type Params = Static<typeof Params>;
