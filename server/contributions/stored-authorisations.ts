import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type * as contract from '../../core/contract/authorisations.ts';
import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import { type GrantableAct, grantableActs } from '../../core/domain/accounts/account-act.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import { readerTime } from '../deliveries/reader-time.ts';
import { exchangeTitle } from '../market/exchange-title.ts';
import { type AuthorisedThing, givenMessage, takenMessage } from '../news/authorisation-words.ts';
import type { AccountGrant, InstanceGrant } from '../store/people/grant-store.ts';
import type { NewAuditRecord, UserRecord } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { InstanceRecord } from '../store/strategies/instance-store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';

interface StoredAuthorisationsParts {
  readonly store: Pick<Store, 'users' | 'instances' | 'transaction'>;
  readonly room: Pick<TradingRoom, 'access' | 'accounts' | 'grants' | 'venues'>;
  /** Whoever is authorised hears of it. */
  readonly messages: Pick<Messages, 'send'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** False: people of the demo are nobody. */
  readonly demoAllowed: boolean;
}

const mostOfAccount = 50;
const mostOfInstance = 50;
const mostCandidates = 1_000;

/** Authorisations as plugins give them: each is stored with its line in the audit before it opens anything. */
export class StoredAuthorisations implements contract.Authorisations {
  readonly #parts: StoredAuthorisationsParts;

  constructor(parts: StoredAuthorisationsParts) {
    this.#parts = parts;
  }

  async givenBy(ownerId: string): Promise<readonly contract.Authorisation[]> {
    const { room, store } = this.#parts;
    const grants = room.grants.of(new Set(room.access.ownAccounts(ownerId).map(({ apiId }) => apiId)));
    const people = await store.users.byIds([...new Set(grants.map(({ granteeId }) => granteeId))]);
    const byId = new Map(people.map((user) => [user.id, user]));
    return grants.flatMap((grant) => {
      const grantee = byId.get(grant.granteeId);
      return grantee === undefined ? [] : [authorisationOf(grant, grantee)];
    });
  }

  async heldBy(granteeId: string): Promise<readonly contract.HeldAuthorisation[]> {
    const { room, store } = this.#parts;
    const held = room.grants.heldBy(granteeId).flatMap((grant) => {
      const account = room.accounts.get(grant.apiId);
      return account === null ? [] : [{ grant, account }];
    });
    const owners = await store.users.byIds([...new Set(held.map(({ account }) => account.userId))]);
    const grantee = await store.users.get(granteeId);
    const names = new Map(owners.map(({ id, username }) => [id, username]));
    return held.map(({ grant: { apiId, acts, untilMs, grantedMs }, account: { name, exchange, userId } }) => ({
      ...{ apiId, name, exchange, acts: grantee === null ? [] : room.access.granted(grantee.role, acts), untilMs },
      ...{ owner: names.get(userId) ?? userId, givenMs: grantedMs },
    }));
  }

