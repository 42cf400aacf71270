import type { AuditCheckOptions, AuditFinding, SealPageQuery } from '../../core/contract/audit.ts';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import type { Sql, Tables } from '../../core/contract/server-contributions.ts';
import type { Traded } from '../../core/contract/traded.ts';
import type { ProductVersion, Role, VipLevel } from '../../core/domain/accounts/role.ts';
import type { AdmissionRows } from './admissions/admission-store.ts';
import type { JobRuns } from './leases/job-store.ts';
import type { Journals } from './leases/journal-store.ts';
import type { Leases, StoredProcesses } from './leases/lease-store.ts';
import type { StoredApprovals, StoredMoney } from './money/money-store.ts';
import type { SealedOrderRecords } from './orders/order-seals.ts';
import type {
  Balances,
  Candles,
  Fills,
  Orders,
  Projections,
  Refusals,
  StoredLedger,
  StoredPositions,
  TradeFlows,
} from './orders/trading-store.ts';
import type { ApiKeys } from './people/api-key-store.ts';
import type { StoredCodes } from './people/code-store.ts';
import type { StoredDeliveryRows } from './people/delivery-store.ts';
import type { AccountGrants, InstanceGrants } from './people/grant-store.ts';
import type { MessageNews } from './people/message-news.ts';
import type { StoredPushDevices } from './people/push-store.ts';
import type { KeyRows } from './plugins/key-rows.ts';
import type { Packages } from './plugins/package-store.ts';
import type { SecretRows } from './plugins/secret-store.ts';
import type { Storage } from './quota/storage-store.ts';
import type { Quota } from './quota/user-quota.ts';
import type * as r from './records.ts';
import type { StoredSwitches } from './risk/switch-store.ts';
import type { Instances } from './strategies/instance-store.ts';

/**
 * The one door to the database. Every method is one short query or one transaction of its own; nothing here has a clock,
 * so times and (where not numbered by the database) ids come from the caller. A lost database rejects with {@link StoreError}.
 */
export interface Store extends Repositories {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Runs `work` in one transaction: all or nothing. Use only the repositories handed to `work` inside it; a call on the
   * outer store from within is refused at once (TRANSACTION_OPEN), because it would wait for itself for ever.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /** The tables of one plugin; without a quota its users may write as much as they like. */
  tablesOf(pluginId: string, quota?: Quota): Tables;
  /** The repositories of the transaction that a plugin has open on its tables. */
  of(sql: Sql): Repositories;
  /** Who has or has read other messages than before, once that is written; a null: everybody. */
  readonly messageNews: Pick<MessageNews, 'listen'>;
  /** Of the database, as it says itself, such as `17.4`. */
  version(): Promise<string>;
  /** Copies the embedded database's files into a folder, as its `database`, while no statement runs; null: it is a PostgreSQL. */
  readonly copyTo: ((folder: string) => Promise<void>) | null;
  /** True while the database answers. */
  ready(): Promise<boolean>;
  /** Waits for what is under way, then lets the database and its lock go. Safe to call twice. */
  close(): Promise<void>;
}

export interface Repositories {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly signInSteps: SignInStepRows;
  readonly pendingSignIns: PendingSignInRows;
  readonly apiKeys: ApiKeys;
  readonly loginLog: LoginLog;
  readonly knownNetworks: StoredNetworks;
  readonly userConfig: UserConfig;
  readonly apiAccounts: ApiAccounts;
  readonly pluginSets: StoredPluginSets;
  readonly packages: Packages;
  readonly optOuts: OptOuts;
  readonly audit: Audit;
  readonly traces: UserTraces;
  readonly layouts: Layouts;
  readonly sharedLayouts: SharedLayouts;
  readonly documents: StoredDocuments;
  readonly settings: StoredSettings;
  readonly platform: StoredPlatform;
  readonly messages: StoredMessages;
  readonly codes: StoredCodes;
  /** Invitations of administrators. */
  readonly admissions: AdmissionRows;
  readonly deliveries: StoredDeliveryRows;
  readonly pushDevices: StoredPushDevices;
  readonly accountGrants: AccountGrants;
  readonly instanceGrants: InstanceGrants;
  readonly orders: Orders;
  readonly refusals: Refusals;
  readonly fills: Fills;
  readonly ledger: StoredLedger;
  readonly balances: Balances;
  readonly positions: StoredPositions;
  readonly traded: Traded;
  readonly projections: Projections;
  readonly candles: Candles;
  readonly tradeFlows: TradeFlows;
  readonly instances: Instances;
  readonly leases: Leases & StoredProcesses;
  readonly jobRuns: JobRuns;
  /** Secrets of plugins, sealed. */
  readonly secrets: SecretRows;
  readonly sealingKeys: KeyRows;
  readonly journals: Journals;
  readonly storage: Storage;
  readonly approvals: StoredApprovals;
  readonly money: StoredMoney;
  readonly switches: StoredSwitches;
  /** Statements of plugins. */
  readonly sql: Sql;
}

