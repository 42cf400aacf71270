import type { Markets } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';

interface MarketSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly 'x-picker'?: string; readonly properties?: object }>>;
}

type Params = Readonly<Record<string, unknown>>;

const fieldsWith = (schema: unknown, picker: string): readonly string[] =>
  Object.entries((schema as MarketSchema).properties ?? {}).flatMap(([name, field]) => (field['x-picker'] === picker ? [name] : []));

/** The field of the one market that a strategy has to have; null for strategies of several, which follow no chart. */
export function marketField(schema: unknown): string | null {
  const { required = [] } = schema as MarketSchema;
  const fields = fieldsWith(schema, 'instrument').filter((name) => required.includes(name));
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

/** Params on another market. Accounts at another exchange are left out: the form finds one where the market is. */
export function onMarket(schema: unknown, params: Params, id: InstrumentId, markets: Pick<Markets, 'instrument'>): Params {
  const field = marketField(schema);
  if (field === null || params[field] === id) return params;
  const exchangeOf = (market: unknown): string | undefined =>
    typeof market === 'string' ? markets.instrument(market)?.exchange : undefined;
  const stays = exchangeOf(params[field]) === exchangeOf(id);
  const left = stays ? [] : fieldsWith(schema, 'account');
  return { ...Object.fromEntries(Object.entries(params).filter(([name]) => !left.includes(name))), [field]: id };
}

/** The markets of form and link group at one moment. */
export interface LinkedMarkets {
  /** In the form; undefined while none is chosen. */
  readonly own: unknown;
  /** Of the panel's link group. */
  readonly linked: InstrumentId | null;
  /** Goes up whenever the form is filled anew. */
  readonly round: number;
  /** The form was filled with what somebody wants to see, such as a draft; not with what it remembered. */
  readonly brings: boolean;
}

/**
 * Which of the two follows the other. What was moved last leads: the form where somebody chose there or sent a draft, the link group
 * where its market changed. Whoever clears the form's market has none until one of them moves. A form that only remembers its market moves nothing, so that opening it does not turn the charts.
 */
export function followerOf(before: LinkedMarkets, now: LinkedMarkets): 'link' | 'form' | null {
  if (now.own === now.linked) return null;
  if (now.own === undefined) {
    const wasCleared = before.own !== undefined && before.round === now.round && before.linked === now.linked;
    return now.linked === null || wasCleared ? null : 'form';
  }
  if (before.own !== now.own && (before.round === now.round || now.brings)) return 'link';
  return before.linked !== null && before.linked !== now.linked && now.linked !== null ? 'form' : null;
}
