import type { Static } from '@sinclair/typebox';
import { ApiId, Decimal, InstrumentIdText, strict } from '../../../schemas/common.ts';

/** Form, API check and docs come from this schema; titles are keys of the plugin's texts. */
export const Params = strict({
  apiId: { ...ApiId, title: 'strategy-sample.params.apiId' },
  instrumentId: { ...InstrumentIdText, title: 'strategy-sample.params.instrumentId' },
  /** In quote per base. */
  price: { ...Decimal, title: 'strategy-sample.params.price' },
  /** In base; applies from the next order on. */
  qty: { ...Decimal, title: 'strategy-sample.params.qty', 'x-updatable': true },
});
export type Params = Static<typeof Params>;
