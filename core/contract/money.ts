import type { MovementKind, MovementState } from '../domain/accounts/money-movement.ts';
import type { AccountType } from '../domain/markets/instrument.ts';
import type { Principal } from './access.ts';
import type { Outcome } from './app-error.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';
import type { ApiId, Balance, Transfer } from './trading.ts';

export interface MovementFile {
  /** As the plugin that keeps it calls it. */
  readonly fileId: string;
  readonly name: string;
}

/** Where money of an owner goes. */
export interface MovementDestination {
  readonly label: string;
  readonly network: string;
  readonly address: string;
}

/** What somebody asks for. */
export interface MovementTerms {
  /** The caller's name for it, unique for ever: a repeat with the same content gives what has become of it, another content is refused. */
  readonly movementId: string;
  readonly kind: MovementKind;
  readonly apiId: ApiId;
  readonly accountType: AccountType;
  readonly asset: string;
  /** In units of the asset; signed for an adjustment, else positive: the kind says which way it goes. */
  readonly amount: string;
  readonly reason: string;
  /** A receipt's number or the like; empty: none. */
  readonly proof: string;
  readonly file: MovementFile | null;
  readonly destination: MovementDestination | null;
}

/** A movement, and how far it has come. What the journal of the exchange says is the truth; this follows it. */
export interface Movement extends Omit<MovementTerms, 'amount'> {
  /** What its owner calls the account. */
  readonly account: string;
  readonly exchange: string;
  /** Whose account it is: user id and name. */
  readonly userId: string;
  readonly username: string;
  /** Signed: what the account gets. */
  readonly amount: string;
  /** In USDT when it was asked for, without a sign; null: nobody knew. */
  readonly value: string | null;
  readonly state: MovementState;
  /** Of a failed one: the code of the exchange's refusal. */
  readonly failure: string | null;
  /** User names. */
  readonly askedBy: string;
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
  /** ms. */
  readonly askedMs: number;
  readonly decidedMs: number | null;
  readonly doneMs: number | null;
}

/** What the house gives by a rule: for a rebate, what was paid of fees and at which rate is told where the rule is. */
export interface Reward extends Pick<MovementTerms, 'movementId' | 'apiId' | 'asset' | 'amount' | 'reason'> {}

export interface MovementFilter {
  readonly states?: readonly MovementState[] | undefined;
  readonly kind?: MovementKind | undefined;
  readonly apiId?: ApiId | undefined;
  /** Of this owner alone, by user id. */
  readonly userId?: string | undefined;
  /** Part of the owner's user name, in letters of any size. */
  readonly search?: string | undefined;
}

/** An account of somebody, with what is in it now. */
export interface OverseenAccount {
  readonly apiId: ApiId;
  readonly name: string;
  readonly exchange: string;
  readonly userId: string;
  readonly username: string;
  readonly isActive: boolean;
  /** Whether the exchange takes money from outside, and gives it out. */
  readonly deposit: boolean;
  readonly withdrawal: boolean;
  /** That the exchange has. */
  readonly assets: readonly string[];
  readonly balances: readonly Balance[];
}

/** Of an exchange on a day: whether its ledger, the wallets at the exchange and the stored balances say the same. */
export interface MoneyProof {
  /** `2026-11-28`, UTC. */
  readonly day: string;
  readonly exchange: string;
  /** ms. */
  readonly timeMs: number;
  /** Wallets that were compared. */
  readonly wallets: number;
  /** What does not agree, the first of them; empty: all does. */
  readonly findings: readonly MoneyFinding[];
}

export interface MoneyFinding {
  /** `ledger`: lines of the whole exchange do not sum to nothing; `wallet`: one account's three sums differ. */
  readonly about: 'ledger' | 'wallet';
  /** Null of the whole exchange. */
  readonly apiId: ApiId | null;
  readonly accountType: AccountType | null;
  readonly asset: string;
  readonly ledger: string;
  /** At the exchange; null of the whole exchange. */
  readonly wallet: string | null;
  /** As stored; likewise. */
  readonly stored: string | null;
}

/** `house`: for the house, by finance; `owner`: by the owner of the account, out of it, and always with a second person. */
export type MovementOrigin = 'house' | 'owner';

/**
 * Money of accounts that comes from outside or goes there. Each step stands in the audit (`money.requested`, `.approved`, `.refused`, `.taken-back`,
 * `.done`, `.failed`, `.unresolved` of `movement/<id>`), in the transaction that makes it. Refusals change nothing.
 */
