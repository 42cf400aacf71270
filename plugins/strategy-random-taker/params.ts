import { type Static, Type } from '@sinclair/typebox';
import { strict } from '../../schemas/common.ts';
import { accountField, instrumentField, quantityField, secondsField } from '../../schemas/forms.ts';

const text = (name: string): string => `strategy-random-taker.params.${name}`;

export const Params = strict({
  apiId: accountField({ title: text('apiId') }),
  instrumentId: instrumentField({ title: text('instrumentId') }),
  /** Mean; sizes are exponentially distributed, at most five times as large. */
  averageQty: quantityField({ title: text('averageQty'), group: 'order', help: text('averageQtyHelp'), updatable: true }),
  /** Base already in the account that may be sold. */
  startPosition: Type.Optional(quantityField({ title: text('startPosition'), group: 'order', help: text('startPositionHelp') })),
  averageWaitSeconds: secondsField(
    { title: text('averageWaitSeconds'), group: 'execution', help: text('averageWaitSecondsHelp'), updatable: true },
    { minimum: 1, maximum: 86_400, standard: 30 },
  ),
  /** Bought or sold beyond the start at most, in base. */
  maxPosition: quantityField({ title: text('maxPosition'), group: 'risk', help: text('maxPositionHelp'), updatable: true }),
});
export type Params = Static<typeof Params>;
