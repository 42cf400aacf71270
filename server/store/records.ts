import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import type { ProductVersion, Role, VipLevel } from '../../core/domain/accounts/role.ts';
import type { Language } from '../../core/domain/language.ts';

export * from './orders/trading-records.ts';

/** Any JSON value, as kept in a jsonb column. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Newest first; `next` is the cursor of the following page, null at the end. */
export interface Page<T, C = number> {
  readonly items: readonly T[];
  readonly next: C | null;
}

export const userStates = ['ACTIVE', 'DISABLED'] as const;
export type UserState = (typeof userStates)[number];

/** Username and email are unique without regard to case; the phone number as written. */
export interface UserRecord {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string;
  readonly role: Role;
  readonly vipLevel: VipLevel;
  /** The user's own code to hand out; unique. */
  readonly inviteCode: string;
  /** User id of the one whose code was used at registration. */
  readonly invitedBy: string | null;
  readonly state: UserState;
  readonly demo: boolean;
  readonly createdMs: number;
  /** When the VIP level falls back to 0; null: never. */
  readonly vipUntilMs: number | null;
  /** The version of the product that he has; null: none. */
  readonly productVersion: ProductVersion | null;
  /** Counts changes. */
  readonly version: number;
  /** Null: never. */
  readonly lastSignInMs: number | null;
}

/** Nobody is made with a version of the product: it is given afterwards, for a reason. */
export type NewUser = Omit<UserRecord, 'version' | 'lastSignInMs' | 'productVersion'> & Partial<Pick<UserRecord, 'productVersion'>>;
export type UserChanges = Partial<Omit<NewUser, 'id' | 'createdMs' | 'invitedBy'> & Pick<UserRecord, 'productVersion'>>;
export type UserUniqueField = 'username' | 'email' | 'phone' | 'inviteCode';

export interface UserFilter {
  readonly roles?: readonly Role[] | undefined;
  readonly state?: UserState | undefined;
  readonly vipLevel?: VipLevel | undefined;
  /** Both ends belong to it. */
  readonly levels?: { readonly from: VipLevel; readonly to: VipLevel } | undefined;
  readonly productVersions?: readonly ProductVersion[] | undefined;
  /** Those without any. */
  readonly noProductVersion?: boolean | undefined;
  /** In letters of any size. */
  readonly usernames?: readonly string[] | undefined;
  /** Part of the username, email or phone. */
  readonly search?: string | undefined;
  /** Those whom this user brought. */
  readonly invitedBy?: string | undefined;
  /** Continue after this username, in alphabetical order. */
  readonly after?: string | undefined;
  /** 1–1000. */
  readonly limit: number;
}

export interface SessionRecord {
  /** Hash of the bearer token; the token itself is never stored. */
  readonly tokenHash: string;
  readonly userId: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly revokedMs: number | null;
  readonly ip: string;
  readonly userAgent: string;
  /** Written every few minutes of use; null: it was opened before this was kept. */
  readonly usedMs: number | null;
  /** When its person has last proven who he is; null: before this was kept. */
  readonly confirmedMs: number | null;
}

/** What stands between a password and a session: of which plugin, and how it is answered. */
export interface RequiredStep {
  readonly step: string;
  readonly kinds: readonly string[];
}

/** Somebody who knows the password and has more to prove. */
export interface PendingSignInRecord {
  readonly tokenHash: string;
  readonly userId: string;
  /** As it was typed. */
  readonly account: string;
  readonly stepsDone: readonly string[];
  /** Answers so far, right and wrong. */
  readonly tries: number;
  readonly expiresMs: number;
}

export interface LoginLogRecord {
  readonly id: number;
  readonly userId: string;
  readonly timeMs: number;
  readonly ip: string;
  readonly userAgent: string;
  /** 'OK', or the error code of the refusal. */
  readonly outcome: string;
}

export const apiAccountStates = ['ACTIVE', 'INACTIVE', 'DELETED'] as const;
export type ApiAccountState = (typeof apiAccountStates)[number];

