import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import { keyDays, keyPrefix, maxApiKeys, type NewApiKey } from '../../schemas/wire/api-key.ts';
import type { KeyPermission } from '../../schemas/wire/route.ts';
import type { BusMessage } from '../bus/bus-message.ts';
import type { OwnTrace } from '../store/opening/own-traces.ts';
import type { ApiKeyRecord } from '../store/people/api-key-store.ts';
import type { Repositories, Store } from '../store/store.ts';
import { type AddressList, addressList, isAddressOrRange } from './address-list.ts';
import { GivenTokens, mostGivenTokens } from './given-tokens.ts';
import type { RefusalAudit } from './refusal-audit.ts';
import { keyFacts } from './revoked-keys.ts';
import { principalOf, type UserSession } from './session-registry.ts';

const dayMs = 24 * 60 * 60_000;
/** A key in memory is read again after this long, behind the calls that use it: what another process did to it or its user counts then. */
const freshMs = 1_000;
/** How long a key answers from memory when the database does not: an order must not wait for it. */
const mostAgeMs = 30_000;
/** The last use is written down at most this often, but for a network that is new. */
const noteEveryMs = 10_000;
/** Networks of a key that are remembered; one that is used again after so many others counts as new. */
const mostSeen = 50;
const capacity = 10_000;

export const isKeyToken = (token: string): boolean => token.startsWith(keyPrefix);
const tokenPattern = /^tsk_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

interface HotKey {
  readonly record: ApiKeyRecord;
  readonly session: UserSession;
  readonly allows: AddressList;
  readonly readMs: number;
  /** When it was last read again, well or not. */
  refreshedMs: number;
}

interface Lookup {
  /** The key or its user have changed while it was read. */
  ended: boolean;
  readonly key: Promise<HotKey | null>;
}

interface Use {
  timeMs: number;
  ip: string;
  seen: readonly string[];
}

interface ApiKeyParts {
  readonly store: Pick<Store, 'apiKeys' | 'audit' | 'users' | 'traces' | 'transaction'>;
  readonly clock: Pick<Clock, 'elapsedMs' | 'nowMs'>;
  readonly logger: Logger;
  readonly refusals: Pick<RefusalAudit, 'note'>;
  /** False: keys of demo users are void. */
  readonly demoAllowed: boolean;
  /** Tells other servers what this one has ended. Absent: there are none. */
  readonly tell?: ((message: BusMessage) => void) | undefined;
}

type KeyChoice = Pick<NewApiKey, 'name' | 'permission' | 'addresses' | 'days'>;

/** Keys for scripts: a key is its user with fewer rights. The database is the truth; keys in use are in memory and are read again behind their calls. */
export class ApiKeyRegistry {
  readonly #parts: ApiKeyParts;
  readonly #hot = new Map<string, HotKey>();
  readonly #given = new GivenTokens();
  readonly #uses = new Map<string, Use>();
  /** Reads of the database that are under way, one for all who ask at once. */
  readonly #lookups = new Map<string, Lookup>();
  readonly #endListeners = new Set<(tokenHash: string) => void>();

  constructor(parts: ApiKeyParts) {
    this.#parts = parts;
  }

