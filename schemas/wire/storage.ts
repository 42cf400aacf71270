import { type Static, Type } from '@sinclair/typebox';
import { oneOf, strict } from '../common.ts';
import { route } from './route.ts';

/** What is stored for a user, by what he knows it as. `deleted` can still be restored and gives way by itself when room is needed. */
export const storedKinds = ['workspaces', 'documents', 'alerts', 'backtests', 'strategies', 'refusals', 'traces', 'deleted'] as const;
export type StoredKind = (typeof storedKinds)[number];
/** Kinds that rows of a plugin may be of. */
export type CountedKind = Extract<StoredKind, 'workspaces' | 'documents' | 'alerts' | 'backtests'>;

const Bytes = Type.Integer({ minimum: 0 });

export const StorageView = strict({
  quota: Bytes,
  /** Of all kinds together, in bytes. */
  used: Bytes,
  kinds: Type.Array(strict({ kind: oneOf(storedKinds), bytes: Bytes })),
});
export type StorageView = Static<typeof StorageView>;

export const storageRoutes = {
  storage: route({
    method: 'GET',
    path: '/user/storage',
    tag: 'User',
    summary: 'What is stored for the caller, and how much may be',
    access: 'session',
    rate: 'read',
    reply: StorageView,
  }),
} as const;