  async candidates(roles: readonly Role[]): ReturnType<contract.Authorisations['candidates']> {
    const { items } = await this.#parts.store.users.list({ roles, state: 'ACTIVE', limit: mostCandidates });
    return items.filter((user) => this.#isHere(user)).map(({ username, role }) => ({ username, role }));
  }

  async give(
    ownerId: string,
    { apiId, grantee, acts, untilMs }: Parameters<contract.Authorisations['give']>[1],
  ): Promise<Outcome<contract.Authorisation>> {
    const { room, store, clock } = this.#parts;
    if (!this.#owns(ownerId, apiId)) return refused('ACCESS_ACCOUNT', { apiId });
    if (untilMs !== null && untilMs <= clock.nowMs()) return refused('AUTHORISATION_END_PAST', { field: 'until' });
    const ordered = grantableActs.filter((act) => acts.includes(act));
    const user = await this.#somebody(ownerId, grantee);
    if (user === null) return refused('AUTHORISATION_NOBODY', { field: 'grantee' });
    const given = room.grants.of(new Set([apiId]));
    const before = given.find(({ granteeId }) => granteeId === user.id);
    if (before === undefined && given.length >= mostOfAccount) return refused('AUTHORISATION_TOO_MANY', { limit: mostOfAccount });
    const grant: AccountGrant = { granteeId: user.id, apiId, acts: ordered, untilMs, grantedBy: ownerId, grantedMs: clock.nowMs() };
    await store.transaction(async (repositories) => {
      await repositories.accountGrants.put(grant);
      const until = untilMs === null ? null : await readerTime(repositories, user.id, untilMs);
      const entry = {
        timeMs: grant.grantedMs,
        actor: ownerId,
        action: 'authorisation.given' as const,
        subject: subjectOf(apiId),
        reason: null,
      };
      const noted = { ...entry, before: before === undefined ? null : facts(before, user), after: facts(grant, user) };
      await this.#noteAndTell(repositories, noted, (owner) =>
        givenMessage({ userId: user.id, owner, timeMs: grant.grantedMs, thing: this.#accountOf(apiId, ordered) }, until),
      );
    });
    await room.grants.written(user.id);
    return accepted(authorisationOf(grant, user));
  }

  async take(ownerId: string, apiId: ApiId, granteeId: string): Promise<Outcome<void>> {
    const { room, store, clock } = this.#parts;
    if (!this.#owns(ownerId, apiId)) return refused('ACCESS_ACCOUNT', { apiId });
    const before = room.grants.of(new Set([apiId])).find((one) => one.granteeId === granteeId);
    const [user] = await store.users.byIds([granteeId]);
    if (before === undefined || user === undefined) return accepted(undefined);
    await store.transaction(async (repositories) => {
      await repositories.accountGrants.remove(granteeId, apiId);
      const entry = {
        timeMs: clock.nowMs(),
        actor: ownerId,
        action: 'authorisation.taken' as const,
        subject: subjectOf(apiId),
        reason: null,
      };
      await this.#noteAndTell(repositories, { ...entry, before: facts(before, user), after: null }, (owner) =>
        takenMessage({ userId: granteeId, owner, timeMs: entry.timeMs, thing: this.#accountOf(apiId, before.acts) }),
      );
    });
    await room.grants.written(granteeId);
    return accepted(undefined);
  }

  async instancesGivenBy(ownerId: string): Promise<readonly contract.InstanceAuthorisation[]> {
    const { room, store } = this.#parts;
    const grants = room.grants.instancesBy(ownerId);
    const people = await store.users.byIds([...new Set(grants.map(({ granteeId }) => granteeId))]);
    const byId = new Map(people.map((user) => [user.id, user]));
    const given = await Promise.all(
      grants.map(async (grant) => {
        const [record, grantee] = [await store.instances.get(grant.instanceId), byId.get(grant.granteeId)];
        return record === null || grantee === undefined ? [] : [instanceAuthorisationOf(grant, record, grantee)];
      }),
    );
    return given.flat();
  }

  async instancesHeldBy(granteeId: string): Promise<readonly contract.HeldInstanceAuthorisation[]> {
    const { room, store } = this.#parts;
    const grants = room.grants.instancesOf(granteeId);
    const owners = await store.users.byIds([...new Set(grants.map(({ grantedBy }) => grantedBy))]);
    const names = new Map(owners.map(({ id, username }) => [id, username]));
    const held = await Promise.all(
      grants.map(async ({ instanceId, untilMs, grantedBy, grantedMs }) => {
        const record = await store.instances.get(instanceId);
        if (record === null) return [];
        const { name, status } = record;
        return [{ instanceId, name, status, owner: names.get(grantedBy) ?? grantedBy, untilMs, givenMs: grantedMs }];
      }),
    );
    return held.flat();
  }

  async giveInstance(
    ownerId: string,
    { instanceId, grantee, untilMs }: Parameters<contract.Authorisations['giveInstance']>[1],
  ): Promise<Outcome<contract.InstanceAuthorisation>> {
    const { room, store, clock } = this.#parts;
    const record = await store.instances.get(instanceId);
    if (record === null || record.userId !== ownerId) return refused('INSTANCE_UNKNOWN');
    if (untilMs !== null && untilMs <= clock.nowMs()) return refused('AUTHORISATION_END_PAST', { field: 'until' });
    const user = await this.#somebody(ownerId, grantee);
    if (user === null) return refused('AUTHORISATION_NOBODY', { field: 'grantee' });
    const given = room.grants.instancesBy(ownerId).filter((one) => one.instanceId === instanceId);
    const before = given.find(({ granteeId }) => granteeId === user.id);
    if (before === undefined && given.length >= mostOfInstance) return refused('AUTHORISATION_TOO_MANY', { limit: mostOfInstance });
    const grant: InstanceGrant = { granteeId: user.id, instanceId, untilMs, grantedBy: ownerId, grantedMs: clock.nowMs() };
    await store.transaction(async (repositories) => {
      await repositories.instanceGrants.put(grant);
      const until = untilMs === null ? null : await readerTime(repositories, user.id, untilMs);
      const deed = { timeMs: grant.grantedMs, actor: ownerId, action: 'authorisation.given' as const, reason: null };
      const [earlier, later] = [before === undefined ? null : instanceFacts(before, user), instanceFacts(grant, user)];
      const thing = { what: 'instance', name: record.name } as const;
      await this.#noteAndTell(repositories, { ...deed, subject: `instance/${instanceId}`, before: earlier, after: later }, (owner) =>
        givenMessage({ userId: user.id, owner, timeMs: grant.grantedMs, thing }, until),
      );
    });
    await room.grants.written(user.id);
    return accepted(instanceAuthorisationOf(grant, record, user));
  }

  async takeInstance(ownerId: string, instanceId: string, granteeId: string): Promise<Outcome<void>> {
    const { room, store, clock } = this.#parts;
    const record = await store.instances.get(instanceId);
    if (record === null || record.userId !== ownerId) return refused('INSTANCE_UNKNOWN');
    const before = room.grants.instancesOf(granteeId).find((one) => one.instanceId === instanceId);
    const [user] = await store.users.byIds([granteeId]);
    if (before === undefined || user === undefined) return accepted(undefined);
    await store.transaction(async (repositories) => {
      await repositories.instanceGrants.remove(granteeId, instanceId);
      const deed = { timeMs: clock.nowMs(), actor: ownerId, action: 'authorisation.taken' as const, reason: null };
      const [subject, thing] = [`instance/${instanceId}`, { what: 'instance', name: record.name } as const];
      await this.#noteAndTell(repositories, { ...deed, subject, before: instanceFacts(before, user), after: null }, (owner) =>
        takenMessage({ userId: granteeId, owner, timeMs: deed.timeMs, thing }),
      );
    });
    await room.grants.written(granteeId);
    return accepted(undefined);
  }

  /** Who is authorised hears of it unless nothing has changed for him, and some times an hour of one user: nobody floods another. The audit has all of them. */
  async #noteAndTell(repositories: Repositories, deed: NewAuditRecord, message: (owner: string) => UserMessage): Promise<void> {
    const isOneOfFew = await repositories.audit.appendOwn(deed);
    if (!isOneOfFew) await repositories.audit.append(deed);
    if (!isOneOfFew || JSON.stringify(deed.before) === JSON.stringify(deed.after)) return;
    const [owner] = await repositories.users.byIds([deed.actor]);
    await this.#parts.messages.send(message(owner?.username ?? deed.actor), repositories.sql);
  }

  #accountOf(apiId: ApiId, acts: readonly GrantableAct[]): AuthorisedThing {
    const { accounts, venues } = this.#parts.room;
    const { name, exchange } = accounts.get(apiId) ?? { name: String(apiId), exchange: '' };
    return { what: 'account', name, exchange: exchangeTitle(venues, exchange), acts };
  }

  /** Who may be authorised by this owner under a user name: somebody else who is at work. */
  async #somebody(ownerId: string, username: string): Promise<UserRecord | null> {
    const user = await this.#parts.store.users.byUsername(username);
    return user === null || user.state !== 'ACTIVE' || user.id === ownerId || !this.#isHere(user) ? null : user;
  }

