import type { Principal } from '../../core/contract/access.ts';
import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Approval, Approvals } from '../../core/contract/approvals.ts';
import type * as contract from '../../core/contract/money.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { SpotIndexes } from '../../core/contract/spot-indexes.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { accountKeyOf } from '../../core/domain/accounts/account-key.ts';
import { approvingRoles, usualApprovalLimit } from '../../core/domain/accounts/money-movement.ts';
import { addDecimals, compareDecimals, decimalPattern, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { exchangeTitle } from '../market/exchange-title.ts';
import { authorProblem } from '../session/people.ts';
import type { NewMovement, StoredMovement } from '../store/money/money-store.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { AccountAccess } from '../trading/accounts/account-access.ts';
import type { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';
import type { SwitchBook } from '../trading/switch-book.ts';
import { movementWords } from './approval-notice.ts';
import { type HouseRewards, isNameOfReward } from './house-rewards.ts';
import { settleMadeBefore } from './made-before.ts';
import type { MoneyHolds } from './money-holds.ts';
import { amountOf, isSame, type MoneyPlace, openProblem, wordsOf } from './movement-checks.ts';
import type { MovementRunner } from './movement-runner.ts';
import { pricesOf, worthOf } from './movement-value.ts';
import type { OverseenAccounts } from './overseen-accounts.ts';
import type { WalletProof } from './wallet-proof.ts';

export interface MoneyBookParts {
  readonly store: Pick<Store, 'ledger' | 'money' | 'of' | 'platform' | 'transaction'>;
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly access: Pick<AccountAccess, 'may' | 'owns'>;
  readonly switches: Pick<SwitchBook, 'frozen'>;
  readonly venue: (exchange: string) => Venue | null;
  readonly indexes: Pick<SpotIndexes, 'list'>;
  readonly approvals: Approvals;
  readonly overseen: OverseenAccounts;
  readonly runner: MovementRunner;
  readonly holds: Pick<MoneyHolds, 'during' | 'keep' | 'settle' | 'reconcile'>;
  readonly rewards: Pick<HouseRewards, 'give' | 'idOf'>;
  readonly ownExchanges: () => readonly string[];
  readonly proof: WalletProof;
  readonly changed: (movement: contract.Movement) => void;
  readonly listen: contract.HouseMoney['onChange'];
  readonly clock: Pick<Clock, 'nowMs'>;
}

const kind = 'money.movement';
const limitKey = 'money_approval_limit';
/** What one asks for alone within it counts together: a large movement is not made of small ones. */
const togetherMs = 24 * 60 * 60_000;
/** One look goes through at most so many that wait. */
const mostLooked = 500;

/** Money that comes from outside or goes there. */
export class MoneyBook implements Omit<contract.HouseMoney, 'allocate'> {
  readonly #parts: MoneyBookParts;

  constructor(parts: MoneyBookParts) {
    this.#parts = parts;
    parts.approvals.register({
      kind,
      roles: approvingRoles,
      approved: (approval, note, within) => this.#approved(approval, note, within),
      refused: (approval, note, within) => this.#refused(approval, note, within),
    });
  }

  ask(principal: Principal, terms: contract.MovementTerms, origin: contract.MovementOrigin): Promise<Outcome<contract.Movement>> {
    return this.#parts.holds.during(terms.movementId, () => this.#ask(principal, terms, origin));
  }

  async #ask(principal: Principal, terms: contract.MovementTerms, origin: contract.MovementOrigin): Promise<Outcome<contract.Movement>> {
    const by = authorOf(principal);
    if (by === null) return refused('SESSION_MISSING');
    if (isNameOfReward(terms.movementId)) return refused('MONEY_ID_RESERVED', { field: 'movement_id' });
    const found = this.#account(principal, terms, origin);
    if (!found.ok) return found;
    const known = await this.#parts.store.money.get(terms.movementId);
    if (known !== null) return this.#repeated(known, terms, by.userId);
    const frozen = origin === 'owner' ? this.#parts.switches.frozen([terms.apiId]) : null;
    if (frozen !== null) return denied(frozen);
    const amount = amountOf(terms, found.value);
    // The same, asked for at once, may have taken the money between the look and this one.
    if (!amount.ok) return (await this.#again(terms, by.userId)) ?? amount;
    // Whoever asks: what goes out later is there still once a second person agrees.
    const isOut = amount.value.startsWith('-');
    const kept = isOut ? await this.#parts.holds.keep({ ...terms, amount: negateDecimal(amount.value) }, found.value) : accepted(false);
    if (!kept.ok) return kept;
    const place = { ...found.value, amount: amount.value, isKept: kept.value };
    try {
      const added = await this.#add({ by, reason: terms.reason }, terms, place, origin);
      if (!added.ok) return added;
      const made = added.value.state === 'APPROVED' ? await this.#parts.runner.run(terms.movementId) : added.value;
      return accepted(made ?? added.value);
    } finally {
      // Also where it was thrown: only what was written down keeps something back.
      if (kept.value) await this.#parts.holds.settle(terms.movementId, found.value.venue);
    }
  }

  reward(reward: contract.Reward): Promise<Outcome<contract.Movement>> {
    return this.#parts.rewards.give(reward);
  }

  rewardId(of: readonly string[]): string {
    return this.#parts.rewards.idOf(of);
  }

  ownExchanges(): readonly string[] {
    return this.#parts.ownExchanges();
  }

  scaleOf(exchange: string, asset: string): number | null {
    return this.#parts.venue(exchange)?.assets.find(({ code }) => code === asset)?.scale ?? null;
  }

  exchangeTitle(exchange: string): string {
    return exchangeTitle(this.#parts, exchange);
  }

  /** The account, the exchange that it is at, and that the caller may do it with them. */
  #account(principal: Principal, { apiId, accountType }: contract.MovementTerms, origin: contract.MovementOrigin): Outcome<MoneyPlace> {
    const { accounts, access, venue } = this.#parts;
    const barred = access.may(principal, apiId, origin === 'house' ? 'fund' : 'move');
    if (barred !== null) return denied(barred);
    const account = accounts.get(apiId);
    const key = accountKeyOf(apiId, accountType);
    if (account === null || (origin === 'owner' && !access.owns(principal, apiId))) return refused('ACCESS_ACCOUNT', { apiId });
    const { exchange } = account;
    const open = venue(exchange);
    if (open === null) return refused('VENUE_UNAVAILABLE', { exchange });
    if (key === null || !open.capabilities.accountTypes.includes(accountType))
      return refused('REQUEST_INVALID', { field: 'account_type', rule: 'one that the exchange has' });
    return accepted({ account, key, venue: open });
  }

  async #repeated(known: StoredMovement, terms: contract.MovementTerms, userId: string): Promise<Outcome<contract.Movement>> {
    if (known.askedById !== userId || !isSame(known, terms)) return refused('MONEY_ID_TAKEN', { field: 'movement_id' });
    return accepted((await this.#parts.runner.run(known.movementId)) ?? known);
  }

  async #again(terms: contract.MovementTerms, userId: string): Promise<Outcome<contract.Movement> | null> {
    const known = await this.#parts.store.money.get(terms.movementId);
    return known === null ? null : this.#repeated(known, terms, userId);
  }

  async #add(
    note: ChangeNote & { readonly by: Author },
    terms: contract.MovementTerms,
    place: MoneyPlace & { readonly amount: string; readonly isKept: boolean },
    origin: contract.MovementOrigin,
  ): Promise<Outcome<contract.Movement>> {
    const { account, amount } = place;
    const { store, approvals, indexes, clock, changed } = this.#parts;
    const value = worthOf(indexes, terms.asset, amount);
    const { userId } = note.by;
    const subject = `movement/${terms.movementId}`;
    const done = await store
      .transaction(async (repositories): Promise<Outcome<StoredMovement>> => {
        // Held with its owner, so that the account is not deleted under a movement.
        const barred = await authorProblem(repositories, note, await repositories.users.hold(account.userId));
        if (barred !== null) return denied(barred);
        const { apiId } = account;
        if ((await repositories.apiAccounts.get(apiId))?.state === 'DELETED') return refused('ACCESS_ACCOUNT', { apiId });
        await repositories.money.holdAsker(userId);
        if ((await repositories.money.get(terms.movementId)) !== null) throw new Taken();
        const tooMuch = origin === 'owner' ? await openProblem(repositories.money, userId, terms, place) : null;
        if (tooMuch !== null) return denied(tooMuch);
        const needsSecond = origin === 'owner' || (await this.#isAbove(repositories, userId, value));
        const content = { movement_id: terms.movementId };
        const words = await this.#wordsFor(repositories, terms, place);
        const approvalId = needsSecond ? await approvals.ask({ kind, subject, content, askedBy: userId, words }, repositories.sql) : null;
        const row: NewMovement = {
          ...{ ...terms, amount, value, approvalId, askedById: userId },
          ...{ userId: account.userId, exchange: account.exchange, askedMs: clock.nowMs() },
          state: needsSecond ? 'REQUESTED' : 'APPROVED',
        };
        if (!(await repositories.money.add(row))) throw new Taken();
        const after = { ...wordsOf(row), state: row.state };
        const entry = { actor: userId, action: 'money.requested', subject, reason: terms.reason, before: null, after };
        await repositories.audit.append({ ...entry, timeMs: clock.nowMs() });
        const added = await repositories.money.get(terms.movementId);
        if (added === null) throw new Error('a movement was written and is not there');
        return accepted(added);
      })
      .catch((error: unknown) => {
        if (error instanceof Taken) return null;
        throw error;
      });
    if (done === null) return (await this.#again(terms, userId)) ?? refused('MONEY_ID_TAKEN', { field: 'movement_id' });
    if (done.ok) changed(done.value);
    return done;
  }

  /** What who may decide is told of it: the list of movements shows him as much. */
  async #wordsFor(
    { users }: Repositories,
    terms: contract.MovementTerms,
    { account, venue, amount }: MoneyPlace & { readonly amount: string },
  ) {
    const [owner] = await users.byIds([account.userId]);
    return movementWords({
      ...{ kind: terms.kind, asset: terms.asset, amount: terms.kind === 'adjustment' ? amount : amount.replace('-', '') },
      ...{ account: account.name, owner: owner?.username ?? account.userId, exchange: venue.title },
    });
  }

  async #isAbove({ money, platform }: Repositories, userId: string, value: string | null): Promise<boolean> {
    if (value === null) return true;
    return compareDecimals(addDecimals(value, await this.#movedAlone(money, userId)), await limitIn(platform)) > 0;
  }

  #movedAlone(money: Repositories['money'], userId: string): Promise<string> {
    return money.askedAlone(userId, this.#parts.clock.nowMs() - togetherMs);
  }

  async decide(principal: Principal, movementId: string, yes: boolean, reason: string): Promise<Outcome<contract.Movement>> {
    const by = authorOf(principal);
    if (by === null) return refused('SESSION_MISSING');
    const { store, approvals, runner, changed } = this.#parts;
    const movement = await store.money.get(movementId);
    if (movement === null) return refused('MONEY_UNKNOWN');
    if (movement.approvalId === null || (await this.#isMade(movement))) return refused('APPROVAL_DECIDED');
    const decided = await approvals.decide(movement.approvalId, yes, { by, reason });
    if (!decided.ok) return decided;
    const now = (await store.money.get(movementId)) ?? movement;
    changed(now);
    const ran = (await runner.run(movementId)) ?? now;
    await this.#letGo(ran);
    return accepted(ran);
  }

  /** What is over keeps nothing back. */
  async #letGo({ movementId, exchange }: contract.Movement): Promise<void> {
    const { holds, venue } = this.#parts;
    const open = venue(exchange);
    if (open !== null) await holds.during(movementId, () => holds.settle(movementId, open));
  }

  async #approved(approval: Approval, note: ChangeNote, within: Sql): Promise<Outcome<void>> {
    const movement = await this.#of(approval, within);
    if (movement === null || note.by === 'system') return refused('MONEY_UNKNOWN');
    const { userId, role } = note.by;
    // Who may not ask for it may not agree to it either: of his own account nobody does.
    const barred = this.#parts.access.may({ userId, role, username: null, vipLevel: 0 }, movement.apiId, 'fund');
    if (barred !== null) return movement.userId === userId ? refused('APPROVAL_OWN') : denied(barred);
    // What its owner asked for stays where it is until risk lets go of the account; what the house asks for it may do all the same.
    const frozen = movement.askedById === movement.userId ? this.#parts.switches.frozen([movement.apiId]) : null;
    return frozen === null ? this.#step(movement, 'APPROVED', 'money.approved', note, within) : denied(frozen);
  }

  async #refused(approval: Approval, note: ChangeNote, within: Sql): Promise<void> {
    const movement = await this.#of(approval, within);
    if (movement !== null) await this.#step(movement, 'REFUSED', 'money.refused', note, within);
  }

  #of({ content }: Approval, within: Sql): Promise<StoredMovement | null> {
    const { movement_id } = content as { readonly movement_id: string };
    return this.#parts.store.of(within).money.get(movement_id);
  }

  async #step(
    { movementId }: contract.Movement,
    state: 'APPROVED' | 'REFUSED' | 'TAKEN_BACK',
    action: string,
    { by, reason }: ChangeNote,
    within: Sql,
  ): Promise<Outcome<void>> {
    const { money, audit } = this.#parts.store.of(within);
    if (!(await money.move(movementId, ['REQUESTED'], state))) return refused('APPROVAL_DECIDED');
    const actor = by === 'system' ? by : by.userId;
    const entry = { actor, action, subject: `movement/${movementId}`, reason, before: { state: 'REQUESTED' }, after: { state } };
    await audit.append({ ...entry, timeMs: this.#parts.clock.nowMs() });
    return accepted(undefined);
  }

  async takeBack(principal: Principal, movementId: string): Promise<Outcome<contract.Movement>> {
    const by = authorOf(principal);
    if (by === null) return refused('SESSION_MISSING');
    const { store, approvals, changed } = this.#parts;
    const movement = await store.money.get(movementId);
    const { approvalId } = movement ?? { approvalId: null };
    // Of somebody else's nobody hears that it is there.
    if (movement === null || movement.askedById !== by.userId || approvalId === null) return refused('MONEY_UNKNOWN');
    if (await this.#isMade(movement)) return refused('APPROVAL_DECIDED');
    const done = await store.transaction(async ({ sql }): Promise<Outcome<void>> => {
      const back = await approvals.takeBack(approvalId, by.userId, sql);
      return back.ok ? this.#step(movement, 'TAKEN_BACK', 'money.taken-back', { by, reason: null }, sql) : back;
    });
    if (!done.ok) return done;
    const now = (await store.money.get(movementId)) ?? movement;
    changed(now);
    await this.#letGo(now);
    return accepted(now);
  }

  async find(
    filter: contract.MovementFilter,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<contract.MovementPage> {
    const rows = await this.#parts.store.money.page(filter, { before, limit: limit + 1 });
    const movements = rows.slice(0, limit);
    return { movements, next: rows.length > limit ? (movements.at(-1)?.number ?? null) : null };
  }

  get(movementId: string): Promise<contract.Movement | null> {
    return this.#parts.store.money.get(movementId);
  }

  fileNamed(fileId: string): Promise<boolean> {
    return this.#parts.store.money.fileNamed(fileId);
  }

  waiting(): Promise<number> {
    return this.#parts.store.money.count(['REQUESTED']);
  }

  async #isMade(movement: StoredMovement): Promise<boolean> {
    const isMade = await settleMadeBefore(this.#parts, movement);
    const now = isMade ? await this.#parts.store.money.get(movement.movementId) : null;
    if (now === null) return false;
    this.#parts.changed(now);
    await this.#letGo(now);
    return true;
  }

  async resolve(): Promise<number> {
    const { runner, store } = this.#parts;
    const resolved = await runner.resolve();
    for (const movement of await store.money.page({ states: ['REQUESTED'] }, { limit: mostLooked })) await this.#isMade(movement);
    await this.#parts.holds.reconcile();
    return resolved;
  }

  accounts(principal: Principal, filter: contract.AccountFilter): ReturnType<contract.HouseMoney['accounts']> {
    return this.#parts.overseen.list(principal, filter);
  }

  statement(principal: Principal, query: contract.StatementQuery): Promise<Outcome<contract.StatementPage>> {
    return this.#parts.overseen.statement(principal, query);
  }

  prices(): Readonly<Record<string, string>> {
    return pricesOf(this.#parts.indexes);
  }

  limit(): Promise<string> {
    return limitIn(this.#parts.store.platform);
  }

  movedAlone(userId: string): Promise<string> {
    return this.#movedAlone(this.#parts.store.money, userId);
  }

  async setLimit(principal: Principal, limit: string, reason: string): Promise<Outcome<void>> {
    const by = authorOf(principal);
    if (by === null) return refused('SESSION_MISSING');
    if (by.role !== 'admin') return refused('ACCESS_ROLE');
    if (!decimalPattern.test(limit)) return refused('REQUEST_INVALID', { field: 'limit', rule: 'a decimal' });
    const { store, clock } = this.#parts;
    return store.transaction(async (repositories): Promise<Outcome<void>> => {
      await repositories.platform.hold();
      const barred = await authorProblem(repositories, { by, reason }, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const before = await limitIn(repositories.platform);
      if (compareDecimals(before, limit) === 0) return accepted(undefined);
      const timeMs = clock.nowMs();
      await repositories.platform.set(limitKey, limit, timeMs);
      const entry = { timeMs, actor: by.userId, action: 'money.limit-changed', subject: 'money', reason };
      await repositories.audit.append({ ...entry, before: { limit: before }, after: { limit } });
      return accepted(undefined);
    });
  }

  prove(...asked: Parameters<contract.HouseMoney['prove']>): Promise<readonly contract.MoneyProof[]> {
    return this.#parts.proof.prove(...asked);
  }

  proofs(limit: number): Promise<readonly contract.MoneyProof[]> {
    return this.#parts.store.money.proofs(limit);
  }

  onChange(listener: (movement: contract.Movement) => void): () => void {
    return this.#parts.listen(listener);
  }
}

type Author = Exclude<ChangeNote['by'], 'system'>;

/** Somebody was quicker with the same id. */
class Taken extends Error {}

const authorOf = ({ userId, role }: Principal): Author | null => (userId === null || role === null ? null : { userId, role });

async function limitIn(platform: Pick<Repositories['platform'], 'all'>): Promise<string> {
  const said = (await platform.all())[limitKey]?.value;
  return typeof said === 'string' && decimalPattern.test(said) ? said : usualApprovalLimit;
}
