import { accepted, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { BesideChange, ChangeNote, HousePeople, Person, PersonChanges, PersonTerms } from '../../core/contract/people.ts';
import { type Caller, type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids } from '../../core/contract/server-services.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { peopleRoutes } from '../../schemas/wire/people.ts';
import type { PersonLetters } from './letters.ts';
import { subjectOf } from './look-calls.ts';
import type { PersonNotes } from './person-notes.ts';
import type { PersonViews } from './person-views.ts';

interface ChangeParts {
  readonly people: HousePeople;
  readonly audit: AuditLog;
  readonly views: PersonViews;
  readonly notes: Pick<PersonNotes, 'add'>;
  readonly letters: Pick<PersonLetters, 'write' | 'say'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
}

type ChangeRoutes = Pick<
  RouteHandlers<typeof peopleRoutes>,
  'personCreate' | 'personChange' | 'personPassword' | 'personSessionsEnd' | 'personNote'
>;

/** Who asks, and why; null where nothing can be seen of the reason. */
export function noteOf(request: Pick<Caller, 'principal'> & { readonly body: { readonly reason: string } }): ChangeNote | null {
  const reason = tidyText(request.body.reason);
  const { role } = request.principal;
  return reason === '' || role === null ? null : { by: { userId: userOf(request), role }, reason };
}
export const noReason = refused('FORM_FIELD_EMPTY', { field: 'reason' });

/** How administrators change people. */
export function changeCalls({ people, audit, views, notes, letters, clock, ids }: ChangeParts): ChangeRoutes {
  return {
    personCreate: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const { username, email, phone, role, vip_level, vip_until: vipUntilMs, product = null } = request.body;
      const terms: PersonTerms = {
        username,
        email,
        phone,
        role,
        vipLevel: vip_level as PersonTerms['vipLevel'],
        vipUntilMs,
        productVersion: product,
      };
      const outcome = await people.make([terms], note, request.gone());
      if (!outcome.ok) return outcome;
      const [made] = outcome.value;
      if (made === undefined) throw new Error('nobody was made');
      return accepted({ person: await views.whole(made.person), password: made.password });
    },
    personChange: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const { user_id: userId, version, reason: _, vip_level, vip_until: vipUntilMs, product: productVersion, ...same } = request.body;
      const changes: PersonChanges = {
        ...same,
        ...(vip_level === undefined ? {} : { vipLevel: vip_level as PersonTerms['vipLevel'] }),
        ...(vipUntilMs === undefined ? {} : { vipUntilMs }),
        ...(productVersion === undefined ? {} : { productVersion }),
      };
      const person = await people.get(userId);
      const changed = await people.change(userId, version, changes, note, person === null ? {} : told(person, changes, letters));
      return changed.ok ? accepted(await views.whole(changed.value)) : changed;
    },
    personPassword: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const person = await people.get(request.body.user_id);
      if (person === null) return refused('PERSON_UNKNOWN');
      const given = await people.givePassword(person.id, note, async (sql) => {
        await letters.write(person, 'password', sql);
        await letters.say(person, 'password', sql);
      });
      return given.ok ? accepted({ password: given.value }) : given;
    },
    personSessionsEnd: async (request) => {
      const note = noteOf(request);
      if (note === null) return noReason;
      const { user_id: userId, session_id: only } = request.body;
      const ended = await people.endSessions(userId, only === undefined ? 'all' : { only }, note);
      return ended.ok ? accepted({ ended: ended.value }) : ended;
    },
    personNote: async (request) => {
      const { user_id: userId, body: typed } = request.body;
      const body = tidyText(typed);
      if (body === '') return refused('FORM_FIELD_EMPTY', { field: 'body' });
      const person = await people.get(userId);
      if (person === null) return refused('PERSON_UNKNOWN');
      const note = { noteId: ids.next(), author: request.principal.username ?? '', body, writtenMs: clock.nowMs() };
      const entry = { actor: userOf(request), action: 'person.noted', subject: subjectOf(userId), reason: null, before: null };
      await notes.add(userId, note, (sql) => audit.append({ ...entry, after: { note_id: note.noteId } }, sql));
      return accepted(await views.whole(person));
    },
  };
}

const letterAddress = ({ email, phone }: Pick<Person, 'email' | 'phone'>): string | null => email ?? phone;

/** Whose addresses change hears of it where he read before, and where he reads from now on when that is another place. */
function told(
  person: Person,
  { email = person.email, phone = person.phone }: PersonChanges,
  letters: ChangeParts['letters'],
): BesideChange {
  if (email === person.email && phone === person.phone) return {};
  return {
    before: (sql) => letters.write(person, 'addresses', sql),
    after: async (sql) => {
      if (letterAddress({ email, phone }) !== letterAddress(person)) await letters.write(person, 'addresses', sql);
      await letters.say(person, 'addresses', sql);
    },
  };
}
