import type { SwitchScope } from '../domain/accounts/switch-scope.ts';
import type { Language } from '../domain/language.ts';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import type { Principal } from './access.ts';
import type { AppError, Outcome } from './app-error.ts';
import type { OverseenAccount } from './money.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';
import type { ApiId } from './trading.ts';

/** A switch that is thrown. */
export interface ThrownSwitch {
  readonly scope: SwitchScope;
  /** Of an account: the user name of its owner, its name and its exchange; of all else null. */
  readonly account: { readonly username: string; readonly name: string; readonly exchange: string } | null;
  readonly reason: string;
  /** User name. */
  readonly thrownBy: string;
  /** ms. */
  readonly thrownMs: number;
  /** Its release waits for a second person. */
  readonly release: { readonly askedBy: string; readonly askedMs: number; readonly reason: string } | null;
}

/** Whose orders are taken back: of one account, of all accounts at an exchange, or of everybody. */
export type SweepScope = 'everyone' | `exchange/${string}` | `account/${ApiId}`;

/** An account with whose it is, for whoever is told of it. */
export interface TouchedAccount {
  readonly apiId: ApiId;
  readonly userId: string;
  readonly name: string;
}

/** Orders of one account that were taken back. */
export interface CanceledOrders extends TouchedAccount {
  readonly canceled: number;
}

/** Is called in the transaction that freezes or frees an account, when it is otherwise than before: with it, or not at all. */
export type TellOwner = (account: TouchedAccount, within: Sql) => Promise<void>;

/** A switch of somebody that somebody else has let go. */
export interface ReleasedSwitch {
  readonly scope: SwitchScope;
  /** Id of whoever threw it, and the user name of whoever let it go. */
  readonly thrownBy: string;
  readonly releasedBy: string;
  /** Name of the account that it was about; null: a market. */
  readonly account: string | null;
}

/** Is called in the transaction that lets go what somebody else has thrown: with it, or not at all. */
export type TellThrower = (released: ReleasedSwitch, within: Sql) => Promise<void>;

/** An instance that somebody of risk has stopped. */
export interface StoppedInstance {
  readonly userId: string;
  readonly instanceId: string;
  /** Of the instance. */
  readonly name: string;
  readonly reason: string;
}

export interface CancelResult {
  readonly accounts: number;
  readonly canceled: number;
  /** Of those accounts that lost any. */
  readonly of: readonly CanceledOrders[];
  /** Accounts of which an exchange did not say that all is canceled: to be asked again. */
  readonly failed: readonly ApiId[];
}

/** What is looked at to be closed: of one account, of all accounts of somebody by his user name, or what everybody holds in one market or at one exchange. */
export type CloseScope = `account/${ApiId}` | `user/${string}` | `market/${InstrumentId}` | `exchange/${string}`;

/** A position of somebody, and what an order that closes it would do now. */
export interface ClosablePosition {
  readonly apiId: ApiId;
  /** User name of the owner, and the account. */
  readonly username: string;
  readonly account: string;
  readonly exchange: string;
  readonly instrumentId: InstrumentId;
  readonly asset: string;
  readonly quote: string;
  readonly side: 'LONG' | 'SHORT';
  /** In base, or contracts where the market counts so. */
  readonly qty: string;
  /** The part of it that an order can take, once orders that hold it are taken back: whole lots. */
  readonly closeQty: string;
  /** In quote per base; null: the market has no price. */
  readonly mark: string | null;
  /** Why it stays, and then nothing is sent; null: it would be closed. */
  readonly left: AppError | null;
}

/** What of an account is closed: everything, or what stands in one market. */
export interface CloseTarget {
  readonly apiId: ApiId;
  readonly instrumentId?: InstrumentId | undefined;
}

/**
 * What became of a position. CLOSED: all of `closeQty` is traded. PART: some of it. LEFT: none, and `left` or `cause` says why. SENT: its order
 * is at the exchange and has not ended. UNKNOWN: the exchange has not answered; the same closing asked for again tells.
 */
export type ClosingState = 'CLOSED' | 'PART' | 'LEFT' | 'SENT' | 'UNKNOWN';
export interface ClosedPosition extends Omit<ClosablePosition, 'mark' | 'side'> {
  readonly state: ClosingState;
  readonly filledQty: string;
  /** Traded for, in quote. */
  readonly filledQuote: string;
  readonly orderIds: readonly string[];
  /** Why the last of its orders ended as it did: a word of the engine's list, or the exchange's own text; empty without an order. */
  readonly cause: string;
}

export interface CloseResult {
  /** Orders that were taken back first; null: the exchange did not say that all are. */
  readonly canceled: number | null;
  readonly positions: readonly ClosedPosition[];
}

