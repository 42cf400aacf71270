import { createHash, randomBytes } from 'node:crypto';
import type {
  AcceptedAdmission,
  AdmissionAnswers,
  Admissions,
  AdmissionTerms,
  AdmissionWords,
  OpenAdmission,
} from '../../core/contract/admissions.ts';
import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditValue } from '../../core/contract/audit.ts';
import type { ChangeNote, Person, PersonTerms } from '../../core/contract/people.ts';
import type { JobTerms, Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { isMail } from '../../core/domain/accounts/person-rules.ts';
import { admissionLifeMs } from '../../core/domain/admission.ts';
import type { StoredDeliveries } from '../deliveries/stored-deliveries.ts';
import { authorProblem } from '../session/people.ts';
import type { AdmissionRecord } from '../store/admissions/admission-store.ts';
import type { UserRecord } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { StoredPeople } from './stored-people.ts';

const [hourMs, dayMs] = [60 * 60_000, 24 * 60 * 60_000];
/** All of them are shown and read at once. */
const mostOpen = 500;
/** Whom the house has invited is told so long after the time was over. */
const keptMs = 30 * dayMs;
/** Whoever holds a link asks so often whether a user name is somebody's. */
const mostNames = 20;

interface StoredAdmissionsParts {
  readonly store: Pick<Store, 'of' | 'transaction' | 'admissions' | 'users'>;
  readonly people: Pick<StoredPeople, 'standingProblem' | 'admit'>;
  readonly deliveries: Pick<StoredDeliveries, 'sendIn'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  /** False: people of the demo are nobody. */
  readonly demoAllowed: boolean;
}

/** Invitations of administrators in the database. Who writes holds the administrators first, as with every change of people: two never write at once. */
export class StoredAdmissions implements Admissions {
  readonly #parts: StoredAdmissionsParts;
  readonly #listeners = new Set<() => void>();
  readonly #works = new Set<(accepted: AcceptedAdmission, within: Sql) => Promise<void>>();

  constructor(parts: StoredAdmissionsParts) {
    this.#parts = parts;
  }

  list(): Promise<readonly OpenAdmission[]> {
    return this.#parts.store.admissions.listOpen(mostOpen);
  }

  async make(terms: AdmissionTerms, note: ChangeNote, words: AdmissionWords): Promise<Outcome<OpenAdmission>> {
    const problem = await this.#parts.people.standingProblem(standingOf(terms));
    if (problem !== null) return denied(problem);
    return this.#told(
      await this.#write(note, async (repositories, by) => {
        const { admissions } = repositories;
        const before = await admissions.openAt(terms.address);
        if (before === null && (await admissions.countOpen()) >= mostOpen) return refused('INVITATION_TOO_MANY', { limit: mostOpen });
        if (before !== null) await this.#takeBack(repositories, before);
        const admissionId = this.#parts.newId();
        await admissions.add({ ...terms, admissionId, ...(await this.#letter(repositories, terms, by, words)) });
        await this.#note(
          repositories,
          note,
          'invitation.made',
          admissionId,
          before && { invitation_id: before.admissionId },
          toldOf(terms),
        );
        return accepted(admissionId);
      }),
    );
  }

  async renew(admissionId: string, note: ChangeNote, words: AdmissionWords): Promise<Outcome<OpenAdmission>> {
    const found = await this.#parts.store.admissions.open(admissionId);
    if (found === null) return refused('INVITATION_UNKNOWN');
    const problem = await this.#parts.people.standingProblem(standingOf(this.#byNow(found)));
    if (problem !== null) return denied(problem);
    return this.#told(
      await this.#write(note, async (repositories, by) => {
        const before = await repositories.admissions.open(admissionId);
        if (before === null) return refused('INVITATION_UNKNOWN');
        await repositories.deliveries.takeBack(before.deliveryId, this.#parts.clock.nowMs());
        const letter = await this.#letter(repositories, before, by, words);
        await repositories.admissions.renew(admissionId, letter);
        await this.#note(repositories, note, 'invitation.resent', admissionId, null, toldOf(before));
        return accepted(admissionId);
      }),
    );
  }

  async revoke(admissionId: string, note: ChangeNote): Promise<Outcome<null>> {
    const done = await this.#write(note, async (repositories) => {
      const before = await repositories.admissions.open(admissionId);
      if (before === null) return refused('INVITATION_UNKNOWN');
      await this.#takeBack(repositories, before);
      await this.#note(repositories, note, 'invitation.revoked', admissionId, toldOf(before), null);
      return accepted(null);
    });
    if (done.ok) this.#changed();
    return done;
  }

  async look(token: string): Promise<Outcome<AdmissionTerms>> {
    const { store } = this.#parts;
    const found = await this.#openedBy(store, token);
    if (found === null || !this.#isAble(await store.users.get(found.invitedBy))) return refused('INVITATION_OVER');
    return (await store.users.byAddress(found.address)) === null ? accepted(found) : refused('INVITATION_TAKEN');
  }

  async accept(token: string, answers: AdmissionAnswers): Promise<Outcome<Person>> {
    const { store, people } = this.#parts;
    const looked = await this.look(token);
    if (!looked.ok) return looked;
    const standing = standingOf(this.#byNow(looked.value));
    let used: { readonly admissionId: string; readonly address: string; readonly inviter: UserRecord } | null = null;
    const made = await people.admit(
      { ...answers, ...standing, invitedBy: null },
      {
        before: async (sql) => {
          const repositories = store.of(sql);
          const admins = await repositories.users.hold('');
          // Once more, while nobody else can use or revoke it: of two who come with it one finds it.
          const found = await this.#openedBy(repositories, token);
          const inviter = admins.find((one) => one.id === found?.invitedBy && this.#isAble(one));
          if (found === null || inviter === undefined) return refused('INVITATION_OVER').error;
          used = { admissionId: found.admissionId, address: found.address, inviter };
          return null;
        },
        after: async (sql, person) => {
          const repositories = store.of(sql);
          if (used === null) throw new Error('an invitation was accepted that nobody has looked at');
          const { admissionId, address, inviter } = used;
          const timeMs = this.#parts.clock.nowMs();
          await repositories.admissions.use(admissionId, person.id, timeMs);
          await repositories.audit.append({
            ...{ timeMs, actor: person.id, action: 'invitation.accepted', subject: `person/${person.id}`, reason: null },
            ...{ before: null, after: { invitation_id: admissionId, inviter: inviter.username } },
          });
          for (const work of this.#works) await work({ admissionId, address, inviter: inviter.id, person }, sql);
        },
      },
    );
    if (made.ok) this.#changed();
    return made.ok ? made : denied(await this.#refusal(token, made.error));
  }

  /** What is wrong with what the person has not typed is not told in words of fields that he does not see. */
  async #refusal(token: string, error: AppError): Promise<AppError> {
    if (error.code === 'PERSON_ROLE_UNKNOWN') return refused('INVITATION_OVER').error;
    if (error.code !== 'PERSON_TAKEN') return error;
    if (error.params.field !== 'username') return refused('INVITATION_TAKEN').error;
    // Counted before it is told: of a burst no more are told than of those who ask one after the other.
    const { store, clock } = this.#parts;
    const mayKnow = await store.admissions.nameTaken(hashOf(token), clock.nowMs(), mostNames);
    return mayKnow ? error : refused('INVITATION_OVER').error;
  }

  onAccepted(work: (accepted: AcceptedAdmission, within: Sql) => Promise<void>): Disposer {
    this.#works.add(work);
    return () => void this.#works.delete(work);
  }

  listen(listener: () => void): Disposer {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Those whose time has long been over go, used or not. */
  forgetting(): JobTerms {
    const { store, clock } = this.#parts;
    return {
      id: 'admissions',
      everyMs: hourMs,
      firstAfterMs: 60_000,
      run: async () => {
        if ((await store.admissions.deleteOlder(clock.nowMs() - keptMs)) > 0) this.#changed();
      },
    };
  }

  /** Null: nothing, whatever the cause. */
  async #openedBy({ admissions }: Pick<Repositories, 'admissions'>, token: string): Promise<AdmissionRecord | null> {
    const found = await admissions.openedBy(hashOf(token), this.#parts.clock.nowMs());
    return found !== null && found.nameTries < mostNames ? found : null;
  }

  #isAble(inviter: UserRecord | null): boolean {
    return inviter?.role === 'admin' && inviter.state === 'ACTIVE' && (this.#parts.demoAllowed || !inviter.demo);
  }

  /** A level whose last day is over is none. */
  #byNow<T extends AdmissionTerms>(terms: T): T {
    const isOver = terms.vipUntilMs !== null && terms.vipUntilMs <= this.#parts.clock.nowMs();
    return isOver ? { ...terms, vipLevel: 0, vipUntilMs: null } : terms;
  }

  #write<T>(note: ChangeNote, work: (repositories: Repositories, by: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return this.#parts.store.transaction(async (repositories) => {
      const admins = await repositories.users.hold('');
      const barred = await authorProblem(repositories, note, admins);
      if (barred !== null) return denied(barred);
      // Only an administrator invites, and the house itself is none.
      return note.by === 'system' || note.by.role !== 'admin' ? refused('ACCESS_ROLE') : work(repositories, note.by.userId);
    });
  }

  async #letter(repositories: Repositories, { address, language }: AdmissionTerms, invitedBy: string, words: AdmissionWords) {
    const { deliveries, clock, newId } = this.#parts;
    const token = randomBytes(32).toString('base64url');
    const deliveryId = newId();
    const delivery = { to: { address, language }, kind: 'invitation', words: words(token), lifeMs: admissionLifeMs } as const;
    await deliveries.sendIn(repositories, delivery, deliveryId);
    const invitedMs = clock.nowMs();
    return { tokenHash: hashOf(token), deliveryId, invitedBy, invitedMs, untilMs: invitedMs + admissionLifeMs };
  }

  /** The link opens nothing more, and a letter that is not on its way yet stays. */
  async #takeBack({ admissions, deliveries }: Repositories, { admissionId, deliveryId }: AdmissionRecord): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    await admissions.revoke(admissionId, nowMs);
    await deliveries.takeBack(deliveryId, nowMs);
  }

  async #note(
    { audit }: Repositories,
    { by, reason }: ChangeNote,
    action: 'invitation.made' | 'invitation.resent' | 'invitation.revoked',
    admissionId: string,
    before: AuditValue,
    after: AuditValue,
  ): Promise<void> {
    const [timeMs, actor] = [this.#parts.clock.nowMs(), by === 'system' ? by : by.userId];
    await audit.append({ timeMs, actor, action, subject: `invitation/${admissionId}`, reason, before, after });
  }

  async #told(done: Outcome<string>): Promise<Outcome<OpenAdmission>> {
    if (!done.ok) return done;
    this.#changed();
    const one = (await this.list()).find(({ admissionId }) => admissionId === done.value);
    return one === undefined ? refused('INVITATION_UNKNOWN') : accepted(one);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const standingOf = ({ address, role, vipLevel, vipUntilMs, productVersion }: AdmissionTerms): Omit<PersonTerms, 'username'> => ({
  ...(isMail(address) ? { email: address, phone: null } : { email: null, phone: address }),
  ...{ role, vipLevel, vipUntilMs, productVersion },
});

/** By the names of the wire. */
const toldOf = ({ address, role, vipLevel, vipUntilMs, productVersion }: AdmissionTerms): AuditValue => ({
  ...(isMail(address) ? { email: address } : { phone: address }),
  ...{ role, vip_level: vipLevel, vip_until: vipUntilMs },
  ...(productVersion === null ? {} : { product: productVersion }),
});
