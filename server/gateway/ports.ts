import type { Principal } from '../../core/contract/access.ts';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { MarketData } from '../../core/contract/market.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import type { ProductVersion, Role, VipLevel } from '../../core/domain/accounts/role.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { ShownHealth } from '../../core/domain/markets/venue-health.ts';
import type {
  NamedPluginSetView,
  PluginSetChangeView,
  PluginSetVersionView,
  PluginSetView,
  ProductVersionView,
  RoleAccessView,
  SeenPartView,
} from '../../schemas/wire/plugin-set.ts';
import type { PluginStatusView, PluginView } from '../../schemas/wire/workspace.ts';
import type { FlowReading } from '../market/instrument-market.ts';
import type { TopicSnapshot } from '../market/topic-publisher.ts';
import type { ApiAccountRecord } from '../store/records.ts';

/** What the gateway needs of the other rooms. */

/** Market data with a first message for every topic. */
export interface MarketSource extends MarketData {
  hasTopic(topic: string): boolean;
  /** True for an exchange that begins anew with each opening, at a time of its own. */
  isEphemeral(exchange: string): boolean;
  snapshotFor(topic: string): TopicSnapshot | null;
  /** Closes of the last 24 hours at even distances, oldest first; empty for a market without trades. */
  sparkline(id: InstrumentId): readonly string[];
  /** Takers' volume of the last `windowMs`; null before the first trade since the exchange was opened. */
  flow(id: InstrumentId, windowMs: number): Promise<FlowReading | null>;
}

/** Exchange accounts in memory. */
export interface AccountDirectory {
  /** Null when the principal may do this with the account, else why not. */
  may(principal: Principal, apiId: ApiId, act: AccountAct): AppError | null;
  /** Whether it is his own. */
  owns(principal: Principal, apiId: ApiId): boolean;
  /** Accounts with which the principal may do it, in order of creation. */
  of(principal: Principal, act: AccountAct): readonly ApiAccountRecord[];
  /** Single instances of others that the principal may look at, beside those of accounts that are open to him. */
  instancesOf(principal: Principal, act: 'see' | 'report'): ReadonlySet<string>;
  /** Says whose accounts, or rights to accounts of others, have changed. */
  onRights(listener: (userId: string) => void): Disposer;
  /** Resolves when the store holds what these accounts were told so far; after five seconds at the latest. */
  stored(apiIds: readonly ApiId[]): Promise<void>;
}

interface OpenVenue {
  readonly venue: Venue;
  readonly health: ShownHealth;
}

/** A venue that the product has and that never opened; its exchanges are not known, so it stands for them. */
export interface MissingVenue {
  readonly exchange: string;
  readonly title: string;
}

export interface VenueDirectory {
  list(): readonly OpenVenue[];
  missing(): readonly MissingVenue[];
  onHealth(listener: () => void): Disposer;
}

/** What sets make of plugins for whole roles. */
export interface SetChangePreview {
  matrix(): Promise<readonly RoleAccessView[]>;
  /** What the set would change; refused for the reasons for which it would not be saved. */
  preview(principal: Principal, set: PluginSetView): Promise<Outcome<PluginSetChangeView>>;
  /** What somebody of the set's role, a level and a version of the product would see with it. */
  seenAs(set: PluginSetView, level: VipLevel, version: ProductVersion | null): Promise<readonly SeenPartView[]>;
}

/** Sets as they were saved, and those that are kept by name. */
export interface PluginSetHistory {
  /** Newest first, those before `before`. */
  versions(
    role: Role,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ readonly results: readonly PluginSetVersionView[]; readonly next: number | null }>;
  named(): Promise<readonly NamedPluginSetView[]>;
  /** PLUGIN_SET_NAMES_FULL: there are a hundred. */
  saveNamed(principal: Principal, set: NamedSetDraft, reason: string): Promise<Outcome<null>>;
  /** PLUGIN_SET_UNKNOWN; PLUGIN_SET_TIED: a version of the product has it. */
  removeNamed(principal: Principal, name: string, reason: string): Promise<Outcome<null>>;
  versionSets(): Promise<readonly ProductVersionView[]>;
  /** Null: the version has no set any more. PLUGIN_SET_UNKNOWN. */
  tieVersion(principal: Principal, version: ProductVersion, name: string | null, reason: string): Promise<Outcome<null>>;
}
export type NamedSetDraft = Omit<NamedPluginSetView, 'username' | 'time'>;

/** Instances whose owners lost the strategy. */
export interface StoppingInstances {
  /** Gives the ones that were stopped; all others are left alone. */
  stop(admin: Principal, instanceIds: readonly string[]): Promise<readonly string[]>;
}

/** Plugins as each caller has them, and the admin's hand on them. */
export interface PluginAdministration {
  list(principal: Principal): Promise<readonly PluginView[]>;
  optOut(principal: Principal, pluginId: string, off: boolean): Promise<Outcome<null>>;
  statuses(): Promise<readonly PluginStatusView[]>;
  sets(): Promise<readonly PluginSetView[]>;
  /** Refused, too, when `expected` is not the set that it would take the place of. */
  saveSet(principal: Principal, set: PluginSetView, reason: string, expected?: PluginSetView): Promise<Outcome<null>>;
  /** Says whose effective plugins may have changed: those of a role or of one user. */
  onChange(listener: (who: { readonly role: string } | { readonly userId: string }) => void): Disposer;
}
