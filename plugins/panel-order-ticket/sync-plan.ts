import type { ApiAccount } from '../../core/contract/client-services.ts';
import { type Instrument, instrumentId } from '../../core/domain/markets/instrument.ts';
import { addDecimals } from '../../core/domain/numbers/decimal.ts';
import { dividedBy, floorTo, least, times } from './grid-math.ts';
import type { TicketField } from './order-forms.ts';
import type { SyncAccount } from './settings/ticket-settings.ts';
import { checkTicket, type FieldError } from './ticket-checks.ts';
import type { TicketContext } from './ticket-context.ts';
import { sizeFieldOf, type TicketDraft } from './ticket-draft.ts';
import type { TicketFigures } from './ticket-model.ts';
import { quoteStep, valuationPrice } from './ticket-needs.ts';

/** One account's part in an order that goes to several. */
export interface PlannedOrder {
  readonly account: ApiAccount;
  readonly instrument: Instrument;
  /** The ticket with this account's size. */
  readonly draft: TicketDraft;
  /** Free amount of the asset that it is paid with; null while unknown. */
  readonly available: string | null;
  readonly figures: TicketFigures;
  /** Why it would not be accepted; null: it will be sent. */
  readonly problem: TicketProblem | null;
}

/** The field stands elsewhere, or has another value there: it is named. */
export interface TicketProblem extends FieldError {
  readonly field: TicketField;
}

/** What the orders of several accounts come to together. */
export interface PlanFigures extends TicketFigures {
  readonly available: string | null;
  readonly accounts: number;
}

/** Null when nothing is summed. */
export const sumOf = (amounts: readonly string[]): string | null =>
  amounts.length === 0 ? null : amounts.reduce((sum, amount) => addDecimals(sum, amount));

/** Null when one of them is unknown: half a sum would be a lie. */
const wholeSum = (amounts: ReadonlyArray<string | null>): string | null =>
  sumOf(amounts.every((amount): amount is string => amount !== null) ? amounts : []);

/** Sums over orders of one market and side. */
export function figuresTogether(orders: readonly PlannedOrder[]): PlanFigures {
  const all = orders.map(({ figures }) => figures);
  const fee = wholeSum(all.map((one) => one.fee?.amount ?? null));
  const roles = new Set(all.map(({ feeRole }) => feeRole));
  const [first] = all;
  return {
    accounts: orders.length,
    available: wholeSum(orders.map(({ available }) => available)),
    cost: wholeSum(all.map(({ cost }) => cost)),
    fee: fee === null || first?.fee == null ? null : { amount: fee, asset: first.fee.asset },
    feeRole: roles.size === 1 && first !== undefined ? first.feeRole : 'mixed',
    remains: wholeSum(all.map(({ remains }) => remains)),
  };
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
export function problemOf(draft: TicketDraft, context: TicketContext): TicketProblem | null {
  for (const [field, error] of Object.entries(checkTicket(draft, context))) return { ...error, field: field as TicketField };
  return null;
}
