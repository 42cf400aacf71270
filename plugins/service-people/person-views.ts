import type { AuditLog } from '../../core/contract/audit.ts';
import type { HousePeople, Person } from '../../core/contract/people.ts';
import type { Places } from '../../core/contract/places.ts';
import type { PersonSummaryView, PersonView } from '../../schemas/wire/people.ts';
import type { PersonNotes } from './person-notes.ts';

/** Sign-ins and tries that are shown. */
const shownSignIns = 50;

export const summaryView = (person: Person): PersonSummaryView => ({
  ...{ user_id: person.id, username: person.username, email: person.email, phone: person.phone, role: person.role },
  ...{
    vip_level: person.vipLevel,
    vip_until: person.vipUntilMs,
    product: person.productVersion,
    state: person.state,
    demo: person.demo,
  },
  ...{ created_time: person.createdMs, last_sign_in_time: person.lastSignInMs },
});

/** People as the calls tell of them. */
export class PersonViews {
  readonly #people: HousePeople;
  readonly #notes: Pick<PersonNotes, 'of'>;
  readonly #audit: Pick<AuditLog, 'page'>;
  readonly #places: Places;

  constructor(people: HousePeople, notes: Pick<PersonNotes, 'of'>, audit: Pick<AuditLog, 'page'>, places: Places) {
    this.#people = people;
    this.#notes = notes;
    this.#audit = audit;
    this.#places = places;
  }

  async whole(person: Person): Promise<PersonView> {
    const { id, version, inviteCode, invitedBy } = person;
    const [inviter, invited, sessions, signIns, notes, terms] = await Promise.all([
      invitedBy === null ? null : this.#people.get(invitedBy),
      this.#people.invited(id),
      this.#people.sessions(id),
      this.#people.signIns(id, shownSignIns),
      this.#notes.of(id),
      this.#termsOf(id),
    ]);
    return {
      ...summaryView(person),
      ...{
        version,
        invite_code: inviteCode,
        invited_by: inviter?.username ?? null,
        inviter_id: inviter?.id ?? null,
        invited_count: invited,
        terms,
      },
      sessions: sessions.map(({ sessionId, createdMs, expiresMs, ip, userAgent }) => ({
        ...{
          session_id: sessionId,
          created_time: createdMs,
          expiry_time: expiresMs,
          ip,
          place: this.#places.of(ip),
          user_agent: userAgent,
        },
      })),
      sign_ins: signIns.map(({ timeMs, ip, userAgent, outcome }) => ({
        time: timeMs,
        ip,
        place: this.#places.of(ip),
        user_agent: userAgent,
        outcome,
      })),
      notes: notes.map(({ noteId, author, body, writtenMs }) => ({ note_id: noteId, author, body, written_time: writtenMs })),
    };
  }

  /** The audit is where it stands that he has accepted them, unchangeably. */
  async #termsOf(id: string): Promise<PersonView['terms']> {
    const { entries } = await this.#audit.page({ subject: `person/${id}`, action: 'person.registered' }, { limit: 1 });
    const [entry] = entries;
    const { terms_version: version } = (entry?.after ?? {}) as { readonly terms_version?: unknown };
    return entry === undefined || typeof version !== 'string' ? null : { version, time: entry.timeMs };
  }
}
