import type { TradeTemplateContent } from '../../../schemas/wire/template.ts';
import type { TicketField } from '../order-forms.ts';
import { freshDraft, sentFields, sizeFieldOf, type TicketDraft, tidied, watchesIndex } from '../ticket-draft.ts';

/** The fields of a ticket that are prices, and their names in a template. */
const prices = {
  price: 'price',
  triggerPrice: 'trigger_price',
  profitTrigger: 'profit_trigger',
  profitPrice: 'profit_price',
  stopTrigger: 'stop_trigger',
  stopPrice: 'stop_price',
} as const satisfies Partial<Record<TicketField, keyof TradeTemplateContent>>;
type PriceField = keyof typeof prices;
const priceFields = Object.keys(prices) as readonly PriceField[];

export interface TemplateOptions {
  /** Keeps this share of the free balance in place of the size; null keeps the size as it is typed. */
  readonly percent: number | null;
  readonly withPrices: boolean;
}

/** The ticket as a template: its choices, its size, and its prices when they are wanted. Empty fields are left out. */
export function templateOf(draft: TicketDraft, { percent, withPrices }: TemplateOptions): TradeTemplateContent {
  const tidy = tidied(draft);
  const size = tidy[sizeFieldOf(tidy)];
  const kept = withPrices ? priceFields.filter((field) => sentFields(tidy).includes(field) && tidy[field] !== '') : [];
  return {
    side: tidy.side,
    mode: tidy.mode,
    type: tidy.type,
    time_in_force: tidy.timeInForce,
    stp: tidy.stp,
    by_quote: tidy.byQuote,
    profit_type: tidy.profitType,
    stop_type: tidy.stopType,
    ...(watchesIndex(tidy) ? { watched_price: 'INDEX' as const } : {}),
    ...(percent !== null ? { percent } : size === '' ? {} : sizeFieldOf(tidy) === 'qty' ? { qty: size } : { quote_amount: size }),
    ...Object.fromEntries(kept.map((field) => [prices[field], tidy[field]])),
  };
}

/** The draft that a template makes of what stands in the ticket: prices that it does not have stay. Its share is applied afterwards. */
export function draftFrom(template: TradeTemplateContent, draft: TicketDraft): TicketDraft {
  const given = Object.fromEntries(
    priceFields.flatMap((field) => (template[prices[field]] === undefined ? [] : [[field, template[prices[field]]]])),
  );
  return {
    ...freshDraft,
    ...(Object.fromEntries(priceFields.map((field) => [field, draft[field]])) as Record<PriceField, string>),
    side: template.side,
    mode: template.mode,
    type: template.type,
    timeInForce: template.time_in_force,
    stp: template.stp,
    byQuote: template.by_quote,
    profitType: template.profit_type,
    stopType: template.stop_type,
    watchedPrice: template.watched_price ?? 'LAST',
    qty: template.qty ?? '',
    quoteAmount: template.quote_amount ?? '',
    ...given,
  };
}
