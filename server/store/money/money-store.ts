import type { ApprovalState } from '../../../core/contract/approvals.ts';
import type { MoneyProof, Movement, MovementDestination, MovementFilter } from '../../../core/contract/money.ts';
import type { AccountKeyText } from '../../../core/domain/accounts/account-key.ts';
import type { MovementState } from '../../../core/domain/accounts/money-movement.ts';
import type { Json } from '../records.ts';

export interface ApprovalRecord {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly content: Json;
  readonly askedBy: string;
  readonly askedMs: number;
  readonly state: ApprovalState;
}

/** What waits for a second person. */
export interface StoredApprovals {
  add(approval: Omit<ApprovalRecord, 'state'>): Promise<void>;
  /** How many of a kind wait. */
  waiting(kind: string): Promise<number>;
  /** Until the transaction ends nobody else decides it. */
  hold(id: string): Promise<ApprovalRecord | null>;
  decided(
    id: string,
    state: ApprovalState,
    by: { readonly userId: string; readonly timeMs: number; readonly reason: string | null },
  ): Promise<void>;
}

/** A movement as it is stored, and what is needed to make it. */
export interface StoredMovement extends Movement {
  /** Counts movements, in the order in which they were asked for. */
  readonly number: number;
  readonly approvalId: string | null;
  readonly askedById: string;
}

export interface NewMovement
  extends Pick<
    Movement,
    | 'movementId'
    | 'kind'
    | 'apiId'
    | 'userId'
    | 'exchange'
    | 'accountType'
    | 'asset'
    | 'amount'
    | 'value'
    | 'reason'
    | 'proof'
    | 'file'
    | 'state'
    | 'askedMs'
  > {
  readonly destination: MovementDestination | null;
  readonly approvalId: string | null;
  readonly askedById: string;
}

/** One wallet: what its ledger lines sum to, and what is stored as its balance. */
export interface WalletSums {
  /** As `formatAccountKey` writes it. */
  readonly account: AccountKeyText;
  readonly asset: string;
  readonly ledger: string;
  readonly stored: string;
}

/** Movements of money between accounts and the outside. */
export interface StoredMoney {
  /** Until the transaction ends nobody else asks for anything in this user's name. */
  holdAsker(userId: string): Promise<void>;
  /** False: the id is known. */
  add(movement: NewMovement): Promise<boolean>;
  get(id: string): Promise<StoredMovement | null>;
  /** Newest first, those before `before`. */
  page(filter: MovementFilter, page: { readonly before?: number | undefined; readonly limit: number }): Promise<readonly StoredMovement[]>;
  /** Whether a movement names the file. */
  fileNamed(fileId: string): Promise<boolean>;
  count(states: readonly MovementState[]): Promise<number>;
  /** What a user has asked for since then that needed nobody else, in USDT; what was refused or failed does not count. */
  askedAlone(userId: string, sinceMs: number): Promise<string>;
  /** How many withdrawals a user has asked for himself of which nobody knows yet what becomes. */
  openOfOwner(userId: string): Promise<number>;
  /** What waits to leave an account or may leave it any moment, as a sum that is 0 or less. */
  leaving(of: Pick<NewMovement, 'apiId' | 'accountType' | 'asset'>): Promise<string>;
  /** From one of `from`; false: it was in none of them, and stays. */
  move(
    id: string,
    from: readonly MovementState[],
    to: MovementState,
    more?: { readonly failure?: string; readonly doneMs?: number },
  ): Promise<boolean>;
  /** User names by id, of those that there are. */
  usernames(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Wallets of an exchange, of these accounts or of all, that have a line or a balance. */
  walletSums(exchange: string, apiIds: readonly number[] | null): Promise<readonly WalletSums[]>;
  saveProof(proof: MoneyProof): Promise<void>;
  proofs(limit: number): Promise<readonly MoneyProof[]>;
}