export interface ApiAccountRecord {
  readonly apiId: number;
  readonly userId: string;
  readonly name: string;
  readonly exchange: string;
  /** For example ['spot', 'futures']. */
  readonly permissions: readonly string[];
  readonly groupId: number | null;
  readonly state: ApiAccountState;
  /** From when on no new orders and transfers go out of it, ms; null: never. */
  readonly expiresMs: number | null;
  /** From where its key is used. */
  readonly addresses: readonly string[];
  /** Last characters of its ApiKey; null: it has none, or a start before they were kept. */
  readonly keyEnd: string | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

type KeyFacts = Pick<ApiAccountRecord, 'addresses' | 'keyEnd'>;
export type NewApiAccount = Omit<ApiAccountRecord, 'apiId' | 'updatedMs' | keyof KeyFacts> & Partial<KeyFacts>;
export type ApiAccountChanges = Partial<Pick<ApiAccountRecord, 'name' | 'permissions' | 'groupId' | 'state' | 'expiresMs'> & KeyFacts>;

export interface ApiGroupRecord {
  readonly id: number;
  readonly userId: string;
  readonly name: string;
  readonly createdMs: number;
}

/** As an administrator left it. */
export interface PluginSetRecord extends PluginSet {
  readonly updatedMs: number;
}

/** Who saved a set, user id or 'system', when and why. */
export interface SavedSet {
  readonly savedBy: string;
  readonly savedMs: number;
  readonly reason: string | null;
}

export interface PluginSetVersionRecord extends PluginSet, SavedSet {
  /** Counts up over all roles. */
  readonly version: number;
}

/** A set that no role has: a draft for any of them. */
export interface NamedPluginSetRecord extends Omit<PluginSet, 'role'>, Omit<SavedSet, 'reason'> {
  readonly name: string;
}

export interface AuditRecord {
  readonly id: number;
  readonly timeMs: number;
  /** User id, or 'system'. */
  readonly actor: string;
  /** Past tense: 'plugin-set.changed'. */
  readonly action: string;
  /** What was acted on: 'plugin-set/user'. */
  readonly subject: string;
  readonly before: Json;
  readonly after: Json;
  /** Why, in the words of the actor. */
  readonly reason: string | null;
}

/** As pages of the log have it. */
export type AuditPageRecord = AuditRecord & { readonly hash: string };

export type NewAuditRecord = Omit<AuditRecord, 'id' | 'reason'> & { readonly reason?: string | null };

/** A line of what a user did with his own things, which ages. */
export type TraceRecord = Omit<AuditRecord, 'reason'>;

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** As SQL's `like` reads them. */
  readonly actionLike?: readonly string[] | undefined;
  readonly exceptActions?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  /** About the person of this id or what is his. */
  readonly aboutUser?: string | undefined;
  /** Seals of orders alone that cover a change of an order of this ID. */
  readonly sealedOrderId?: string | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
  readonly text?: string | undefined;
  /** Only entries with a smaller id. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
  /**
   * After looking through about so many entries, of an actor or subject that is asked for those alone, a page ends with what was found, if only with where
   * the next one begins; absent: it goes on to the end.
   */
  readonly patience?: number | undefined;
  /** Once it has aborted the page ends after the part that is looked through. */
  readonly gone?: AbortSignal | undefined;
}

export type TraceFilter = Pick<AuditFilter, 'actor' | 'action' | 'subject' | 'beforeId' | 'limit'>;

export interface LayoutRecord {
  readonly id: string;
  readonly userId: string;
  /** Unique among the user's layouts that are not deleted. */
  readonly name: string;
  /** Format of `content`, for migrations. */
  readonly version: number;
  /** Goes up by one with every save. */
  readonly revision: number;
  /** Null: the default workspace. */
  readonly content: Json;
  readonly updatedMs: number;
}

export type LayoutSummaryRecord = Omit<LayoutRecord, 'content'>;

/** A layout that an admin gives to a role: a copy as it was then. */
export interface SharedLayoutRecord {
  readonly id: string;
  readonly role: Role;
  /** Unique per role. */
  readonly name: string;
  readonly version: number;
  readonly content: Json;
  /** What people of the role start with; at most one per role. */
  readonly isDefault: boolean;
  readonly updatedMs: number;
}

export type SharedLayoutSummary = Omit<SharedLayoutRecord, 'content' | 'version'>;

export interface DocumentAddress {
  readonly userId: string;
  readonly kind: string;
  readonly key: string;
}

export interface DocumentSummaryRecord {
  readonly key: string;
  readonly revision: number;
  readonly updatedMs: number;
}

export interface DocumentRecord extends DocumentAddress, DocumentSummaryRecord {
  readonly content: Json;
}

/** 1 deal, 2 announcement, 3 system. */
export const messageTypes = [1, 2, 3] as const;
export type MessageType = (typeof messageTypes)[number];

export interface NewMessage {
  /** Null addresses everyone. */
  readonly userId: string | null;
  readonly type: MessageType;
  readonly title: string;
  readonly body: string;
  readonly msgTimeMs: number;
  /** In other languages than that of title and body. */
  readonly words?: MessageWords | undefined;
  /** What it tells of, such as `instance 4f…`; of one thing a user has one message. */
  readonly refersTo?: string | undefined;
}

export type MessageWords = { readonly [L in Language]?: { readonly title: string; readonly body: string } };

export interface MessageRecord extends NewMessage {
  readonly id: number;
  /** As seen by the user that asked. */
  readonly isRead: boolean;
}

export interface MessageFilter {
  readonly type?: MessageType | undefined;
  /** Only messages newer than this time. */
  readonly afterMs?: number | undefined;
  /** Only messages with a smaller id. */
  readonly beforeId?: number | undefined;
  /** Only messages with a greater id. */
  readonly afterId?: number | undefined;
  readonly limit: number;
}