export type UserResult =
  | { readonly outcome: 'saved'; readonly user: r.UserRecord }
  | { readonly outcome: 'taken'; readonly field: r.UserUniqueField }
  | { readonly outcome: 'unknown' };

export interface Users {
  create(user: r.NewUser): Promise<UserResult>;
  /** In one statement; those that are missing in what it gives are taken. */
  createAll(users: readonly r.NewUser[]): Promise<readonly r.UserRecord[]>;
  /** Counts as a change, whatever it changes. */
  update(id: string, changes: r.UserChanges): Promise<UserResult>;
  /** Somebody came in with the right password. */
  signedIn(id: string, timeMs: number): Promise<void>;
  /**
   * Until the transaction ends nobody else changes the user, or who the active administrators are: all who change people hold these first, in this
   * order. Gives the administrators.
   */
  hold(id: string): Promise<readonly r.UserRecord[]>;
  get(id: string): Promise<r.UserRecord | null>;
  /** By username, email (both without regard to case) or phone. */
  byLogin(login: string): Promise<r.UserRecord | null>;
  /** Who came by the codes of those who came by this user's, the newest first, at most `limit`. */
  broughtBySecond(id: string, limit: number): Promise<readonly Pick<r.UserRecord, 'id' | 'username' | 'invitedBy' | 'createdMs'>[]>;
  /** By e-mail in letters of any size, or telephone number. */
  byAddress(address: string): Promise<r.UserRecord | null>;
  /** Those that there are. */
  byIds(ids: readonly string[]): Promise<readonly r.UserRecord[]>;
  byUsername(username: string): Promise<r.UserRecord | null>;
  byInviteCode(code: string): Promise<r.UserRecord | null>;
  isTaken(field: r.UserUniqueField, value: string): Promise<boolean>;
  /** In order of username. */
  list(filter: r.UserFilter): Promise<r.Page<r.UserRecord, string>>;
  /** How many pass the filter, counted as far as `atMost`. */
  matches(filter: Omit<r.UserFilter, 'after' | 'limit'>, atMost: number): Promise<number>;
  /** Those of the values that somebody has, names and e-mails in letters of any size. */
  takenAmong(field: r.UserUniqueField, values: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whose VIP level has ended by then. */
  vipEnded(nowMs: number, limit: number): Promise<readonly r.UserRecord[]>;
  count(): Promise<number>;
  /** How many active people have each version of the product. */
  byProductVersion(): Promise<ReadonlyMap<ProductVersion, number>>;
  /** Active people by role, VIP level and version of the product; `demo`: those of the demo too. */
  byRoleAndLevel(demo: boolean): Promise<readonly CountedPeople[]>;
}

/** How many there are of one kind; `productVersion` null: those who have none. */
export interface CountedPeople {
  readonly role: Role;
  readonly vipLevel: VipLevel;
  readonly productVersion: ProductVersion | null;
  readonly people: number;
}

export interface Sessions {
  create(session: r.SessionRecord): Promise<void>;
  /** Expired and revoked ones included: the caller decides with its own clock. */
  get(tokenHash: string): Promise<r.SessionRecord | null>;
  /** Hashes of the tokens of those that may be used, of all users, the newest `most`, oldest first. */
  live(nowMs: number, most: number): Promise<readonly string[]>;
  /** Newest first. */
  activeOf(userId: string, nowMs: number): Promise<readonly r.SessionRecord[]>;
  extend(tokenHash: string, expiresMs: number, usedMs: number): Promise<void>;
  /** Its person has proven who he is. */
  confirmed(tokenHash: string, nowMs: number): Promise<void>;
  revoke(tokenHash: string, nowMs: number): Promise<void>;
  /** Revokes all of a user's live sessions but one; returns the hashes, so that open sockets can be closed. */
  revokeAllOf(userId: string, nowMs: number, exceptTokenHash?: string): Promise<readonly string[]>;
  deleteExpired(beforeMs: number): Promise<number>;
}

export interface SignInStepRows {
  /** What a person has to do after the password, by plugin, and in which ways. */
  of(userId: string): Promise<readonly r.RequiredStep[]>;
  /** In one of these ways; none: it is not required any more. */
  require(userId: string, required: r.RequiredStep): Promise<void>;
  /** Of each of them, in one of these ways. */
  requireOfAll(userIds: readonly string[], required: r.RequiredStep): Promise<void>;
}

/** Those that have expired are nobody's. */
export interface PendingSignInRows {
  create(pending: r.PendingSignInRecord): Promise<void>;
  find(tokenHash: string, nowMs: number): Promise<r.PendingSignInRecord | null>;
  /** Counts one more answer; null, with nothing counted, when there were as many as may be. */
  tried(tokenHash: string, nowMs: number, mostTries: number): Promise<r.PendingSignInRecord | null>;
  done(tokenHash: string, steps: readonly string[]): Promise<void>;
  /** False when it is not there any more: of two at once one gets it. */
  take(tokenHash: string): Promise<boolean>;
  removeAllOf(userId: string): Promise<void>;
  deleteExpired(nowMs: number): Promise<number>;
}

export interface LoginLog {
  append(entry: Omit<r.LoginLogRecord, 'id'>): Promise<void>;
  page(userId: string, page: { readonly beforeId?: number | undefined; readonly limit: number }): Promise<r.Page<r.LoginLogRecord>>;
  /** The user's last that let him in; null: none is kept. */
  last(userId: string): Promise<r.LoginLogRecord | null>;
  /** What the user's devices called themselves when he came in, as far as it is kept. */
  agentsOf(userId: string): Promise<readonly string[]>;
  deleteOlder(beforeMs: number): Promise<number>;
}

/** By hashes: neither networks nor accounts can be read from them. */
export interface StoredNetworks {
  has(networkHash: string): Promise<boolean>;
  /** Keeps the user's `most` that were seen last. */
  greet(userId: string, networkHash: string, nowMs: number, most: number): Promise<void>;
  deleteOlder(beforeMs: number): Promise<number>;
}

/** The client's `config_json`: an opaque text, given back byte for byte. */
export interface UserConfig {
  get(userId: string): Promise<string | null>;
  save(userId: string, configJson: string): Promise<void>;
}

export interface ApiAccounts {
  create(account: r.NewApiAccount): Promise<r.ApiAccountRecord>;
  /** Stores an account under the number that a journal knows it by; new accounts get later ones. */
  adopt(apiId: number, account: r.NewApiAccount): Promise<void>;
  /** Deleted ones included: orders keep pointing at them. */
  get(apiId: number): Promise<r.ApiAccountRecord | null>;
  byIds(apiIds: readonly number[]): Promise<readonly r.ApiAccountRecord[]>;
  /** Without the deleted ones, in order of creation. */
  listOf(userIds: readonly string[]): Promise<readonly r.ApiAccountRecord[]>;
  /** Deleted ones included. */
  countOf(userId: string): Promise<number>;
  /** Every account that is not deleted, for the trading room at start. */
  all(): Promise<readonly r.ApiAccountRecord[]>;
  /** Null when the user has no such account. Deleting is `{ state: 'DELETED' }`. */
  update(userId: string, apiId: number, changes: r.ApiAccountChanges, nowMs: number): Promise<r.ApiAccountRecord | null>;
  groups(userId: string): Promise<readonly r.ApiGroupRecord[]>;
  createGroup(group: Omit<r.ApiGroupRecord, 'id'>): Promise<r.ApiGroupRecord>;
  renameGroup(userId: string, groupId: number, name: string): Promise<boolean>;
  /** Its accounts stay, without a group. */
  deleteGroup(userId: string, groupId: number): Promise<boolean>;
}

export interface StoredPluginSets {
  get(role: Role): Promise<r.PluginSetRecord | null>;
  all(): Promise<readonly r.PluginSetRecord[]>;
  save(set: r.PluginSetRecord): Promise<void>;
  /** Adds to the versions of its role; gives its number. */
  keep(set: PluginSet, saved: r.SavedSet): Promise<number>;
  /** Newest first. */
  versions(
    role: Role,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<r.Page<r.PluginSetVersionRecord, number>>;
  /** By name. */
  named(): Promise<readonly r.NamedPluginSetRecord[]>;
  /** In place of the one of that name. */
  saveNamed(set: r.NamedPluginSetRecord): Promise<void>;
  /** False: there is none. */
  removeNamed(name: string): Promise<boolean>;
  /** The named sets that versions of the product have. */
  ofVersions(): Promise<ReadonlyMap<ProductVersion, r.NamedPluginSetRecord>>;
  /** Null: the version has no set any more. */
  tieVersion(version: ProductVersion, name: string | null): Promise<void>;
}

export interface OptOuts {
  of(userId: string): Promise<readonly string[]>;
  add(userId: string, pluginId: string): Promise<void>;
  remove(userId: string, pluginId: string): Promise<void>;
}

/** Append-only: each entry has the hash of the one before. */
export interface Audit {
  /** Whoever else adds waits until the transaction ends: it comes last in it, after every other lock. */
  append(entry: r.NewAuditRecord): Promise<number>;
  /** Many at once, in this order. */
  appendAll(entries: readonly r.NewAuditRecord[]): Promise<void>;
  /** What a user does with his own things: some in an hour of each action, or of each action with each subject; false, with nothing written, for more. */
  appendOwn(entry: r.NewAuditRecord, each?: 'action' | 'subject'): Promise<boolean>;
  page(filter: r.AuditFilter): Promise<r.Page<r.AuditPageRecord>>;
  /** Exchanges that have stored orders, open or not. */
  tradedVenues(): Promise<readonly string[]>;
  /** Adds an entry with a hash over the changes of orders since the last such one, or over the first part of many; false: there are none. */
  sealOrders(venue: string, timeMs: number): Promise<boolean>;
  /** What the seal of an entry covers, as it is stored now. Null: the entry is no seal. */
  sealedOrders(entryId: number, page: SealPageQuery): Promise<SealedOrderRecords | null>;
  /** Reads all of it: each entry must be what its hash was made of, and follow the one before. */
  verify(options?: AuditCheckOptions): Promise<AuditFinding>;
}

/** What users did with their own things: may be many, ages, and counts in their quota. */
export interface UserTraces {
  append(line: Omit<r.TraceRecord, 'id'>): Promise<void>;
  deleteOlder(actions: readonly string[], beforeMs: number): Promise<number>;
  page(filter: r.TraceFilter): Promise<r.Page<r.TraceRecord>>;
}

export interface Layouts {
  /** Without deleted ones, in order of name. */
  list(userId: string): Promise<readonly r.LayoutSummaryRecord[]>;
  /** Null for a deleted one. */
  get(userId: string, id: string): Promise<r.LayoutRecord | null>;
  /** Under its name, or with a number when that is taken. `full`: the user has `most` already. */
  create(layout: r.LayoutRecord, most: number): Promise<r.LayoutSummaryRecord | 'full'>;
  /** Replaces the content of a layout that is at `revision`; false when it is at another, or there is none. */
  save(layout: Omit<r.LayoutRecord, 'name'>): Promise<boolean>;
  rename(userId: string, id: string, name: string): Promise<'renamed' | 'name-taken' | 'unknown'>;
  /** Out of the list; `restore` brings it back until it is purged. */
  delete(userId: string, id: string, nowMs: number): Promise<boolean>;
  /** Named as by {@link create}. `unknown`: there is no such deleted one. */
  restore(userId: string, id: string, most: number): Promise<r.LayoutSummaryRecord | 'unknown' | 'full'>;
  /** Ends what was deleted before this time; returns how many. */
  purge(beforeMs: number): Promise<number>;
}

export interface SharedLayouts {
  /** In order of name; of all roles without one. */
  list(role?: Role): Promise<readonly r.SharedLayoutSummary[]>;
  get(id: string): Promise<r.SharedLayoutRecord | null>;
  defaultOf(role: Role): Promise<r.SharedLayoutRecord | null>;
  /** Takes the place of the role's layout of that name, which keeps its id and whether it is the default. */
  share(layout: Omit<r.SharedLayoutRecord, 'isDefault'>): Promise<r.SharedLayoutSummary>;
  /** The role's default from now on; null: none. False when the role has no such layout. */
  setDefault(role: Role, id: string | null): Promise<boolean>;
  delete(id: string): Promise<boolean>;
}

/** `full`: the user has as many documents of the kind as allowed. `conflict` gives the stored revision, 0 without a document. */
export type DocumentOutcome =
  | { readonly outcome: 'saved'; readonly revision: number }
  | { readonly outcome: 'conflict'; readonly revision: number }
  | { readonly outcome: 'full' };

export interface StoredDocuments {
  /** In order of keys. */
  list(userId: string, kind: string): Promise<readonly r.DocumentSummaryRecord[]>;
  get(address: r.DocumentAddress): Promise<r.DocumentRecord | null>;
  /** The record's revision is the one that the change started from; saving gives the next. */
  save(document: r.DocumentRecord, maxPerKind: number): Promise<DocumentOutcome>;
  /** Gives revision 0 when the document is gone, also when it was never there. */
  delete(address: r.DocumentAddress, revision: number): Promise<DocumentOutcome>;
}

/** What holds for the whole platform, by key. */
export interface StoredPlatform {
  /** Until the transaction ends nobody else sets the platform up or changes a setting; whoever holds people too holds this first. */
  hold(): Promise<void>;
  /** `version` counts how often the setting was made another. */
  all(): Promise<Readonly<Record<string, { readonly value: r.Json; readonly version: number }>>>;
  set(key: string, value: r.Json, nowMs: number): Promise<void>;
}

export interface StoredSettings {
  get(userId: string, key: string): Promise<r.Json | undefined>;
  /** Those whose key starts with `prefix`; all without one. */
  all(userId: string, prefix?: string): Promise<Readonly<Record<string, r.Json>>>;
  set(userId: string, key: string, value: r.Json): Promise<void>;
  delete(userId: string, key: string): Promise<boolean>;
}

export interface StoredMessages {
  append(message: r.NewMessage): Promise<r.MessageRecord>;
  /** Null: the user has one of what it refers to. */
  appendOnce(message: r.NewMessage): Promise<r.MessageRecord | null>;
  /** The same message for each of many, but for those who have one of what it refers to. */
  appendToAll(userIds: readonly string[], message: Omit<r.NewMessage, 'userId'>): Promise<void>;
  /** Those of the users who have not read one whose `refersTo` begins so. */
  unreadOf(userIds: readonly string[], prefix: string): Promise<ReadonlySet<string>>;
  /** The user's own and those for everyone, newest first. */
  page(userId: string, filter: r.MessageFilter): Promise<r.Page<r.MessageRecord>>;
  count(userId: string, filter: { readonly type?: r.MessageType | undefined; readonly unread?: boolean | undefined }): Promise<number>;
  /** How many the user has not read, by type. */
  unread(userId: string): Promise<Readonly<Record<r.MessageType, number>>>;
  /** Ids that are not the user's to read are ignored; returns those that are read now. */
  markRead(userId: string, ids: readonly number[], nowMs: number): Promise<readonly number[]>;
  /** All that are the user's to read up to that one. */
  markReadUntil(userId: string, id: number, nowMs: number): Promise<void>;
}
