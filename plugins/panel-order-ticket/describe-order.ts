import type { Order } from '../../core/contract/client-services.ts';
import { type Told, toldIn } from '../../core/contract/notices.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { formatDecimal, type Translate } from '../../core/ui/index.ts';
import { isAmount, isQuantity, type TicketField } from './order-forms.ts';
import { sumOf, type TicketProblem } from './sync-plan.ts';
import { sentFields, sizeFieldOf, type TicketDraft, timeOf, watchesIndex } from './ticket-draft.ts';

/** What a press does: side, size and asset. */
function actionText(draft: TicketDraft, side: OrderSide, { base, quote }: Pick<Instrument, 'base' | 'quote'>, t: Translate): string {
  const field = sizeFieldOf(draft);
  const size = formatDecimal(draft[field]);
  if (size === '') return t(`submit.${side}`, { asset: base });
  return field === 'qty'
    ? t(`submitQty.${side}`, { qty: size, asset: base })
    : t(`submitFor.${side}`, { asset: base, amount: `${size} ${quote}` });
}

/**
 * What a press does at all accounts together, and each one's part: `Buy 0.4 BTC · 4 × 0.1`, `Buy 0.3 BTC · 0.2 + 0.1`. Many unlike
 * parts stand beside their accounts and are only counted here.
 */
export function planText(
  { tidy, plan: { sizes } }: { readonly tidy: TicketDraft; readonly plan: { readonly sizes: readonly string[] } },
  side: OrderSide,
  instrument: Pick<Instrument, 'base' | 'quote'>,
  t: Translate,
): string {
  const total = sumOf(sizes);
  if (sizes.length < 2 || total === null) return actionText(tidy, side, instrument, t);
  const action = actionText({ ...tidy, [sizeFieldOf(tidy)]: total }, side, instrument, t);
  const each = sizes.map((size) => formatDecimal(size));
  if (new Set(each).size === 1) return `${action} · ${each.length} × ${each[0]}`;
  return each.length > 3 ? t('submitAccounts', { action, count: each.length }) : `${action} · ${each.join(' + ')}`;
}

/** Why an account's order is left out. */
export const withheldText = ({ field, key, params }: TicketProblem, t: Translate): string =>
  t('sync.withheld', { field: t(`field.${field}`), reason: t(`error.${key}`, params) });

const named = toldIn('panel-order-ticket');

/** An order at its exchange in a few words: side and size, its kind unless that is a limit, its price, and what it waits for. */
export function orderTold(
  { side, qty, quoteAmount, price, triggerPrice, type }: Order,
  { base, quote, tick }: Pick<Instrument, 'base' | 'quote' | 'tick'>,
): readonly Told[] {
  const priceText = (value: string): string => formatDecimal(value, decimalsOf(tick));
  return [
    quoteAmount === null
      ? named(`submitQty.${side}`, { qty: formatDecimal(qty ?? ''), asset: base })
      : named(`submitFor.${side}`, { asset: base, amount: `${formatDecimal(quoteAmount)} ${quote}` }),
    ...(type === 'LIMIT' ? [] : [named(`type.${type}`)]),
    ...(price === null ? [] : [priceText(price)]),
    ...(triggerPrice === null ? [] : [named('triggerAt', { price: priceText(triggerPrice) })]),
  ];
}

const unitOf = (field: TicketField, { base, quote }: Pick<Instrument, 'base' | 'quote'>): string => (isQuantity(field) ? base : quote);

/** One sentence of an order's terms, in the order of the form. */
export function describeOrder(draft: TicketDraft, instrument: Instrument, t: Translate): string {
  const kind = draft.mode === 'OCO' ? t('mode.OCO') : t(`type.${draft.type}`);
  const terms = sentFields(draft)
    .filter((field) => !isQuantity(field) && !isAmount(field))
    .map((field) => `${t(`field.${field}`)} ${formatDecimal(draft[field], decimalsOf(instrument.tick))} ${unitOf(field, instrument)}`);
  const watched = watchesIndex(draft) ? [t('watched.INDEX')] : [];
  const time = timeOf(draft);
  return [actionText(draft, draft.side, instrument, t), kind, ...terms, ...watched, ...(time === null ? [] : [t(`time.${time}`)])].join(
    ' · ',
  );
}
