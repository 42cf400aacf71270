import type { PreviewContext, PreviewLine } from '../../core/contract/strategy-preview.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import { orderSides } from '../../core/domain/orders/order.ts';
import type { Params } from './params.ts';
import { fairOf, levelPrice, roomOf, sizeOf } from './strategy-quotes.ts';

/** The quotes around the fair price of the book as it is, and that price; nothing while a side of the book is empty. */
export function previewOf({ params, instruments, books }: PreviewContext<Params>): readonly PreviewLine[] {
  const { instrumentId, referenceId = instrumentId, levels, fairPrice } = params;
  const [instrument, book] = [instruments[instrumentId], books[referenceId]];
  const fair = book === undefined ? null : fairOf(book, fairPrice);
  if (fair === null || instrument === undefined) return [];
  const quotes = orderSides.flatMap((side) => {
    let room = roomOf(side, 0, params, instrument);
    return Array.from({ length: levels }, (_, at) => at + 1).flatMap((level): PreviewLine[] => {
      const qty = onStep(Math.min(sizeOf(side, 0, params, instrument), room), instrument.lot, 'down');
      room -= Number(qty);
      if (Number(qty) < Number(params.minOrderQty ?? instrument.minQty)) return [];
      return [{ instrumentId, price: levelPrice(fair, side, level, params, instrument.tick), side, qty }];
    });
  });
  return [{ instrumentId, price: onStep(fair, instrument.tick, 'down'), side: null, key: 'preview.fair' }, ...quotes];
}
