import type { Static } from '@sinclair/typebox';
import { strict } from '../../../schemas/common.ts';
import { accountField, instrumentField, priceField, quantityField } from '../../../schemas/forms.ts';

/** Form, API check and docs come from this schema; titles are keys of the plugin's texts. */
export const Params = strict({
  apiId: accountField({ title: 'strategy-sample.params.apiId' }),
  instrumentId: instrumentField({ title: 'strategy-sample.params.instrumentId' }),
  price: priceField({ title: 'strategy-sample.params.price', group: 'order' }),
  /** Applies from the next order on. */
  qty: quantityField({ title: 'strategy-sample.params.qty', group: 'order', updatable: true }),
});
export type Params = Static<typeof Params>;
