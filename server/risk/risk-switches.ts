import type { Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Approval, Approvals } from '../../core/contract/approvals.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { TellOwner, TellThrower, ThrownSwitch } from '../../core/contract/risk.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { accountOfScope, type SwitchScope } from '../../core/domain/accounts/switch-scope.ts';
import { deskWords } from '../money/approval-notice.ts';
import { authorProblem } from '../session/people.ts';
import type { SwitchRecord } from '../store/risk/switch-store.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { type Author, authorOf } from './author.ts';

export interface RiskSwitchParts {
  readonly store: Pick<Store, 'switches' | 'of' | 'transaction' | 'users'>;
  readonly room: Pick<TradingRoom, 'accounts' | 'access' | 'venues' | 'switches'>;
  readonly approvals: Approvals;
  readonly changed: () => void;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const kind = 'risk.release';
/** Who may agree that everybody trades again. */
const releasing = ['risk', 'admin'] as const;

/** Switches of risk: a row each, written with its line in the audit, which the order path obeys before whoever throws it hears that it is thrown. */
export class RiskSwitches {
  readonly #parts: RiskSwitchParts;

  constructor(parts: RiskSwitchParts) {
    this.#parts = parts;
    parts.approvals.register({
      kind,
      roles: releasing,
      approved: (approval, note, within) => this.#approved(approval, note, within),
      refused: (approval, note, within) => this.#refused(approval, note, within),
    });
  }

  async list(): Promise<readonly ThrownSwitch[]> {
    const { store, room } = this.#parts;
    const thrown = await store.switches.all();
    const accountOf = ({ scope }: SwitchRecord) => room.accounts.get(accountOfScope(scope) ?? 0);
    const ids = thrown.flatMap((one) => [one.thrownBy, one.release?.askedBy ?? one.thrownBy, accountOf(one)?.userId ?? one.thrownBy]);
    const names = new Map((await store.users.byIds([...new Set(ids)])).map(({ id, username }) => [id, username]));
    const nameOf = (id: string): string => names.get(id) ?? id;
    return thrown.map((one) => {
      const { scope, reason, thrownBy, thrownMs, release } = one;
      const account = accountOf(one);
      return {
        ...{ scope, reason, thrownMs, thrownBy: nameOf(thrownBy) },
        account: account === null ? null : { username: nameOf(account.userId), name: account.name, exchange: account.exchange },
        release: release === null ? null : { askedBy: nameOf(release.askedBy), askedMs: release.askedMs, reason: release.reason },
      };
    });
  }

