import { type Static, Type } from '@sinclair/typebox';
import { orderSides } from '../../core/domain/orders/order.ts';
import { strict } from '../../schemas/common.ts';
import { executorSettings, type PovConfig, type SliceConfig, type TwapConfig, type VwapConfig } from '../../schemas/execution.ts';
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
} from '../../schemas/forms.ts';

const text = (name: string): string => `strategy-smart-execute.params.${name}`;

const modes = ['TWAP', 'VWAP', 'ICEBERG', 'POV'] as const;

export const Params = strict({
  apiId: accountField({ title: text('apiId') }),
  instrumentId: instrumentField({ title: text('instrumentId') }),
  side: choiceField(orderSides, { title: text('side'), group: 'order' }, 'BUY'),
  qty: quantityField({ title: text('qty'), group: 'order' }),
  mode: choiceField(modes, { title: text('mode'), group: 'order', help: text('modeHelp') }, 'TWAP'),
  /** No child is dearer to buy, or cheaper to sell. */
  limitPrice: Type.Optional(priceField({ title: text('limitPrice'), group: 'order', help: text('limitPriceHelp') })),
  /** TWAP and VWAP. */
  durationSeconds: secondsField(
    { title: text('durationSeconds'), group: 'order', help: text('durationSecondsHelp') },
    { minimum: 1, maximum: 604_800, standard: 3_600 },
  ),
  /** POV. */
  participationRate: Type.Optional(rateField({ title: text('participationRate'), group: 'order', help: text('participationRateHelp') })),
  /** VWAP: volume of each hour of a day in UTC, in any unit; absent: all alike. */
  hourlyWeights: Type.Optional(
    field(Type.Array(Type.Number({ minimum: 0 }), { minItems: 24, maxItems: 24 }), {
      title: text('hourlyWeights'),
      group: 'order',
      help: text('hourlyWeightsHelp'),
    }),
  ),
  /** VWAP: takes the volume curve from so many days before the start; absent: `hourlyWeights`, or all hours alike. */
  volumeDays: Type.Optional(
    countField({ title: text('volumeDays'), group: 'order', help: text('volumeDaysHelp') }, { minimum: 1, maximum: 40, standard: 7 }),
  ),
  ...executorSettings(text),
});
export type Params = Static<typeof Params>;

/** What the executors of the modes take. */
export type ExecutorConfig = SliceConfig | TwapConfig | VwapConfig | PovConfig;
