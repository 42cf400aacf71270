import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { FileBytes, route } from './route.ts';

const tag = 'Own data';
const admins: Access = { roles: ['admin'] };
const UserId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });

const Leaving = strict({
  asked_time: TimeMs,
  /** From when on the house erases him, as soon as nothing keeps him. */
  due_time: TimeMs,
});
export type LeavingView = Static<typeof Leaving>;

const OwnDataState = strict({
  /** Null: he stays. */
  leaving: nullable(Leaving),
  /** What keeps him from leaving; `where`: the account or instance. */
  hindrances: Type.Array(
    strict({ kind: oneOf(['balances', 'orders', 'instances', 'movements', 'unknown'] as const), where: Type.String() }),
  ),
  /** Of what there is to take along, by the names in the file. */
  tables: Type.Array(Type.String()),
});
export type OwnDataStateView = Static<typeof OwnDataState>;

/** What the house holds of a person, for himself, and his leaving. */
export const ownDataRoutes = {
  ownDataState: route({
    method: 'GET',
    path: '/user/data/state',
    tag,
    summary: 'Whether the caller leaves, and what keeps him from it',
    access: 'session',
    rate: 'sum',
    reply: OwnDataState,
  }),
  ownDataExport: route({
    method: 'GET',
    path: '/user/data/export',
    tag,
    summary:
      'Everything that the house and its plugins hold of the caller, without secrets, as one JSON file, or a table of it as CSV; one at a time',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    query: strict({
      table: Type.Optional(Type.String({ pattern: '^[a-z0-9_.-]{1,100}$', description: 'This one of `tables` alone, as CSV' })),
    }),
    reply: FileBytes,
    media: 'application/octet-stream',
  }),
  ownDataLeave: route({
    method: 'POST',
    path: '/user/data/leave',
    tag,
    summary: 'The caller leaves: seven days later what is his is erased, and his name in the books. Refused while anything keeps him',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    body: strict({ username: Type.String({ minLength: 1, maxLength: 64, description: 'The own user name, typed once more' }) }),
    reply: OwnDataState,
  }),
  ownDataStay: route({
    method: 'POST',
    path: '/user/data/stay',
    tag,
    summary: 'The caller stays after all',
    access: 'session',
    rate: 'stop',
    reply: OwnDataState,
  }),
  personLeaving: route({
    method: 'GET',
    path: '/admin/people/leaving',
    tag: 'People',
    summary: 'Whether a person leaves, and when',
    access: admins,
    rate: 'read',
    query: strict({ user_id: UserId }),
    reply: strict({ leaving: nullable(Leaving) }),
  }),
  personKeep: route({
    method: 'POST',
    path: '/admin/people/keep',
    tag: 'People',
    summary: 'Takes back that a person leaves, and tells the person',
    access: admins,
    rate: 'save',
    body: strict({ user_id: UserId, reason: Type.String({ minLength: 3, maxLength: 500 }) }),
    reply: Type.Null(),
  }),
} as const;
