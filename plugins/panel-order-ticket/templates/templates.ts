import type { TicketTerms } from '../../../core/contract/client-services.ts';
import type { TicketField } from '../order-forms.ts';
import { freshDraft, sentFields, sizeFieldOf, type TicketDraft, tidied, watchesIndex } from '../ticket-draft.ts';

/** The fields of a ticket that are prices, and their names in a template. */
const prices = {
  price: 'price',
  triggerPrice: 'triggerPrice',
  profitTrigger: 'profitTrigger',
  profitPrice: 'profitPrice',
  stopTrigger: 'stopTrigger',
  stopPrice: 'stopPrice',
} as const satisfies Partial<Record<TicketField, keyof TicketTerms>>;
type PriceField = keyof typeof prices;
const priceFields = Object.keys(prices) as readonly PriceField[];

interface TemplateOptions {
  /** Keeps this share of the free balance in place of the size; null keeps the size as it is typed. */
  readonly percent: number | null;
  readonly withPrices: boolean;
}

/** The ticket as a template: its choices, its size, and its prices when they are wanted. Empty fields are left out. */
export function templateOf(draft: TicketDraft, { percent, withPrices }: TemplateOptions): TicketTerms {
  const tidy = tidied(draft);
  const size = tidy[sizeFieldOf(tidy)];
  const kept = withPrices ? priceFields.filter((field) => sentFields(tidy).includes(field) && tidy[field] !== '') : [];
  return {
    side: tidy.side,
    mode: tidy.mode,
    type: tidy.type,
    timeInForce: tidy.timeInForce,
    stp: tidy.stp,
    byQuote: tidy.byQuote,
    profitType: tidy.profitType,
    stopType: tidy.stopType,
    ...(watchesIndex(tidy) ? { watchedPrice: 'INDEX' as const } : {}),
    ...(percent !== null ? { percent } : size === '' ? {} : sizeFieldOf(tidy) === 'qty' ? { qty: size } : { quoteAmount: size }),
    ...Object.fromEntries(kept.map((field) => [prices[field], tidy[field]])),
  };
}

/** The draft that a template makes of what stands in the ticket: prices that it does not have stay. Its share is applied afterwards. */
export function draftFrom(template: TicketTerms, draft: TicketDraft): TicketDraft {
  const given = Object.fromEntries(
    priceFields.flatMap((field) => (template[prices[field]] === undefined ? [] : [[field, template[prices[field]]]])),
  );
  return {
    ...freshDraft,
    ...(Object.fromEntries(priceFields.map((field) => [field, draft[field]])) as Record<PriceField, string>),
    side: template.side,
    mode: template.mode,
    type: template.type,
    timeInForce: template.timeInForce,
    stp: template.stp,
    byQuote: template.byQuote,
    profitType: template.profitType,
    stopType: template.stopType,
    watchedPrice: template.watchedPrice ?? 'LAST',
    qty: template.qty ?? '',
    quoteAmount: template.quoteAmount ?? '',
    ...given,
  };
}
