import { type Static, Type } from '@sinclair/typebox';
import { AccountTypeName, ApiId, ClientOrderId, Decimal, SymbolName, strict } from '../common.ts';
import { BalanceView } from './order.ts';
import { route } from './route.ts';

/** One account of an api account: its type, and the market of an isolated margin account. */
export const transferSide = { account_type: AccountTypeName, symbol: Type.Optional(SymbolName) };

const TransferRequest = strict({
  api_id: ApiId,
  from: strict(transferSide),
  /** Of another api account of the same person at the same exchange, where it names one. */
  to: strict({ api_id: Type.Optional(ApiId), ...transferSide }),
  asset: Type.String({ pattern: '^[A-Z0-9]{1,16}$' }),
  /** In units of the asset. */
  amount: Decimal,
  /** The sender's own name for it, which makes a repeat harmless: unique among the transfers out of the api account. */
  transfer_id: ClientOrderId,
});
export type TransferRequest = Static<typeof TransferRequest>;

export const transferRoutes = {
  transfer: route({
    method: 'POST',
    path: '/user/api/transfer',
    tag: 'Balances',
    summary:
      'Moves free money between two accounts of one person at one exchange, once per transfer_id; gives what both have of the asset then',
    access: { account: 'move' },
    rate: 'change',
    body: TransferRequest,
    reply: Type.Array(BalanceView),
  }),
} as const;
