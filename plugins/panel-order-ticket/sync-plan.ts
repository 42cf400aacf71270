import type { ApiAccountView } from '../../core/contract/client-services.ts';
import { type Instrument, instrumentId } from '../../core/domain/instrument.ts';
import { dividedBy, floorTo, least, times } from './grid-math.ts';
import { checkTicket, type FieldError } from './ticket-checks.ts';
import { sizeFieldOf, type TicketDraft } from './ticket-draft.ts';
import { quoteStep, type TicketContext, valuationPrice } from './ticket-model.ts';
import type { SyncAccount } from './ticket-settings.ts';

/** One account's part in an order that goes to several. */
export interface PlannedOrder {
  readonly account: ApiAccountView;
  readonly instrument: Instrument;
  /** The ticket with this account's size. */
  readonly draft: TicketDraft;
  /** What it comes to in quote; null while unknown. */
  readonly cost: string | null;
  /** Why it would not be accepted; null: it will be sent. */
  readonly problem: FieldError | null;
}

/** The same market at another exchange; null when that does not list it. */
export const sameMarket = (
  { symbol, accountType }: Instrument,
  exchange: string,
  find: (id: string) => Instrument | null,
): Instrument | null => find(instrumentId({ exchange, symbol, accountType }));

/**
 * The ticket for a following account: its size is the ratio of the account of the ratio of all followers, on the grid of the
 * account's own market, and worth at most the account's maximum. Rounded down.
 */
export function followerDraft(draft: TicketDraft, settings: SyncAccount, syncRatio: number, context: TicketContext): TicketDraft {
  const field = sizeFieldOf(draft);
  const { instrument } = context;
  const step = field === 'qty' ? instrument.lot : quoteStep(instrument);
  const part = times(times(draft[field], String(settings.ratio * Math.round(syncRatio))), '0.0001') ?? '';
  const price = valuationPrice(draft, context);
  const most = settings.max === '' ? null : field === 'quoteAmount' ? settings.max : price === null ? null : dividedBy(settings.max, price);
  return { ...draft, total: '', [field]: part === '' ? '' : floorTo(most === null ? part : least(part, most), step) };
}

/** What is wrong with a following account's order; the first of its errors is enough to say. */
export const problemOf = (draft: TicketDraft, context: TicketContext): FieldError | null =>
  Object.values(checkTicket(draft, context))[0] ?? null;
