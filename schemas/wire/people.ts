import { type Static, Type } from '@sinclair/typebox';
import { emailPattern, longestEmail, phonePattern, usernamePattern } from '../../core/domain/accounts/person-rules.ts';
import { productVersions } from '../../core/domain/accounts/role.ts';
import { nullable, oneOf, ProductVersionName, RoleName, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { CsvText, pageOf } from './history-query.ts';
import { PlaceView } from './place.ts';
import { route } from './route.ts';

const tag = 'People';

/** What a person may be: at work, or suspended, who can neither sign in nor trade. */
export const personStates = ['ACTIVE', 'DISABLED'] as const;

const UserId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
/** Names a session of the person, and lets nobody in. */
const SessionId = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Username = Type.String({ pattern: usernamePattern, description: '3 to 32 letters, digits, _ . and -' });
const Email = Type.String({ maxLength: longestEmail, pattern: emailPattern });
const Phone = Type.String({ pattern: phonePattern, description: 'With the code of its country: +85212345678' });
export const Vip = Type.Integer({ minimum: 0, maximum: 3 });
/** Of a change, for the audit. */
export const Reason = Type.String({ minLength: 3, maxLength: 500 });

const summary = {
  user_id: UserId,
  username: Type.String(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  role: RoleName,
  vip_level: Vip,
  /** When the level falls back to 0; null: never. */
  vip_until: nullable(TimeMs),
  /** What the person has beside role and level; null: none. */
  product: nullable(ProductVersionName),
  state: oneOf(personStates),
  demo: Type.Boolean(),
  created_time: TimeMs,
  /** The last time that somebody came in with the right password; null: never. */
  last_sign_in_time: nullable(TimeMs),
};
const PersonSummary = strict(summary);
export type PersonSummaryView = Static<typeof PersonSummary>;

const Person = strict({
  ...summary,
  /** Counts changes: a change names the one that it was made from. */
  version: Type.Integer({ minimum: 0 }),
  invite_code: Type.String(),
  /** The user name of who brought this one. */
  invited_by: nullable(Type.String()),
  inviter_id: nullable(UserId),
  invited_count: Type.Integer(),
  /** Of use, as he accepted them when he registered; null: others have made him. */
  terms: nullable(strict({ version: Type.String(), time: TimeMs })),
  /** Open sessions, the newest first. */
  sessions: Type.Array(
    strict({
      session_id: SessionId,
      created_time: TimeMs,
      expiry_time: TimeMs,
      ip: Type.String(),
      place: PlaceView,
      user_agent: Type.String(),
    }),
  ),
  /** The last sign-ins and tries, the newest first. */
  sign_ins: Type.Array(strict({ time: TimeMs, ip: Type.String(), place: PlaceView, user_agent: Type.String(), outcome: Type.String() })),
  /** Oldest first. */
  notes: Type.Array(strict({ note_id: Type.String(), author: Type.String(), body: Type.String(), written_time: TimeMs })),
});
export type PersonView = Static<typeof Person>;

const HistoryLine = strict({
  line_id: Type.Integer(),
  time: TimeMs,
  /** The user name of who did it; `system` for the house itself. */
  actor: Type.String(),
  action: Type.String(),
  reason: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type HistoryLineView = Static<typeof HistoryLine>;

const filter = {
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Stands in user name, e-mail or phone' })),
  role: Type.Optional(RoleName),
  vip_level: Type.Optional(Vip),
  state: Type.Optional(oneOf(personStates)),
  product: Type.Optional(oneOf([...productVersions, 'none'] as const, '`none`: who has no version of the product')),
  invited_by: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The user name of who brought them' })),
};

const admins: Access = { roles: ['admin'] };
const OnePerson = strict({ user_id: UserId });
/** Told once, to be handed over; whoever has it can come in. */
const GivenPassword = Type.String();

const NewPerson = strict({
  username: Username,
  email: nullable(Email),
  phone: nullable(Phone),
  role: RoleName,
  vip_level: Vip,
  vip_until: nullable(TimeMs),
  /** Absent: none. */
  product: Type.Optional(nullable(ProductVersionName)),
  reason: Reason,
});

const ImportLine = strict({
  /** Of the text, the head being line 1. */
  line: Type.Integer({ minimum: 1 }),
  username: Type.String(),
  outcome: oneOf(['ready', 'made', 'refused']),
  /** Of a refused line: in which column. */
  field: nullable(Type.String()),
  /** What is wrong with it, as an error of the catalogue by its number, which the page says in the reader's language. */
  problem: nullable(strict({ code: Type.Integer(), params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])) })),
  password: nullable(GivenPassword),
});
export type ImportLineView = Static<typeof ImportLine>;

/** People that pass a filter are counted as far as this: who is looked for is not among more. */
export const mostCounted = 1_000;

/** What administrators do with the people of the house. Each change stands in the audit, with its reason, in the transaction that makes it. */
export const peopleRoutes = {
  peopleList: route({
    method: 'GET',
    path: '/admin/people/list',
    tag,
    summary: 'People by user name',
    access: admins,
    rate: 'read',
    query: strict({
      ...filter,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    reply: strict({
      ...pageOf(PersonSummary).properties,
      total: Type.Integer({ minimum: 0, maximum: mostCounted, description: `How many pass the filter; ${mostCounted}: so many or more.` }),
    }),
  }),
  peopleExport: route({
    method: 'GET',
    path: '/admin/people/export',
    tag,
    summary: 'People as a table, as the import takes it; the audit says who took it',
    access: admins,
    rate: 'heavy',
    confirm: 'fresh',
    query: strict(filter),
    reply: CsvText,
    media: 'text/csv',
  }),
  peopleImport: route({
    method: 'POST',
    path: '/admin/people/import',
    tag,
    summary: 'Makes many people from a table, all or none; with `dry` it only says what would become of each line',
    access: admins,
    rate: 'heavy',
    confirm: 'fresh',
    body: strict({ csv: Type.String({ minLength: 1, maxLength: 200_000 }), dry: Type.Boolean(), reason: Reason }),
    // As many characters of three bytes, and what JSON escapes.
    mostBytes: 640 * 1024,
    reply: strict({ lines: Type.Array(ImportLine), made: Type.Integer() }),
  }),
  personGet: route({
    method: 'GET',
    path: '/admin/people/person',
    tag,
    summary: 'One person, with sessions, sign-ins and notes; the audit says who looked',
    access: admins,
    rate: 'read',
    query: OnePerson,
    reply: Person,
  }),
  personHistory: route({
    method: 'GET',
    path: '/admin/people/history',
    tag,
    summary: 'What was done with a person, newest first',
    access: admins,
    rate: 'read',
    query: strict({
      user_id: UserId,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    reply: pageOf(HistoryLine),
  }),
  personCreate: route({
    method: 'POST',
    path: '/admin/people/create',
    tag,
    summary: 'Makes a person; the password is told here and never again',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: NewPerson,
    reply: strict({ person: Person, password: GivenPassword }),
  }),
  personChange: route({
    method: 'POST',
    path: '/admin/people/change',
    tag,
    summary: 'Changes role, level, version of the product, state or addresses; all but addresses ends all sessions at once',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({
      user_id: UserId,
      version: Type.Integer({ minimum: 0 }),
      role: Type.Optional(RoleName),
      vip_level: Type.Optional(Vip),
      vip_until: Type.Optional(nullable(TimeMs)),
      product: Type.Optional(nullable(ProductVersionName)),
      state: Type.Optional(oneOf(personStates)),
      email: Type.Optional(nullable(Email)),
      phone: Type.Optional(nullable(Phone)),
      reason: Reason,
    }),
    reply: Person,
  }),
  personPassword: route({
    method: 'POST',
    path: '/admin/people/password',
    tag,
    summary: 'Gives a person a new password, told here once, and ends all sessions',
    access: admins,
    rate: 'save',
    confirm: 'fresh',
    body: strict({ user_id: UserId, reason: Reason }),
    reply: strict({ password: GivenPassword }),
  }),
  personSessionsEnd: route({
    method: 'POST',
    path: '/admin/people/sessions/end',
    tag,
    summary: "Ends a person's sessions, or one of them, with their sockets",
    access: admins,
    rate: 'stop',
    body: strict({ user_id: UserId, session_id: Type.Optional(SessionId), reason: Reason }),
    reply: strict({ ended: Type.Integer() }),
  }),
  personNote: route({
    method: 'POST',
    path: '/admin/people/note',
    tag,
    summary: 'Writes a note about a person, for administrators',
    access: admins,
    rate: 'save',
    body: strict({ user_id: UserId, body: Type.String({ minLength: 1, maxLength: 2_000 }) }),
    reply: Person,
  }),
} as const;
