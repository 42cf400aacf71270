import type { SwitchScope } from '../domain/accounts/switch-scope.ts';
import type { Principal } from './access.ts';
import type { Outcome } from './app-error.ts';
import type { OverseenAccount } from './money.ts';
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

/** Orders of one account that were taken back. */
export interface CanceledOrders {
  readonly apiId: ApiId;
  readonly canceled: number;
}

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

/**
 * What people of risk hold in check. Every switch and every cancel names its reason and stands in the audit: `desk.halted`, `desk.release-asked`, `desk.released`,
 * `desk.release-refused`, `account.frozen`, `account.unfrozen`, `market.halted`, `market.resumed`, `orders.canceled`. The one order path obeys switches, whoever sends: new
 * orders and changes are refused, cancels go on; instances that a switch over everything or an account is about take back their orders. A caller who may not
 * `control` accounts is refused with ACCESS_ROLE. Refusals change nothing.
 */
export interface HouseRisk {
  /** The newest first. */
  switches(): Promise<readonly ThrownSwitch[]>;
  /** One that is thrown already stays as it is. ACCESS_ACCOUNT, MARKET_UNKNOWN_INSTRUMENT of what is not there; SESSION_INVALID. */
  throwSwitch(principal: Principal, scope: SwitchScope, reason: string): Promise<Outcome<void>>;
  /** An account's and a market's at once; the one over everything waits for a second person. SWITCH_UNKNOWN, SWITCH_RELEASING, SESSION_INVALID. */
  releaseSwitch(principal: Principal, scope: SwitchScope, reason: string): Promise<Outcome<void>>;
  /** Says yes or no to the release of the switch over everything, as APPROVALS decides; SWITCH_UNKNOWN. */
  decideRelease(principal: Principal, yes: boolean, reason: string): Promise<Outcome<void>>;
  /** Takes back all open orders of the scope. MARKET_UNKNOWN_EXCHANGE, ACCESS_ACCOUNT; SESSION_INVALID. */
  cancelAll(principal: Principal, scope: SweepScope, reason: string): Promise<Outcome<CancelResult>>;
  /** Accounts of everybody with what is in them now, whoever asks: what is made of them is shown to those who may oversee. */
  accounts(): Promise<readonly OverseenAccount[]>;
  /** What running instances of everybody hold now, simulated ones aside. */
  strategyHoldings(): readonly StrategyHolding[];
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