  /** Learns which keys were given out before this start. */
  async recall(): Promise<void> {
    for (const tokenHash of await this.#parts.store.apiKeys.newest(mostGivenTokens)) this.#given.add(tokenHash);
  }

  /** The token is given out here and never again. */
  async create(userId: string, choice: KeyChoice): Promise<Outcome<{ readonly record: ApiKeyRecord; readonly token: string }>> {
    const { name, permission, addresses, days = keyDays.standard } = choice;
    const wrong = addresses.findIndex((text) => !isAddressOrRange(text));
    if (wrong >= 0)
      return refused('REQUEST_INVALID', { field: `addresses.${wrong}`, rule: 'must be an IP address, or a range such as 203.0.113.0/24' });
    const { store, clock } = this.#parts;
    const nowMs = clock.nowMs();
    const keyId = randomBytes(8).toString('hex');
    const token = `${keyPrefix}${keyId}_${randomBytes(32).toString('base64url')}`;
    const record: ApiKeyRecord = {
      keyId,
      userId,
      name,
      permission,
      addresses,
      tokenHash: hashOf(token),
      createdMs: nowMs,
      expiresMs: days === null ? null : nowMs + days * dayMs,
      lastUse: null,
      seen: [],
    };
    const isMade = await store.transaction(async (repositories) => {
      if (!(await repositories.apiKeys.create(record, maxApiKeys))) return false;
      await this.#audit(repositories, record, 'api-key.created', null, keyFacts(record));
      return true;
    });
    if (!isMade) return refused('KEY_TOO_MANY', { limit: maxApiKeys });
    this.#given.add(record.tokenHash);
    return accepted({ record, token });
  }

  async list(userId: string): Promise<readonly ApiKeyRecord[]> {
    const records = await this.#parts.store.apiKeys.of(userId);
    return records.map((record) => {
      const use = this.#uses.get(record.keyId);
      return use === undefined || use.timeMs <= (record.lastUse?.timeMs ?? 0) ? record : { ...record, lastUse: use };
    });
  }

  /** Ends the key and its sockets. */
  async revoke(userId: string, keyId: string): Promise<void> {
    const record = await this.#parts.store.transaction(async (repositories) => {
      const deleted = await repositories.apiKeys.delete(userId, keyId);
      if (deleted !== null) await this.#audit(repositories, deleted, 'api-key.revoked', keyFacts(deleted), null);
      return deleted;
    });
    if (record === null) return;
    this.#uses.delete(keyId);
    this.#given.delete(record.tokenHash);
    this.#forget(keyId);
    this.#parts.tell?.({ kind: 'api-key', keyId });
  }

  /** Another server says that it has revoked a key: it and its sockets end here when the database says so too. */
  async heardEnd(keyId: string): Promise<void> {
    const underWay = this.#lookups.get(keyId);
    if (underWay !== undefined) underWay.ended = true;
    if (!(await this.isLive(sessionPrefix + keyId))) this.#forget(keyId);
  }

  /** The user's rights have changed: what is open under the keys ends, and what comes next has the new ones. */
  refresh(userId: string): void {
    for (const lookup of this.#lookups.values()) lookup.ended = true;
    for (const [keyId, { record }] of this.#hot) if (record.userId === userId) this.#forget(keyId);
  }

  /** True for the token of a key that was given out and is not known to have ended: looking for it costs its address nothing. */
  knows(token: string): boolean {
    return this.#given.has(hashOf(token));
  }

  /** The key's user with the key's permission; KEY_INVALID or KEY_ADDRESS. Answers at once while the key is in memory and was read within half a minute. */
  find(token: string, ip: string): UserSession | AppError | Promise<UserSession | AppError> {
    const keyId = keyIdOf(token);
    if (keyId === null) return new AppError('KEY_INVALID');
    const known = this.#hot.get(keyId);
    if (known !== undefined && this.#parts.clock.elapsedMs() - known.readMs < mostAgeMs) {
      this.#refreshBehind(known);
      return this.#admit(known, token, ip);
    }
    return this.#load(keyId).then((key) => {
      if (key !== null) return this.#admit(key, token, ip);
      // Of a user who may come in no more it is as good as never given out: whoever goes on asking for it pays.
      this.#given.delete(hashOf(token));
      return new AppError('KEY_INVALID');
    });
  }

  /** Whether what was opened under the key may stay open. */
  async isLive(tokenHash: string): Promise<boolean> {
    const key = await this.#load(tokenHash.slice(sessionPrefix.length));
    return key !== null && !this.#isOver(key.record);
  }

  /** Tells the `tokenHash` of sessions that have ended. */
  onEnd(listener: (tokenHash: string) => void): Disposer {
    this.#endListeners.add(listener);
    return () => void this.#endListeners.delete(listener);
  }

  #admit(key: HotKey, token: string, ip: string): UserSession | AppError {
    if (!isTokenOf(key.record, token) || this.#isOver(key.record)) return new AppError('KEY_INVALID');
    if (!key.allows(ip)) {
      const error = new AppError('KEY_ADDRESS', { ip });
      this.#parts.refusals.note(key.session, error, 'api-key', ip);
      return error;
    }
    this.#note(key.record, ip);
    return key.session;
  }

  #isOver({ expiresMs }: ApiKeyRecord): boolean {
    return expiresMs !== null && expiresMs <= this.#parts.clock.nowMs();
  }

  #refreshBehind(key: HotKey): void {
    const { clock, logger } = this.#parts;
    const { keyId } = key.record;
    if (clock.elapsedMs() - key.refreshedMs < freshMs) return;
    key.refreshedMs = clock.elapsedMs();
    this.#load(keyId).catch((error: unknown) => logger.warn({ err: error, keyId }, 'could not read an API key again'));
  }

  #load(keyId: string): Promise<HotKey | null> {
    const underWay = this.#lookups.get(keyId);
    if (underWay !== undefined && !underWay.ended) return underWay.key;
    const lookup: Lookup = {
      ended: false,
      // Known until what it has read is taken: who ends the key in between must find it.
      key: this.#read(keyId)
        .then((key) => (lookup.ended ? this.#load(keyId) : this.#take(keyId, key)))
        .finally(() => this.#lookups.get(keyId) === lookup && this.#lookups.delete(keyId)),
    };
    this.#lookups.set(keyId, lookup);
    return lookup.key;
  }

  async #read(keyId: string): Promise<HotKey | null> {
    const { store, clock, demoAllowed } = this.#parts;
    const readMs = clock.elapsedMs();
    const record = await store.apiKeys.get(keyId);
    const user = record === null ? null : await store.users.get(record.userId);
    if (record === null || user === null || user.state !== 'ACTIVE' || (user.demo && !demoAllowed)) return null;
    const session: UserSession = {
      tokenHash: sessionPrefix + keyId,
      principal: { ...principalOf(user), apiKey: { keyId, name: record.name } },
      inviteCode: user.inviteCode,
      expiresMs: record.expiresMs ?? Number.POSITIVE_INFINITY,
      key: { keyId, permission: record.permission as KeyPermission },
    };
    return { record, session, allows: addressList(record.addresses), readMs, refreshedMs: readMs };
  }

  /** What was opened under the key ends when the key is gone, or its user has other rights than before. */
  #take(keyId: string, key: HotKey | null): HotKey | null {
    const before = this.#hot.get(keyId);
    const isChanged = before !== undefined && JSON.stringify(before.session.principal) !== JSON.stringify(key?.session.principal);
    if (isChanged) this.#forget(keyId);
    if (key !== null) this.#keep(key);
    return key;
  }

  #keep(key: HotKey): void {
    this.#given.add(key.record.tokenHash);
    this.#hot.delete(key.record.keyId);
    this.#hot.set(key.record.keyId, key);
    const oldest = this.#hot.keys().next().value;
    if (this.#hot.size > capacity && oldest !== undefined) this.#hot.delete(oldest);
  }

  #forget(keyId: string): void {
    this.#hot.delete(keyId);
    const lookup = this.#lookups.get(keyId);
    if (lookup !== undefined) lookup.ended = true;
    for (const listener of this.#endListeners) listener(sessionPrefix + keyId);
  }

  #note(record: ApiKeyRecord, ip: string): void {
    const { store, clock, logger } = this.#parts;
    const timeMs = clock.nowMs();
    const last = this.#uses.get(record.keyId);
    const seen = last?.seen ?? record.seen;
    const network = networkOf(ip);
    const isNew = !seen.includes(network);
    if (last !== undefined && !isNew && timeMs - last.timeMs < noteEveryMs) return;
    const use = { timeMs, ip, seen: [...seen.filter((one) => one !== network), network].slice(-mostSeen) };
    this.#uses.set(record.keyId, use);
    const write = async (): Promise<void> => {
      await store.apiKeys.used(record.keyId, use, use.seen);
      if (isNew) await this.#noteAddress(record, ip);
    };
    write().catch((error: unknown) => logger.warn({ err: error, keyId: record.keyId }, 'could not note the use of an API key'));
  }

  async #audit(
    { audit }: Pick<Repositories, 'audit'>,
    record: ApiKeyRecord,
    action: 'api-key.created' | 'api-key.revoked',
    before: AuditFacts | null,
    after: AuditFacts | null,
  ): Promise<void> {
    const timeMs = this.#parts.clock.nowMs();
    await audit.append({ timeMs, actor: record.userId, action, subject: `api-key/${record.keyId}`, before, after });
  }

  async #noteAddress({ keyId, userId }: ApiKeyRecord, address: string): Promise<void> {
    const { store, clock } = this.#parts;
    const own = { timeMs: clock.nowMs(), actor: userId, subject: `api-key/${keyId}`, before: null, after: { address } };
    const deed = { ...own, action: 'api-key.new-address' satisfies OwnTrace };
    if (!(await store.audit.appendOwn(deed, 'subject'))) await store.traces.append(deed);
  }
}

/** A key's session is known by this and the key's id, where that of a person has the hash of its token. */
const sessionPrefix = 'key:';
export const isKeySession = (tokenHash: string): boolean => tokenHash.startsWith(sessionPrefix);

type AuditFacts = ReturnType<typeof keyFacts>;

const keyIdOf = (token: string): string | null => tokenPattern.exec(token)?.[1] ?? null;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const isTokenOf = ({ tokenHash }: ApiKeyRecord, token: string): boolean =>
  timingSafeEqual(Buffer.from(tokenHash, 'hex'), Buffer.from(hashOf(token), 'hex'));