  async throwSwitch(principal: Principal, scope: SwitchScope, reason: string, tell?: TellOwner): Promise<Outcome<void>> {
    const { clock } = this.#parts;
    const by = this.#author(principal, scope);
    if (by instanceof AppError) return denied(by);
    const missing = this.#missing(scope);
    if (missing !== null) return denied(missing);
    return this.#change({ by, reason }, async ({ switches, audit, approvals, sql }) => {
      const timeMs = clock.nowMs();
      const isNew = await switches.add({ scope, reason, thrownBy: by.userId, thrownMs: timeMs });
      const release = isNew ? null : ((await switches.hold(scope))?.release ?? null);
      if (!isNew && release === null) return accepted(undefined);
      if (release !== null) {
        // Whoever throws it once more says that it must stay: a release that was asked for before is agreed to by nobody.
        await approvals.decided(release.approvalId, 'TAKEN_BACK', { userId: by.userId, timeMs, reason });
        await switches.awaitRelease(scope, null);
      }
      const before = isNew ? null : { thrown: true, release_asked: true };
      await audit.append({ ...entryOf(scope, 'thrown'), timeMs, actor: by.userId, reason, before, after: { thrown: true } });
      if (isNew) await this.#tell(scope, tell, sql);
      return accepted(undefined);
    });
  }

  async releaseSwitch(
    principal: Principal,
    scope: SwitchScope,
    reason: string,
    tell?: TellOwner,
    tellThrower?: TellThrower,
  ): Promise<Outcome<void>> {
    const { clock, approvals } = this.#parts;
    const by = this.#author(principal, scope);
    if (by instanceof AppError) return denied(by);
    return this.#change({ by, reason }, async (repositories) => {
      const held = await repositories.switches.hold(scope);
      if (held === null) return refused('SWITCH_UNKNOWN');
      if (held.release !== null) return refused('SWITCH_RELEASING');
      const entry = { timeMs: clock.nowMs(), actor: by.userId, reason, before: { thrown: true } };
      if (scope !== 'everyone') {
        await repositories.switches.remove(scope);
        await repositories.audit.append({ ...entryOf(scope, 'released'), ...entry, after: { thrown: false } });
        await this.#tell(scope, tell, repositories.sql);
        const { thrownBy } = held;
        const account = this.#parts.room.accounts.get(accountOfScope(scope) ?? 0)?.name ?? null;
        if (thrownBy !== by.userId)
          await tellThrower?.({ scope, thrownBy, releasedBy: principal.username ?? by.userId, account }, repositories.sql);
        return accepted(undefined);
      }
      const asked = { kind, subject: 'desk', content: { reason }, askedBy: by.userId, words: deskWords };
      await repositories.switches.awaitRelease(scope, await approvals.ask(asked, repositories.sql));
      await repositories.audit.append({ ...entry, action: 'desk.release-asked', subject: 'desk', after: { thrown: true } });
      return accepted(undefined);
    });
  }

  async decideRelease(principal: Principal, yes: boolean, reason: string): Promise<Outcome<void>> {
    const by = authorOf(principal);
    if (by === null) return refused('SESSION_MISSING');
    const { store, approvals } = this.#parts;
    const waiting = (await store.switches.all()).find(({ scope }) => scope === 'everyone')?.release ?? null;
    if (waiting === null) return refused('SWITCH_UNKNOWN');
    const decided = await approvals.decide(waiting.approvalId, yes, { by, reason });
    if (!decided.ok) return decided;
    await this.#obey();
    return accepted(undefined);
  }

  async #approved(_approval: Approval, note: ChangeNote, within: Sql): Promise<Outcome<void>> {
    const { switches } = this.#parts.store.of(within);
    if ((await switches.hold('everyone')) === null) return refused('SWITCH_UNKNOWN');
    await switches.remove('everyone');
    await this.#decided(note, 'desk.released', false, within);
    return accepted(undefined);
  }

  async #refused(_approval: Approval, note: ChangeNote, within: Sql): Promise<void> {
    await this.#parts.store.of(within).switches.awaitRelease('everyone', null);
    await this.#decided(note, 'desk.release-refused', true, within);
  }

  async #decided({ by, reason }: ChangeNote, action: string, thrown: boolean, within: Sql): Promise<void> {
    const actor = by === 'system' ? by : by.userId;
    const entry = { actor, action, subject: 'desk', reason, before: { thrown: true }, after: { thrown } };
    await this.#parts.store.of(within).audit.append({ ...entry, timeMs: this.#parts.clock.nowMs() });
  }

  /** Who may, at all and with the account that it is about. */
  #author(principal: Principal, scope: SwitchScope): Author | AppError {
    const by = authorOf(principal);
    if (by === null) return new AppError('SESSION_MISSING');
    if (by.role !== 'risk') return new AppError('ACCESS_ROLE');
    const apiId = accountOfScope(scope);
    return (apiId === null ? null : this.#parts.room.access.may(principal, apiId, 'control')) ?? by;
  }

  async #tell(scope: SwitchScope, tell: TellOwner | undefined, within: Sql): Promise<void> {
    const account = this.#parts.room.accounts.get(accountOfScope(scope) ?? 0);
    if (account !== null) await tell?.(account, within);
  }

  #missing(scope: SwitchScope): AppError | null {
    if (!scope.startsWith('market/')) return null;
    const instrument = scope.slice('market/'.length);
    return this.#parts.room.venues.market(instrument) === null ? new AppError('MARKET_UNKNOWN_INSTRUMENT', { instrument }) : null;
  }

  async #change(note: ChangeNote & { readonly by: Author }, work: (repositories: Repositories) => Promise<Outcome<void>>) {
    const done = await this.#parts.store.transaction(async (repositories): Promise<Outcome<void>> => {
      const barred = await authorProblem(repositories, note, await repositories.users.hold(''));
      return barred === null ? work(repositories) : denied(barred);
    });
    if (done.ok) await this.#obey();
    return done;
  }

  /** Here at once, elsewhere within a second. */
  async #obey(): Promise<void> {
    await this.#parts.room.switches.read();
    this.#parts.changed();
  }
}

const deeds = {
  desk: ['desk.halted', 'desk.released'],
  account: ['account.frozen', 'account.unfrozen'],
  market: ['market.halted', 'market.resumed'],
};

function entryOf(scope: SwitchScope, what: 'thrown' | 'released') {
  const about = scope === 'everyone' ? 'desk' : scope.startsWith('account/') ? 'account' : 'market';
  return { action: deeds[about][what === 'thrown' ? 0 : 1] ?? about, subject: scope === 'everyone' ? 'desk' : scope };
}
