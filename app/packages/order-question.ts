import type { Order, OrderIntent } from '../../core/contract/client-services.ts';
import { isAsked, isOfLegs, type OrderFieldRow, orderFieldTable, rowsOf } from '../../core/domain/orders/order-fields.ts';

/** What a frame asks for, copied and of known fields only: what the user is shown is what is sent. */
export type FrameQuestion =
  | { readonly kind: 'place'; readonly order: OrderIntent }
  | { readonly kind: 'amend'; readonly order: Order; readonly change: Readonly<Record<string, string>> }
  | { readonly kind: 'cancel'; readonly order: Order };

type Sort = 'text' | 'number' | 'flag' | 'leg';
type Fields = Readonly<Record<string, Sort>>;

const sorts: Partial<Record<OrderFieldRow['kind'], Sort>> = { account: 'number', flag: 'flag', leg: 'leg' };
const fieldsOf = (is: (row: OrderFieldRow) => boolean): Fields =>
  Object.fromEntries(rowsOf(orderFieldTable, is).map(([name, { kind }]) => [name, sorts[kind] ?? 'text']));

const legFields = fieldsOf(isOfLegs);
/** Every field that an order may have; what is none is refused. */
export const orderFields: Fields = { instrumentId: 'text', ...fieldsOf(isAsked) };

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