/** What one running instance holds of a market. */
export interface StrategyHolding {
  readonly strategy: string;
  readonly instanceId: string;
  readonly base: string;
  readonly quote: string;
  /** In base, negative for a short. */
  readonly qty: string;
  /** In quote per base; null: the market has no price. */
  readonly mark: string | null;
}

/** What stands above a limit that refuses: orders that would enlarge it do not pass. */
export interface BarredExposure {
  readonly kind: 'account' | 'exchange' | 'asset' | 'strategy';
  /** Number of the account, name of the exchange, code of the asset, key of the strategy. */
  readonly key: string;
  /** What may stand there, and what does: USDT, without a sign. */
  readonly limit: string;
  readonly value: string;
  /** Assets of which more is short there than long: sells of them enlarge it, and buys reduce it. `all`: of a net sum, which is one way as a whole. */
  readonly shorts: readonly string[] | 'all';
}

/**
 * What people of risk hold in check. Every switch and every cancel names its reason and stands in the audit: `desk.halted`, `desk.release-asked`, `desk.released`,
 * `desk.release-refused`, `account.frozen`, `account.unfrozen`, `market.halted`, `market.resumed`, `orders.canceled`, `positions.closed`. The one order path obeys switches, whoever sends: new
 * orders and changes are refused, cancels go on; instances that a switch over everything or an account is about take back their orders. A caller who may not
 * `control` accounts is refused with ACCESS_ROLE. Refusals change nothing.
 */
export interface HouseRisk {
  /** The newest first. */
  switches(): Promise<readonly ThrownSwitch[]>;
  /** One that is thrown already stays as it is. ACCESS_ACCOUNT, MARKET_UNKNOWN_INSTRUMENT of what is not there; SESSION_INVALID. */
  throwSwitch(principal: Principal, scope: SwitchScope, reason: string, tell?: TellOwner): Promise<Outcome<void>>;
  /** An account's and a market's at once; the one over everything waits for a second person. SWITCH_UNKNOWN, SWITCH_RELEASING, SESSION_INVALID. */
  releaseSwitch(
    principal: Principal,
    scope: SwitchScope,
    reason: string,
    tell?: TellOwner,
    tellThrower?: TellThrower,
  ): Promise<Outcome<void>>;
  /** Says yes or no to the release of the switch over everything, as APPROVALS decides; SWITCH_UNKNOWN. */
  decideRelease(principal: Principal, yes: boolean, reason: string): Promise<Outcome<void>>;
  /** Takes back all open orders of the scope. MARKET_UNKNOWN_EXCHANGE, ACCESS_ACCOUNT; SESSION_INVALID. */
  cancelAll(principal: Principal, scope: SweepScope, reason: string): Promise<Outcome<CancelResult>>;
  /** Positions in the scope, whoever asks likewise. ACCESS_ACCOUNT, PERSON_UNKNOWN, MARKET_UNKNOWN_INSTRUMENT of what is not there. */
  positions(scope: CloseScope): Promise<Outcome<readonly ClosablePosition[]>>;
  /**
   * Takes back the open orders of the target, then closes each position by a market order that only reduces it. `closingId` is the caller's name for it:
   * asked again under the same one it says what became of each, and sends nothing twice. Freezes and the switch over everybody do not stand against
   * it; a halted market and a closed session do. ACCESS_ROLE, ACCESS_ACCOUNT, MARKET_UNKNOWN_INSTRUMENT, SESSION_INVALID.
   */
  close(principal: Principal, target: CloseTarget, closingId: string, reason: string): Promise<Outcome<CloseResult>>;
  /** From now on the order path refuses what enlarges these, whoever sends it, and nothing that it refused before beside them. Nothing of it outlives the process. */
  bar(exposures: readonly BarredExposure[]): void;
  /** Accounts of everybody with what is in them now, whoever asks: what is made of them is shown to those who may oversee. */
  accounts(): Promise<readonly OverseenAccount[]>;
  /** What running instances of everybody hold now, simulated ones aside. */
  strategyHoldings(): readonly StrategyHolding[];
  /** As people read the key of a strategy. */
  strategyTitle(strategy: string, language: Language): Promise<string>;
  /** Says that risk has stopped an instance; resolves when all who listen have heard. */
  instanceStopped(stop: StoppedInstance): Promise<void>;
  /** Hears of each instance that risk has stopped, after it was. */
  onInstanceStopped(listener: (stop: StoppedInstance) => Promise<void>): () => void;
  /** Hears of every switch that was thrown, released or is about to be. */
  onChange(listener: () => void): () => void;
}
export const RISK: Token<HouseRisk> = token<HouseRisk>(
  'tessera.risk',
  'Switches over accounts, markets and the whole desk, for people of risk',
);
