import type { PreviewContext, PreviewLine } from '../../core/contract/strategy-preview.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { fixedDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import type { Params } from './params.ts';
import { executable } from './strategy-spread.ts';

/** On each leg's chart the price from which on it opens, as long as the other leg stays where it is. */
export function previewOf({ params, instruments, books }: PreviewContext<Params>): readonly PreviewLine[] {
  const { legA, legB, minOpenSpread } = params;
  const sellA = executable(books[legA.instrumentId]?.bids ?? [], params);
  const buyB = executable(books[legB.instrumentId]?.asks ?? [], params);
  const factor = 1 + Number(minOpenSpread);
  const line = (instrumentId: string, price: number, key: string): PreviewLine => ({
    instrumentId,
    price: fixedDecimal(price, decimalsOf(instruments[instrumentId]?.tick ?? '0.01')),
    side: null,
    key,
  });
  return [
    ...(buyB === null ? [] : [line(legA.instrumentId, buyB.price * factor, 'preview.opensAbove')]),
    ...(sellA === null ? [] : [line(legB.instrumentId, sellA.price / factor, 'preview.opensBelow')]),
  ];
}
