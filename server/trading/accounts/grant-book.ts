import { AppError } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { type AccountAct, openedBy } from '../../../core/domain/accounts/account-act.ts';
import { Turns } from '../../../core/domain/turns.ts';
import type { AccountGrant, AccountGrants, InstanceGrant, InstanceGrants } from '../../store/people/grant-store.ts';

interface GrantBookParts {
  readonly store: AccountGrants;
  readonly instances: Pick<InstanceGrants, 'current'>;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
  /** Hears, once it is stored, whose authorisations were changed here; others learn it from there. */
  readonly onWritten?: ((granteeId: string) => void) | undefined;
}

/** How late topics end of an authorisation that has run out; it opens no call meanwhile. */
const lookEveryMs = 1_000;

/** Authorisations between users in memory, because every order, topic and call asks for them; the store has them for good. */
export class GrantBook {
  readonly #parts: GrantBookParts;
  /** By grantee, then by account. */
  readonly #grants = new Map<string, Map<ApiId, AccountGrant>>();
  /** By grantee. */
  readonly #instances = new Map<string, readonly InstanceGrant[]>();
  readonly #listeners = new Set<(granteeId: string) => void>();
  /** What was read earlier must never take the place of what was read later. */
  readonly #reading = new Turns();

  constructor(parts: GrantBookParts) {
    this.#parts = parts;
  }

  static async open(parts: GrantBookParts): Promise<GrantBook> {
    const book = new GrantBook(parts);
    for (const grant of await parts.store.current(parts.clock.nowMs())) book.#take(grant);
    book.#takeInstances(await parts.instances.current(parts.clock.nowMs()));
    return book;
  }

  /** Looks out for those that run out, until it is disposed of. */
  start(): Disposer {
    return this.#parts.clock.every(lookEveryMs, () => this.#endLate());
  }

  allows(granteeId: string, apiId: ApiId, act: AccountAct): boolean {
    const grant = this.#grants.get(granteeId)?.get(apiId);
    return grant !== undefined && !this.#hasEnded(grant) && grant.acts.some((one) => openedBy[one].includes(act));
  }

  /**
   * Stored before it opens anything; takes the place of an earlier one. Throws AppError REQUEST_INVALID for one that opens nothing
   * (`acts`) or has ended (`untilMs`), and then changes nothing.
   */
  async put(grant: AccountGrant): Promise<void> {
    if (grant.acts.length === 0) throw new AppError('REQUEST_INVALID', { field: 'acts', rule: 'must name at least one' });
    if (this.#hasEnded(grant)) throw new AppError('REQUEST_INVALID', { field: 'untilMs', rule: 'must be later than now' });
    await this.#parts.store.put(grant);
    await this.written(grant.granteeId);
  }

  async remove(granteeId: string, apiId: ApiId): Promise<void> {
    await this.#parts.store.remove(granteeId, apiId);
    await this.written(granteeId);
  }

  /** Here the store was given other authorisations of this user: they hold when this resolves. */
  async written(granteeId: string): Promise<void> {
    this.#parts.onWritten?.(granteeId);
    await this.changed(granteeId);
  }

  /** Those of one user that have not ended. */
  heldBy(granteeId: string): readonly AccountGrant[] {
    return [...(this.#grants.get(granteeId)?.values() ?? [])].filter((grant) => !this.#hasEnded(grant));
  }

  /** Single instances that this user may look at, by what has not ended. */
  instancesOf(granteeId: string): readonly InstanceGrant[] {
    return (this.#instances.get(granteeId) ?? []).filter((grant) => !this.#hasEnded(grant));
  }

  /** What this owner has given of single instances and has not ended. */
  instancesBy(ownerId: string): readonly InstanceGrant[] {
    return [...this.#instances.values()].flat().filter((grant) => grant.grantedBy === ownerId && !this.#hasEnded(grant));
  }

  /** Those for any of these accounts that have not ended. */
  of(apiIds: ReadonlySet<ApiId>): readonly AccountGrant[] {
    const all = [...this.#grants.values()].flatMap((grants) => [...grants.values()]);
    return all.filter((grant) => apiIds.has(grant.apiId) && !this.#hasEnded(grant));
  }

  /** The store has other authorisations of this user than before: reads them and tells those who listen. Another server may have written them. */
  changed(granteeId: string): Promise<void> {
    return this.#reading.take(async () => {
      const nowMs = this.#parts.clock.nowMs();
      const current = await this.#parts.store.current(nowMs, granteeId);
      const instances = await this.#parts.instances.current(nowMs, granteeId);
      this.#grants.delete(granteeId);
      this.#instances.delete(granteeId);
      this.#takeInstances(instances);
      for (const grant of current) this.#take(grant);
      this.#tell(granteeId);
    });
  }

  /** Reads all of them again: news of another server may have been lost. */
  reload(): Promise<void> {
    return this.#reading.take(() => this.#readAll());
  }

  async #readAll(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const current = await this.#parts.store.current(nowMs);
    const instances = await this.#parts.instances.current(nowMs);
    const known = (): readonly string[] => [...this.#grants.keys(), ...this.#instances.keys()];
    const held = (granteeId: string): string =>
      JSON.stringify([[...(this.#grants.get(granteeId)?.values() ?? [])], this.#instances.get(granteeId) ?? []]);
    const before = new Map(known().map((granteeId) => [granteeId, held(granteeId)]));
    this.#grants.clear();
    this.#instances.clear();
    this.#takeInstances(instances);
    for (const grant of current) this.#take(grant);
    const nothing = '[[],[]]';
    for (const granteeId of new Set([...before.keys(), ...known()]))
      if (held(granteeId) !== (before.get(granteeId) ?? nothing)) this.#tell(granteeId);
  }

  /** Says whose rights to accounts of others have changed. */
  onChange(listener: (granteeId: string) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #endLate(): void {
    for (const [granteeId, grants] of this.#instances) {
      const going = grants.filter((grant) => !this.#hasEnded(grant));
      if (going.length === grants.length) continue;
      this.#instances.set(granteeId, going);
      this.#tell(granteeId);
    }
    for (const [granteeId, grants] of this.#grants) {
      const ended = [...grants.values()].filter((grant) => this.#hasEnded(grant));
      for (const { apiId } of ended) grants.delete(apiId);
      if (ended.length > 0) this.#tell(granteeId);
    }
  }

  #take(grant: AccountGrant): void {
    const grants = this.#grants.get(grant.granteeId) ?? new Map<ApiId, AccountGrant>();
    this.#grants.set(grant.granteeId, grants.set(grant.apiId, grant));
  }

  #takeInstances(grants: readonly InstanceGrant[]): void {
    for (const grant of grants) this.#instances.set(grant.granteeId, [...(this.#instances.get(grant.granteeId) ?? []), grant]);
  }

  #hasEnded({ untilMs }: Pick<AccountGrant, 'untilMs'>): boolean {
    return untilMs !== null && untilMs <= this.#parts.clock.nowMs();
  }

  #tell(granteeId: string): void {
    for (const listener of this.#listeners) listener(granteeId);
  }
}
