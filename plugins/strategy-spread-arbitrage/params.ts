import { type Static, Type } from '@sinclair/typebox';
import { Decimal, SignedDecimal, strict } from '../../schemas/common.ts';
import { type MultiLegConfig, unwindRules } from '../../schemas/execution.ts';
import {
  accountField,
  choiceField,
  countField,
  field,
  instrumentField,
  priceField,
  quantityField,
  rateField,
  secondsField,
  switchField,
} from '../../schemas/forms.ts';

const text = (name: string): string => `strategy-spread-arbitrage.params.${name}`;

const impactModes = ['LEVEL', 'DEPTH'] as const;

const leg = (name: string) =>
  field(
    strict({
      apiId: accountField({ title: text('apiId') }),
      instrumentId: instrumentField({ title: text('instrumentId') }),
    }),
    { title: text(name), group: 'market', help: text(`${name}Help`) },
  );

export const Params = strict({
  /** The dear leg: sold to open, bought back to close. */
  legA: leg('legA'),
  /** The cheap leg: bought to open, sold to close. */
  legB: leg('legB'),
  minOpenSpread: rateField({ title: text('minOpenSpread'), group: 'range', help: text('minOpenSpreadHelp'), updatable: true }),
  /** Opens no sooner than so many standard deviations above the mean of the last minutes; absent: `minOpenSpread` alone decides. */
  openDeviations: Type.Optional(field(Decimal, { title: text('openDeviations'), group: 'range', help: text('openDeviationsHelp') })),
  deviationMinutes: Type.Optional(
    countField(
      { title: text('deviationMinutes'), group: 'range', help: text('deviationMinutesHelp') },
      { minimum: 20, maximum: 1_000, standard: 240 },
    ),
  ),
  minCloseSpread: field(SignedDecimal, {
    title: text('minCloseSpread'),
    group: 'range',
    help: text('minCloseSpreadHelp'),
    unit: 'rate',
    updatable: true,
  }),
  impactMode: choiceField(impactModes, { title: text('impactMode'), group: 'range', help: text('impactModeHelp') }, 'LEVEL'),
  impactLevel: countField(
    { title: text('impactLevel'), group: 'range', help: text('impactLevelHelp') },
    { minimum: 1, maximum: 20, standard: 1 },
  ),
  /** Of each leg, in quote. */
  maxOrderAmount: priceField({ title: text('maxOrderAmount'), group: 'order', help: text('maxOrderAmountHelp'), updatable: true }),
  baseOrderQty: quantityField({ title: text('baseOrderQty'), group: 'order', help: text('baseOrderQtyHelp'), updatable: true }),
  minOrderQty: Type.Optional(quantityField({ title: text('minOrderQty'), group: 'order', help: text('minOrderQtyHelp'), updatable: true })),
  maxOrderQty: Type.Optional(quantityField({ title: text('maxOrderQty'), group: 'order', help: text('maxOrderQtyHelp'), updatable: true })),
  orderTimeoutSeconds: secondsField(
    { title: text('orderTimeoutSeconds'), group: 'execution', help: text('orderTimeoutSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 86_400, standard: 10 },
  ),
  maxDataAgeSeconds: secondsField(
    { title: text('maxDataAgeSeconds'), group: 'execution', help: text('maxDataAgeSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 3_600, standard: 5 },
  ),
  maxUnhedgedAmount: priceField({ title: text('maxUnhedgedAmount'), group: 'risk', help: text('maxUnhedgedAmountHelp'), updatable: true }),
  maxUnhedgedSeconds: secondsField(
    { title: text('maxUnhedgedSeconds'), group: 'risk', help: text('maxUnhedgedSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 3_600, standard: 5 },
  ),
  maxSlippage: rateField({ title: text('maxSlippage'), group: 'risk', help: text('maxSlippageHelp'), updatable: true }),
  unwindRule: choiceField(unwindRules, { title: text('unwindRule'), group: 'risk', updatable: true }, 'COMPLETE'),
  /** Close both legs at the market when it is stopped by hand. */
  closeAtStop: switchField({ title: text('closeAtStop'), group: 'stop', updatable: true }, false),
});
export type Params = Static<typeof Params>;

/** What the executor of two legs takes. */
export type { MultiLegConfig };
