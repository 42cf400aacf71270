import { AppError, accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { AuditLog, AuditValue } from '../../../core/contract/audit.ts';
import type { Authorisations } from '../../../core/contract/authorisations.ts';
import type { ExchangeAccounts } from '../../../core/contract/exchange-accounts.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { Turns } from '../../../core/domain/turns.ts';
import type { Copier } from './copier.ts';
import { type CopyPlan, type Follower, highestRatio, isAmount, isRatio, mostFollowers } from './copy-rules.ts';
import type { CopyTables } from './copy-tables.ts';

interface PlanParts {
  readonly tables: Pick<CopyTables, 'save' | 'remove'>;
  readonly copier: Pick<Copier, 'plan' | 'plans' | 'mainOf' | 'take' | 'leave'>;
  readonly accounts: Pick<ExchangeAccounts, 'get'>;
  readonly authorisations: Pick<Authorisations, 'heldBy'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** An account is followed otherwise than before. */
  readonly onChange: (mainApiId: ApiId) => void;
}

/** An account of somebody else with which the user may trade. */
export interface OtherAccount {
  readonly apiId: ApiId;
  readonly name: string;
  readonly exchange: string;
  /** User name of whose account it is. */
  readonly owner: string;
}

type AskedPlan = Omit<CopyPlan, 'userId' | 'sinceMs'>;

/** Who follows whom: rules, memory and audit of it. */
export class CopyPlans {
  readonly #parts: PlanParts;
  /** Two changes never see each other half done: an account follows one main account. */
  readonly #turns = new Turns();

  constructor(parts: PlanParts) {
    this.#parts = parts;
  }

  of(userId: string): readonly CopyPlan[] {
    return this.#parts.copier.plans().filter((plan) => plan.userId === userId);
  }

  /** Accounts of others that may follow, because their owners have let the user trade with them. */
  async others(userId: string): Promise<readonly OtherAccount[]> {
    const held = await this.#parts.authorisations.heldBy(userId);
    return held.filter(({ acts }) => acts.includes('trade')).map(({ apiId, name, exchange, owner }) => ({ apiId, name, exchange, owner }));
  }

  /** ACCESS_ACCOUNT, COPY_MAIN_FOLLOWS, COPY_FOLLOWER_LEADS, COPY_FOLLOWER_TAKEN, COPY_FOLLOWER_TWICE, COPY_RATIO, COPY_AMOUNT, COPY_TOO_MANY. */
  save(userId: string, asked: AskedPlan): Promise<Outcome<CopyPlan>> {
    return this.#turns.take(async () => {
      const { tables, copier, clock } = this.#parts;
      const others = await this.#othersOf(userId);
      const lapsed = await this.#lapsed(userId, asked);
      const problem = this.#problem(userId, asked, others, lapsed);
      if (problem !== null) return denied(problem);
      const freed = this.#without(lapsed);
      const before = copier.plan(asked.mainApiId);
      const sinceMs = before?.isOn === true ? before.sinceMs : clock.nowMs();
      const plan: CopyPlan = { ...asked, userId, sinceMs };
      const changes = [...freed, { from: before, to: plan }];
      await tables.save(plan, [...lapsed], async (sql) => {
        for (const { from, to } of changes)
          await this.#parts.audit.append(
            { ...noteOf(to), actor: userId, action: 'copying.changed', before: from === null ? null : facts(from), after: facts(to) },
            sql,
          );
      });
      for (const { to } of changes) {
        copier.take(to);
        this.#parts.onChange(to.mainApiId);
      }
      return accepted(plan);
    });
  }

  /** COPY_UNKNOWN. */
  remove(userId: string, mainApiId: ApiId): Promise<Outcome<null>> {
    return this.#turns.take(async () => {
      const { tables, copier, audit } = this.#parts;
      const plan = copier.plan(mainApiId);
      if (plan === null || plan.userId !== userId) return refused('COPY_UNKNOWN', { apiId: mainApiId });
      await tables.remove(mainApiId, (sql) =>
        audit.append({ ...noteOf(plan), action: 'copying.ended', before: facts(plan), after: null }, sql),
      );
      copier.leave(mainApiId);
      this.#parts.onChange(mainApiId);
      return accepted(null);
    });
  }

  async #othersOf(userId: string): Promise<ReadonlySet<ApiId>> {
    return new Set((await this.others(userId)).map(({ apiId }) => apiId));
  }

  /** Accounts asked for that somebody else still lets follow, although he may not trade with them any more: they hold up nobody who may. */
  async #lapsed(userId: string, { mainApiId, followers }: AskedPlan): Promise<ReadonlySet<ApiId>> {
    const { accounts, copier } = this.#parts;
    const lapsed = new Set<ApiId>();
    for (const apiId of new Set([mainApiId, ...followers.map((follower) => follower.apiId)])) {
      const claimant = copier.plan(copier.mainOf(apiId) ?? 0)?.userId ?? userId;
      if (claimant === userId || accounts.get(apiId)?.userId === claimant) continue;
      if (!(await this.#othersOf(claimant)).has(apiId)) lapsed.add(apiId);
    }
    return lapsed;
  }

  /** The plans that have them, and how these are without. */
  #without(lapsed: ReadonlySet<ApiId>): readonly { readonly from: CopyPlan; readonly to: CopyPlan }[] {
    const plans = this.#parts.copier.plans().filter(({ followers }) => followers.some(({ apiId }) => lapsed.has(apiId)));
    return plans.map((from) => ({ from, to: { ...from, followers: from.followers.filter(({ apiId }) => !lapsed.has(apiId)) } }));
  }

  #problem(
    userId: string,
    { mainApiId, syncRatio, followers }: AskedPlan,
    others: ReadonlySet<ApiId>,
    lapsed: ReadonlySet<ApiId>,
  ): AppError | null {
    const { accounts, copier } = this.#parts;
    const mainOf = (apiId: ApiId): ApiId | null => (lapsed.has(apiId) ? null : copier.mainOf(apiId));
    if (accounts.get(mainApiId)?.userId !== userId) return new AppError('ACCESS_ACCOUNT', { apiId: mainApiId });
    if (mainOf(mainApiId) !== null) return new AppError('COPY_MAIN_FOLLOWS', { apiId: mainApiId });
    if (!isRatio(syncRatio)) return ratioProblem('sync_ratio');
    if (followers.length > mostFollowers) return new AppError('COPY_TOO_MANY', { limit: mostFollowers });
    const seen = new Set<ApiId>();
    for (const [index, follower] of followers.entries()) {
      const { apiId } = follower;
      const isHis = accounts.get(apiId)?.userId === userId || (accounts.get(apiId) !== null && others.has(apiId));
      if (!isHis) return new AppError('ACCESS_ACCOUNT', { apiId });
      if (apiId === mainApiId || copier.plan(apiId) !== null) return new AppError('COPY_FOLLOWER_LEADS', { apiId });
      const main = mainOf(apiId);
      if (main !== null && main !== mainApiId) return new AppError('COPY_FOLLOWER_TAKEN', { apiId });
      if (seen.has(apiId)) return new AppError('COPY_FOLLOWER_TWICE', { apiId });
      seen.add(apiId);
      const problem = shareProblem(follower, `followers.${index}`);
      if (problem !== null) return problem;
    }
    return null;
  }
}

const ratioProblem = (field: string): AppError => new AppError('COPY_RATIO', { field, limit: highestRatio });

function shareProblem({ ratio, maxAmount }: Follower, field: string): AppError | null {
  if (!isRatio(ratio)) return ratioProblem(`${field}.ratio`);
  return maxAmount === null || isAmount(maxAmount) ? null : new AppError('COPY_AMOUNT', { field: `${field}.max_amount` });
}

const noteOf = ({ userId, mainApiId }: CopyPlan) => ({ actor: userId, subject: `account/${mainApiId}`, reason: null });

/** By the names of the wire. */
const facts = ({ isOn, syncRatio, followers }: CopyPlan): AuditValue => ({
  ...{ on: isOn, sync_ratio: syncRatio },
  followers: followers.map(({ apiId, ratio, maxAmount, isOn: on }) => ({ api_id: apiId, ratio, max_amount: maxAmount, on })),
});
