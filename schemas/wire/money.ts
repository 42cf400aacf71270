import { type Static, Type } from '@sinclair/typebox';
import {
  approvingRoles,
  askedMovementKinds,
  mostProofMb,
  movementKinds,
  movementStates,
} from '../../core/domain/accounts/money-movement.ts';
import { AccountTypeName, ApiId, Decimal, ExchangeId, Name, nullable, oneOf, SignedDecimal, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { CsvText, pageOf } from './history-query.ts';
import { FileBytes, route } from './route.ts';
import { MovedLine, transferSide } from './transfer.ts';

const tag = 'Money';
const oversees: Access = { account: 'oversee' };
/** Movements and proofs are of those who answer for them. */
const keepsBooks: Access = { roles: ['admin', 'finance', 'finance_manage'] };
const funds: Access = { account: 'fund' };
const allocates: Access = { account: 'allocate' };
const owns: Access = { account: 'move' };

/** The caller's name for a movement. */
const MovementId = Type.String({
  pattern: '^[A-Za-z0-9_-]{8,48}$',
  description: 'Unique for ever: a repeat with the same content changes nothing',
});
const Asset = Type.String({ pattern: '^[A-Z0-9]{1,16}$' });
const Reason = Type.String({ minLength: 3, maxLength: 500 });

const Balance = strict({
  account_type: AccountTypeName,
  asset: Type.String(),
  total: Type.String(),
  /** Held by open orders. */
  held: Type.String(),
});

const Account = strict({
  api_id: ApiId,
  name: Type.String(),
  exchange: Type.String(),
  user_id: Type.String(),
  username: Type.String(),
  active: Type.Boolean(),
  /** Whether the exchange takes money from outside, and gives it out. */
  deposit: Type.Boolean(),
  withdrawal: Type.Boolean(),
  /** That the exchange has. */
  assets: Type.Array(Type.String()),
  balances: Type.Array(Balance),
});
export type FinanceAccountView = Static<typeof Account>;

const Destination = strict({ label: Type.String(), network: Type.String(), address: Type.String() });

const Movement = strict({
  movement_id: Type.String(),
  kind: oneOf(movementKinds),
  api_id: ApiId,
  /** What its owner calls it. */
  account: Type.String(),
  exchange: Type.String(),
  username: Type.String(),
  account_type: AccountTypeName,
  asset: Type.String(),
  /** What the account gets; negative: what it gives. */
  amount: SignedDecimal,
  /** In USDT when it was asked for; null: nobody knew. */
  value: nullable(Type.String()),
  reason: Type.String(),
  proof: Type.String(),
  file: nullable(Type.String()),
  destination: nullable(Destination),
  state: oneOf(movementStates),
  /** Of a failed one: the exchange's refusal, by its code. */
  failure: nullable(Type.String()),
  asked_by: Type.String(),
  decided_by: nullable(Type.String()),
  decision_reason: nullable(Type.String()),
  asked_time: TimeMs,
  decided_time: nullable(TimeMs),
  done_time: nullable(TimeMs),
});
export type MovementView = Static<typeof Movement>;

const StatementLine = strict({
  time: TimeMs,
  exchange: Type.String(),
  account_type: AccountTypeName,
  asset: Type.String(),
  amount: SignedDecimal,
  /** Of the asset in the account with this line. */
  balance: SignedDecimal,
  kind: Type.String(),
  /** The movement that has brought its money from outside the exchange, or taken it there; null: none. */
  movement: nullable(oneOf(movementKinds)),
  reference: Type.String(),
});
export type StatementLineView = Static<typeof StatementLine>;

const Finding = strict({
  about: oneOf(['ledger', 'wallet']),
  api_id: nullable(Type.Integer()),
  account_type: nullable(Type.String()),
  asset: Type.String(),
  ledger: Type.String(),
  wallet: nullable(Type.String()),
  stored: nullable(Type.String()),
});
const DayProof = strict({
  day: Type.String(),
  exchange: Type.String(),
  time: TimeMs,
  wallets: Type.Integer(),
  findings: Type.Array(Finding),
});
export type DayProofView = Static<typeof DayProof>;

const Address = strict({
  address_id: Type.String(),
  label: Type.String(),
  asset: Type.String(),
  network: Type.String(),
  address: Type.String(),
});
export type AddressView = Static<typeof Address>;

const statement = { api_id: ApiId, asset: Type.Optional(Asset), from: Type.Optional(TimeMs), to: Type.Optional(TimeMs) };
const OneMovement = strict({ movement_id: MovementId });

/** Money that comes from outside or goes there: what finance sees and does for the house, and how owners ask for theirs. */
export const moneyRoutes = {
  financeAccounts: route({
    method: 'GET',
    path: '/user/finance/user/api/list',
    tag,
    summary: 'Accounts of all users with what is in them, by user name, and what assets are worth in USDT',
    access: oversees,
    rate: 'read',
    query: strict({
      search: Type.Optional(Type.String({ maxLength: 64, description: 'Stands in the user name' })),
      exchange: Type.Optional(ExchangeId),
      skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'How many were read before' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    reply: strict({
      accounts: Type.Array(Account),
      total: Type.Integer({ description: 'How many match, of which these are a part' }),
      /** Of one unit in USDT; an asset of which nobody knows is missing. */
      prices: Type.Record(Type.String(), Type.String()),
    }),
  }),
  financeStatement: route({
    method: 'GET',
    path: '/finance/statement/list',
    tag,
    summary: 'Lines of the ledger of an account, newest first; the audit says who looked',
    access: oversees,
    rate: 'read',
    query: strict({
      ...statement,
      cursor: Type.Optional(Type.String({ maxLength: 120 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    reply: pageOf(StatementLine),
  }),
  financeStatementExport: route({
    method: 'GET',
    path: '/finance/statement/export',
    tag,
    summary: 'The statement of an account as a table; the audit says who took it',
    access: oversees,
    rate: 'heavy',
    query: strict(statement),
    reply: CsvText,
    media: 'text/csv',
  }),
  financeState: route({
    method: 'GET',
    path: '/finance/state',
    tag,
    summary:
      'Above what value a second person is needed, what of it the caller has used, how many movements wait for one, and what the daily proof has found',
    access: keepsBooks,
    rate: 'read',
    reply: strict({
      limit: Decimal,
      /** What the caller has moved alone in the last 24 hours, in USDT: it counts with what he moves next. */
      used: Decimal,
      waiting: Type.Integer(),
      proofs: Type.Array(DayProof),
    }),
  }),
  financeLimitSave: route({
    method: 'POST',
    path: '/finance/limit/save',
    tag,
    summary: 'Above what value in USDT a movement needs a second person',
    access: { roles: ['admin'] },
    rate: 'save',
    confirm: 'fresh',
    body: strict({ limit: Decimal, reason: Reason }),
    reply: Type.Null(),
  }),
  financeProve: route({
    method: 'POST',
    path: '/finance/prove',
    tag,
    summary: 'Compares ledger, wallets and stored balances of all exchanges now',
    access: keepsBooks,
    rate: 'heavy',
    reply: Type.Array(DayProof),
  }),
  allocationList: route({
    method: 'GET',
    path: '/asset/allocation/list',
    tag,
    summary:
      'Money that went between two accounts of one owner, by himself or by somebody of asset, with who, why and what became of it, newest first',
    access: oversees,
    rate: 'read',
    query: strict({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    reply: pageOf(MovedLine),
  }),
  allocationMake: route({
    method: 'POST',
    path: '/asset/allocation/make',
    tag,
    summary: 'Moves free money between two accounts of one owner at one exchange, once per transfer_id; its owner is told, with the reason',
    access: allocates,
    rate: 'save',
    confirm: 'fresh',
    body: strict({
      transfer_id: MovementId,
      api_id: ApiId,
      from: strict(transferSide),
      to: strict({ api_id: Type.Optional(ApiId), ...transferSide }),
      asset: Asset,
      amount: Decimal,
      reason: Reason,
    }),
    reply: Type.Null(),
  }),
  movementList: route({
    method: 'GET',
    path: '/finance/movement/list',
    tag,
    summary: 'Movements of money between accounts and the outside, newest first',
    access: keepsBooks,
    rate: 'read',
    query: strict({
      state: Type.Optional(oneOf(movementStates)),
      kind: Type.Optional(oneOf(movementKinds)),
      search: Type.Optional(Type.String({ maxLength: 64, description: "Stands in the owner's user name" })),
      api_id: Type.Optional(ApiId),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    reply: pageOf(Movement),
  }),
  movementAsk: route({
    method: 'POST',
    path: '/finance/movement/ask',
    tag,
    summary: 'Moves money into an account or out of it, with a proof in words or as a file; above the limit it waits for a second person',
    access: funds,
    rate: 'save',
    confirm: 'fresh',
    body: strict({
      movement_id: MovementId,
      kind: oneOf(askedMovementKinds),
      api_id: ApiId,
      account_type: AccountTypeName,
      asset: Asset,
      amount: Type.String({ pattern: SignedDecimal.pattern ?? '', maxLength: 42, description: 'Signed for an adjustment, else positive' }),
      reason: Reason,
      proof: Type.String({ maxLength: 200, description: "A receipt's number or the like; empty only where a file proves it" }),
      file_id: nullable(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$', description: 'Of a file that was sent for it' })),
    }),
    reply: Movement,
  }),
  movementDecide: route({
    method: 'POST',
    path: '/finance/movement/decide',
    tag,
    summary: 'Says yes or no to a movement that somebody else has asked for',
    access: { roles: [...approvingRoles] },
    rate: 'save',
    confirm: 'fresh',
    body: strict({ movement_id: MovementId, approve: Type.Boolean(), reason: Reason }),
    reply: Movement,
  }),
  movementProof: route({
    method: 'POST',
    path: '/finance/proof/send',
    tag,
    summary: 'A file that proves a movement, a PDF, PNG or JPEG; it goes after a day when no movement names it',
    access: funds,
    rate: 'heavy',
    upload: { file: 'proof', mostBytes: mostProofMb * 1024 ** 2, fields: strict({}) },
    reply: strict({ file_id: Type.String(), name: Type.String() }),
  }),
  movementFile: route({
    method: 'GET',
    path: '/finance/proof/file',
    tag,
    summary: 'The file that proves a movement',
    access: keepsBooks,
    rate: 'heavy',
    query: OneMovement,
    reply: FileBytes,
    media: 'application/octet-stream',
  }),
  withdrawalList: route({
    method: 'GET',
    path: '/user/withdrawal/list',
    tag,
    summary: "Movements of money of one's own accounts, newest first",
    access: 'session',
    rate: 'read',
    query: strict({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    reply: pageOf(Movement),
  }),
  withdrawalAsk: route({
    method: 'POST',
    path: '/user/withdrawal/ask',
    tag,
    summary: 'Asks for money out of an own account to an address of the address book; somebody of the house has to agree',
    access: owns,
    confirm: 'fresh',
    rate: 'save',
    body: strict({
      movement_id: MovementId,
      api_id: ApiId,
      account_type: AccountTypeName,
      address_id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
      amount: Decimal,
    }),
    reply: Movement,
  }),
  withdrawalTakeBack: route({
    method: 'POST',
    path: '/user/withdrawal/take-back',
    tag,
    summary: 'Takes an own withdrawal back while nobody has agreed to it',
    access: 'session',
    rate: 'stop',
    body: OneMovement,
    reply: Movement,
  }),
  addressList: route({
    method: 'GET',
    path: '/user/withdrawal/address/list',
    tag,
    summary: 'The own address book',
    access: 'session',
    rate: 'read',
    reply: Type.Array(Address),
  }),
  addressAdd: route({
    method: 'POST',
    path: '/user/withdrawal/address/add',
    tag,
    summary: 'Puts an address into the own address book',
    access: owns,
    confirm: 'fresh',
    rate: 'save',
    body: strict({ label: Name, asset: Asset, network: Name, address: Type.String({ pattern: '^[A-Za-z0-9:._-]{8,128}$' }) }),
    reply: Address,
  }),
  addressRemove: route({
    method: 'POST',
    path: '/user/withdrawal/address/remove',
    tag,
    summary: 'Takes an address out of the own address book',
    access: 'session',
    rate: 'save',
    body: strict({ address_id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) }),
    reply: Type.Null(),
  }),
} as const;
