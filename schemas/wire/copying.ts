import { type Static, Type } from '@sinclair/typebox';
import { orderSides, orderTypes } from '../../core/domain/orders/order.ts';
import { orderStatuses } from '../../core/domain/orders/order-status.ts';
import { ApiId, Decimal, InstrumentIdText, nullable, OrderId, oneOf, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const tag = 'Copying';
const UserId = Type.String({ minLength: 1, maxLength: 64 });
/** As typed: what is no percentage above 0 is refused with a sentence. */
const Ratio = Type.String({ maxLength: 41 });

export const CopyFollowerView = strict({
  api_id: ApiId,
  /** Share of the main account's order, in per cent. */
  ratio: Ratio,
  /** The most that one copy may be worth, in quote of its market; null: no limit. */
  max_amount: nullable(Type.String({ maxLength: 41 })),
  on: Type.Boolean(),
});
export type CopyFollowerView = Static<typeof CopyFollowerView>;

export const CopyPlanView = strict({
  main_api_id: ApiId,
  on: Type.Boolean(),
  /** Multiplies the shares of all followers, in per cent. */
  sync_ratio: Ratio,
  followers: Type.Array(CopyFollowerView, { maxItems: 100 }),
});
export type CopyPlanView = Static<typeof CopyPlanView>;

/** Who repeats orders of an account, as topic `copied` tells it; nobody while copying is off. */
export interface AccountCopied {
  readonly api_id: number;
  /** `ratio`: share of an order in per cent, with the plan's own; `most`: the most that one copy may be worth, in quote of its market; null: no limit. */
  readonly followers: readonly { readonly api_id: number; readonly ratio: string; readonly most: string | null }[];
}

const copyStates = ['SENT', 'PLACED', 'REFUSED', 'MISSED'] as const;

export const CopyView = strict({
  api_id: ApiId,
  /** Null: its exchange has no such market. */
  instrument: nullable(InstrumentIdText),
  /** SENT: nobody knows yet; PLACED: its exchange has it, in `status`; REFUSED: it never came to be; MISSED: it was over before it could be copied. */
  state: oneOf(copyStates),
  /** Why it was refused; of a placed one why it did not follow its main order. */
  problem: nullable(strict({ code: Type.String(), params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])) })),
  order_id: nullable(OrderId),
  status: nullable(oneOf(orderStatuses)),
  qty: nullable(Decimal),
  quote_amount: nullable(Decimal),
  filled_qty: Decimal,
  filled_quote: Decimal,
  update_time: TimeMs,
});
export type CopyView = Static<typeof CopyView>;

export const CopiedOrderView = strict({
  main_api_id: ApiId,
  order_id: OrderId,
  instrument: InstrumentIdText,
  side: oneOf(orderSides),
  type: oneOf(orderTypes),
  price: nullable(Decimal),
  qty: nullable(Decimal),
  quote_amount: nullable(Decimal),
  trigger_price: nullable(Decimal),
  filled_qty: Decimal,
  filled_quote: Decimal,
  status: oneOf(orderStatuses),
  create_time: TimeMs,
  copies: Type.Array(CopyView),
});
export type CopiedOrderView = Static<typeof CopiedOrderView>;

export const copyingRoutes = {
  copyPlanList: route({
    method: 'GET',
    path: '/user/copy/list',
    tag,
    summary:
      'Main accounts of the user, and the accounts that follow each, with their shares; and accounts of others that may follow because he may trade with them',
    access: 'session',
    rate: 'read',
    reply: strict({
      plans: Type.Array(CopyPlanView),
      others: Type.Array(strict({ api_id: ApiId, name: Type.String(), exchange: Type.String(), owner: UserId })),
    }),
  }),
  copyPlanSave: route({
    method: 'POST',
    path: '/user/copy/save',
    tag,
    summary: 'Says who follows a main account and by which shares, or switches it on or off; orders that came before are not copied',
    access: 'session',
    rate: 'save',
    confirm: 'fresh',
    body: CopyPlanView,
    reply: CopyPlanView,
  }),
  copyPlanDelete: route({
    method: 'POST',
    path: '/user/copy/delete',
    tag,
    summary: 'Nobody follows the account any more; copies that are open stay',
    access: 'session',
    rate: 'save',
    body: strict({ main_api_id: ApiId }),
    reply: Type.Null(),
  }),
  copyOrderList: route({
    method: 'GET',
    path: '/user/copy/orders',
    tag,
    summary: "Orders of the user's main accounts with the copies of each, newest first",
    access: 'session',
    rate: 'read',
    query: strict({ before: Type.Optional(TimeMs), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    reply: strict({ items: Type.Array(CopiedOrderView), next: nullable(TimeMs) }),
  }),
};
