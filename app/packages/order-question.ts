import type { OrderRequest, OrderView } from '../../core/contract/client-services.ts';

/** What a frame asks for, copied and of known fields only: what the user is shown is what is sent. */
export type Question =
  | { readonly kind: 'place'; readonly order: OrderRequest }
  | { readonly kind: 'amend'; readonly order: OrderView; readonly change: Readonly<Record<string, string>> }
  | { readonly kind: 'cancel'; readonly order: OrderView };

type Fields = Readonly<Record<string, 'text' | 'number' | 'flag' | 'leg'>>;

const legFields: Fields = { type: 'text', price: 'text', trigger_price: 'text', time_in_force: 'text' };
/** Every field that an order may have; a field of tomorrow is refused until the question can show it. */
export const orderFields = {
  api_id: 'number',
  exchange: 'text',
  symbol: 'text',
  account_type: 'text',
  side: 'text',
  type: 'text',
  time_in_force: 'text',
  price: 'text',
  qty: 'text',
  quote_amount: 'text',
  trigger_price: 'text',
  watched_price: 'text',
  trigger_kind: 'text',
  take_profit: 'leg',
  stop_loss: 'leg',
  stp: 'text',
  position_side: 'text',
  reduce_only: 'flag',
  close_position: 'flag',
  client_order_id: 'text',
} as const satisfies Readonly<Record<keyof OrderRequest, Fields[string]>>;

export const changeFields: Fields = { price: 'text', qty: 'text', triggerPrice: 'text' };

const longestText = 64;

/** The name of the first field that is unknown or of another sort; null: none. */
export function strangeField(value: unknown, fields: Fields = orderFields): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'body';
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const sort = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const fits =
      sort === 'text'
        ? typeof one === 'string' && one.length <= longestText
        : sort === 'number'
          ? typeof one === 'number'
          : sort === 'flag'
            ? typeof one === 'boolean'
            : sort === 'leg' && strangeField(one, legFields) === null;
    if (!fits) return name;
  }
  return null;
}
