import { type Static, Type } from '@sinclair/typebox';
import { auditGroups } from '../../core/domain/audit/audit-deeds.ts';
import { auditProblems } from '../../core/domain/audit/audit-problem.ts';
import { sealVerdicts } from '../../core/domain/audit/seal-verdict.ts';
import { nullable, oneOf, SignedDecimal, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { CsvText, pageOf } from './history-query.ts';
import { OrderOriginView } from './order-events.ts';
import { route } from './route.ts';

const tag = 'Audit';

const EntryId = Type.Integer({ minimum: 0 });

const AuditLine = strict({
  entry: EntryId,
  time: TimeMs,
  /** The user name of who did it; `system` for the house itself. */
  actor: Type.String(),
  /** Null: no person. */
  actor_id: nullable(Type.String()),
  action: Type.String(),
  /** What was acted on, such as `person/<id>`. */
  subject: Type.String(),
  /** Of a subject that is a person: who. */
  subject_name: nullable(Type.String()),
  subject_id: nullable(Type.String()),
  reason: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
  /** Of the chain: over the entry and the hash of the one before it. */
  hash: Type.String(),
});
export type AuditLineView = Static<typeof AuditLine>;

const Word = Type.String({ minLength: 1, maxLength: 200 });
const OrderId = Type.String({ minLength: 1, maxLength: 64 });
const filter = {
  actor: Type.Optional(Type.Unsafe<string>({ ...Word, description: 'User name of who did it; `system`: the house itself' })),
  group: Type.Optional(oneOf(auditGroups)),
  subject: Type.Optional(
    Type.Unsafe<string>({
      ...Word,
      description:
        'User name: what is about its person, his accounts, keys, movements of money, transfers and strategy instances; or a subject as an entry has it, such as `plugin-set/user`',
    }),
  ),
  order: Type.Optional(
    Type.Unsafe<string>({ ...OrderId, description: 'ID of an order: only the entries `orders.sealed` whose seals cover a change of it' }),
  ),
  from: Type.Optional(TimeMs),
  to: Type.Optional(TimeMs),
  search: Type.Optional(Type.Unsafe<string>({ ...Word, description: 'Stands in action, subject, reason, or in what was before or after' })),
};
export type AuditFilterView = { -readonly [K in keyof typeof filter]?: Static<(typeof filter)[K]> };

const Check = strict({
  /** Entries of the chain that have been read, of how many; null while nobody checks. */
  running: nullable(strict({ read: Type.Integer(), of: Type.Integer() })),
  /** The last one that ended; null: none has yet. */
  last: nullable(
    strict({
      time: TimeMs,
      outcome: oneOf(['unbroken', 'broken']),
      /** The last entry that is proven, or the first one that is broken; null: the chain as a whole. */
      entry: nullable(EntryId),
      problem: nullable(oneOf(auditProblems)),
      /** Of the last proven entry, to be kept elsewhere: whoever has it sees later whether the chain still has it. */
      hash: nullable(Type.String()),
    }),
  ),
});
export type AuditCheckView = Static<typeof Check>;

/** Null: the order itself is not stored any more. What is stored may have been written by anybody, so that no stored word here is one of a list. */
const SealedOrder = strict({
  /** Its place in the journal of the exchange. */
  place: Type.String(),
  time: TimeMs,
  order_id: Type.String(),
  client_order_id: nullable(Type.String()),
  api_id: nullable(Type.Integer()),
  /** Whose the account is now, which is not sealed; null: nobody's any more. */
  username: nullable(Type.String()),
  /** By what it came. Strategies, copies and risk are told by the sealed id; keys and who is authorised by what was noted beside, keys while traces of them are kept. */
  origin: nullable(OrderOriginView),
  market: nullable(Type.String()),
  side: nullable(Type.String()),
  type: nullable(Type.String()),
  status: Type.String(),
  cause: Type.String(),
  price: nullable(SignedDecimal),
  qty: nullable(SignedDecimal),
  trigger_price: nullable(SignedDecimal),
  filled_qty: nullable(SignedDecimal),
});
export type SealedOrderView = Static<typeof SealedOrder>;

const admins: Access = { roles: ['admin'] };

/** What administrators read of the audit log. Reading it stands in it too: once an hour for whoever reads, and each export. */
export const auditRoutes = {
  auditList: route({
    method: 'GET',
    path: '/admin/audit/list',
    tag,
    summary:
      'Entries of the audit log, newest first; a long log is looked through in parts, so that a page may be empty and have a next one; the audit says who looked',
    access: admins,
    rate: 'read',
    query: strict({
      ...filter,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    reply: pageOf(AuditLine),
  }),
  auditExport: route({
    method: 'GET',
    path: '/admin/audit/export',
    tag,
    summary: 'Entries of the audit log as a table; the audit says who took it',
    access: admins,
    rate: 'heavy',
    confirm: 'fresh',
    query: strict(filter),
    reply: CsvText,
    media: 'text/csv',
  }),
  auditSealOrders: route({
    method: 'GET',
    path: '/admin/audit/seal/orders',
    tag,
    summary:
      'The changes of orders that an entry `orders.sealed` covers, and whether they are as they were sealed; the audit says who looked',
    access: admins,
    rate: 'read',
    query: strict({
      entry: EntryId,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      order: Type.Optional(Type.Unsafe<string>({ ...OrderId, description: 'Changes of this order alone' })),
      after: Type.Optional(Type.String({ pattern: '^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,8})$' })),
    }),
    reply: strict({ verdict: oneOf(sealVerdicts), results: Type.Array(SealedOrder), next: nullable(Type.String()) }),
  }),
  auditSealExport: route({
    method: 'GET',
    path: '/admin/audit/seal/export',
    tag,
    summary: 'The changes of orders that an entry `orders.sealed` covers as a table; the audit says who took it',
    access: admins,
    rate: 'heavy',
    confirm: 'fresh',
    query: strict({ entry: EntryId }),
    reply: CsvText,
    media: 'text/csv',
  }),
  auditCheck: route({
    method: 'GET',
    path: '/admin/audit/check',
    tag,
    summary: 'Whether the chain of the audit log was found unbroken, and how far a check has come',
    access: admins,
    rate: 'read',
    reply: Check,
  }),
  auditCheckStart: route({
    method: 'POST',
    path: '/admin/audit/check/start',
    tag,
    summary: 'Reads the chain from its first entry to its end; one that runs already goes on, and after one there is a pause',
    access: admins,
    rate: 'heavy',
    reply: Check,
  }),
} as const;