export interface HouseMoney {
  /**
   * Makes the movement when nobody else has to agree, else leaves it REQUESTED. Refused: SESSION_MISSING, ACCESS_ROLE, ACCESS_ACCOUNT; REQUEST_INVALID and
   * ORDER_AMOUNT_OFF_GRID of the amount; ORDER_NOT_SUPPORTED for an asset that the exchange does not have; MONEY_NOT_OFFERED by one that nothing comes to
   * from outside; VENUE_UNAVAILABLE; TRANSFER_INSUFFICIENT; MONEY_ID_TAKEN; MONEY_ID_RESERVED; SESSION_INVALID.
   */
  ask(principal: Principal, terms: MovementTerms, origin: MovementOrigin): Promise<Outcome<Movement>>;
  /**
   * Gives a rebate into the spot account, by nobody's hand: once under its name, also when it is asked again. Refused: ACCESS_ACCOUNT, VENUE_UNAVAILABLE,
   * ORDER_NOT_SUPPORTED, ORDER_AMOUNT_OFF_GRID, MONEY_NOT_OFFERED; MONEY_ID_TAKEN of a name that has given something else.
   */
  reward(reward: Reward): Promise<Outcome<Movement>>;
  /** A name for a reward, of what it is for: the same again for the same, another for anything else. */
  rewardId(of: readonly string[]): string;
  /** Exchanges that are open, keep their journal here and do not only simulate a market: the house's own. */
  ownExchanges(): readonly string[];
  /** How many decimals an asset has at an exchange; null: it is not there. */
  scaleOf(exchange: string, asset: string): number | null;
  /** As people read it; one that is not open goes by its id. */
  exchangeTitle(exchange: string): string;
  /** As APPROVALS decides, with its refusals; MONEY_UNKNOWN. An approved one is made at once. */
  decide(principal: Principal, movementId: string, yes: boolean, reason: string): Promise<Outcome<Movement>>;
  /**
   * Moves free money between two accounts of one owner at one exchange, once per reference; gives whose they are. Refused as
   * {@link Trading.transfer} is, to who may not `allocate` with both.
   */
  allocate(principal: Principal, move: Transfer): Promise<Outcome<{ readonly from: AllocatedAccount; readonly to: AllocatedAccount }>>;
  /** By its owner while it is REQUESTED: MONEY_UNKNOWN, APPROVAL_DECIDED. */
  takeBack(principal: Principal, movementId: string): Promise<Outcome<Movement>>;
  /** Newest first, at most `limit`; `before`: the number that the last page ended with. */
  find(filter: MovementFilter, page: { readonly before?: number | undefined; readonly limit: number }): Promise<MovementPage>;
  get(movementId: string): Promise<Movement | null>;
  /** Whether a movement names the file. */
  fileNamed(fileId: string): Promise<boolean>;
  /** How many wait for a second person. */
  waiting(): Promise<number>;
  /** Asks the exchanges again for what has had no answer. Gives how many have one now. */
  resolve(): Promise<number>;
  /** Accounts that the principal may oversee, by user name, and how many there are beyond this part of them. */
  accounts(principal: Principal, filter: AccountFilter): Promise<{ readonly accounts: readonly OverseenAccount[]; readonly total: number }>;
  /** Lines of the ledger, newest first. Refused: ACCESS_ROLE, ACCESS_ACCOUNT, REQUEST_INVALID of a cursor that no page ended with. */
  statement(principal: Principal, query: StatementQuery): Promise<Outcome<StatementPage>>;
  /** What one unit of each asset is worth in USDT now, as far as anybody knows. */
  prices(): Readonly<Record<string, string>>;
  /** Above what value in USDT a second person is needed. */
  limit(): Promise<string>;
  /** What somebody has moved alone in the last 24 hours, in USDT: it counts against the limit with what he moves next. */
  movedAlone(userId: string): Promise<string>;
  /** By an administrator, in the audit as `money.limit-changed`. */
  setLimit(principal: Principal, limit: string, reason: string): Promise<Outcome<void>>;
  /**
   * Compares all wallets of all exchanges that keep books, once a day; without `again` what was proven today is left. Gives what was found now. `tell`
   * is called with each proof that has findings, in the transaction that keeps it: none is kept of which nobody was told.
   */
  prove(again?: boolean, tell?: (proof: MoneyProof, within: Sql) => Promise<void>): Promise<readonly MoneyProof[]>;
  /** The newest days first, each exchange. */
  proofs(limit: number): Promise<readonly MoneyProof[]>;
  /** Hears of every step of a movement, once it stands. */
  onChange(listener: (movement: Movement) => void): () => void;
}

/** Whose account it is, and what he calls it. */
export interface AllocatedAccount {
  readonly userId: string;
  readonly name: string;
}

export interface AccountFilter {
  readonly search?: string | undefined;
  readonly exchange?: string | undefined;
  /** How many were read before. */
  readonly skip?: number | undefined;
  readonly limit: number;
}

export interface StatementQuery {
  readonly apiId: ApiId;
  readonly asset?: string | undefined;
  /** ms, inclusive. */
  readonly fromMs?: number | undefined;
  /** ms, exclusive. */
  readonly toMs?: number | undefined;
  readonly cursor?: string | undefined;
  /** 1–1000. */
  readonly limit: number;
}

/** One line of the ledger of an account. */
export interface StatementLine {
  /** ms. */
  readonly timeMs: number;
  readonly exchange: string;
  readonly accountType: AccountType;
  readonly asset: string;
  /** Signed. */
  readonly amount: string;
  /** Of the asset in the account, with this line. */
  readonly balance: string;
  /** Of the entry, such as TRADE or TRANSFER. */
  readonly kind: string;
  /** The movement that has brought its money from outside the exchange, or taken it there; null: none. */
  readonly movement: MovementKind | null;
  readonly reference: string;
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  readonly next: string | null;
}

export interface MovementPage {
  readonly movements: readonly Movement[];
  readonly next: number | null;
}
export const MONEY: Token<HouseMoney> = token<HouseMoney>('tessera.money', 'Money that comes from outside or goes there, for the house');
