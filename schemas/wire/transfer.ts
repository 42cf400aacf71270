import { type Static, Type } from '@sinclair/typebox';
import { AccountTypeName, ApiId, Decimal, nullable, oneOf, SenderId, SymbolName, strict, TimeMs } from '../common.ts';
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
  transfer_id: SenderId,
});
export type TransferRequest = Static<typeof TransferRequest>;

const MovedSide = strict({ api_id: ApiId, account_type: AccountTypeName, symbol: nullable(Type.String()) });
/** Money that went from one account of an owner to another. */
export const MovedLine = strict({
  /** Of the audit. */
  entry: Type.Integer(),
  time: TimeMs,
  /** Of who moved it: its owner, or somebody of asset. */
  by: Type.String(),
  /** Moved by somebody of asset. */
  allocated: Type.Boolean(),
  from: MovedSide,
  to: MovedSide,
  asset: Type.String(),
  amount: Decimal,
  /** Of an allocation; owners give none. */
  reason: nullable(Type.String()),
  /** `OPEN`: the exchange has not answered. */
  state: oneOf(['DONE', 'REFUSED', 'OPEN']),
  /** The refusal, by its code. */
  failure: nullable(Type.String()),
});
export type MovedLineView = Static<typeof MovedLine>;

export const transferRoutes = {
  transfer: route({
    method: 'POST',
    path: '/user/api/transfer',
    tag: 'Balances',
    summary:
      'Moves free money between two accounts of one person at one exchange, once per transfer_id; gives what both have of the asset then',
    access: { account: 'move' },
    rate: 'save',
    body: TransferRequest,
    reply: Type.Array(BalanceView),
  }),
} as const;