  #owns(ownerId: string, apiId: ApiId): boolean {
    return this.#parts.room.accounts.get(apiId)?.userId === ownerId;
  }

  #isHere({ demo }: Pick<UserRecord, 'demo'>): boolean {
    return this.#parts.demoAllowed || !demo;
  }
}

const subjectOf = (apiId: ApiId): string => `account/${apiId}`;

/** By the names of the wire. */
const facts = ({ acts, untilMs }: AccountGrant, { id, username }: UserRecord) => ({
  ...{ grantee: id, username, until: untilMs },
  acts: [...acts] as GrantableAct[],
});

const authorisationOf = (
  { apiId, acts, untilMs, grantedMs }: AccountGrant,
  { id, username, role }: UserRecord,
): contract.Authorisation => ({
  ...{ apiId, granteeId: id, grantee: username, granteeRole: role },
  ...{ acts, untilMs, givenMs: grantedMs },
});

const instanceFacts = ({ untilMs }: InstanceGrant, { id, username }: UserRecord) => ({ grantee: id, username, until: untilMs });

const instanceAuthorisationOf = (
  { instanceId, untilMs, grantedMs }: InstanceGrant,
  { name, status }: Pick<InstanceRecord, 'name' | 'status'>,
  { id, username, role }: UserRecord,
): contract.InstanceAuthorisation => ({
  ...{ instanceId, name, status, granteeId: id, grantee: username, granteeRole: role },
  ...{ untilMs, givenMs: grantedMs },
});
