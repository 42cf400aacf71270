import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditRecord, Json } from '../records.ts';
import type { DatabaseTables } from '../tables.ts';

/** JSON that is the same text for the same value, however a database has kept it: members by name, nothing between them. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // By code units, as every language can.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** Hex SHA-256 over the entry and the hash of the one before, as a JSON array of these in this order. */
export function chainedHash(prevHash: string, { id, timeMs, actor, action, subject, reason, before, after }: AuditRecord): string {
  const text = canonicalJson([prevHash, id, timeMs, actor, action, subject, reason, before, after]);
  return createHash('sha256').update(text).digest('hex');
}

export const toAudit = (row: Selectable<DatabaseTables['audit_log']>): AuditRecord => ({
  id: Number(row.id),
  timeMs: Number(row.time_ms),
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  reason: row.reason,
  before: row.before,
  after: row.after,
});
