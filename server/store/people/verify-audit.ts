import { sql } from 'kysely';
import type { AuditCheckOptions, AuditFinding } from '../../../core/contract/audit.ts';
import type { AuditProblem } from '../../../core/domain/audit/audit-problem.ts';
import type { Database } from '../opening/dialect.ts';
import { isAsSealed, readCuts, sealOf } from '../orders/order-seals.ts';
import { chainedHash, toAudit } from './audit-chain.ts';

/** Rows of a step: the hashing of more would be felt by whoever else the process serves. */
const pageSize = 100;
const broken = (entryId: number | null, problem: AuditProblem): AuditFinding => ({ outcome: 'broken', entryId, problem });

/**
 * Reads the audit log from its first entry to its end, wherever that is by then. Each step is a statement of its own: entries are only ever added, so
 * nobody has to wait for a moment in which they all stand still.
 */
export async function verifyAudit(database: Database, { onProgress, stop }: AuditCheckOptions = {}): Promise<AuditFinding> {
  let head = await readHead(database);
  if (head === null) return broken(null, 'end-gone');
  const { firstHash, earlierId } = head;
  const { count, digest } = await earlierEntries(database, earlierId);
  if (digest !== firstHash) return broken(null, 'earlier-altered');
  const cuts = await readCuts(database);
  let [prev, id] = [firstHash, earlierId];
  for (;;) {
    stop?.throwIfAborted();
    const rows = await database.selectFrom('audit_log').selectAll().where('id', '>', String(id)).orderBy('id').limit(pageSize).execute();
    for (const row of rows) {
      const record = toAudit(row);
      if (record.id !== id + 1) return broken(id + 1, 'missing');
      if (row.prev_hash !== prev) return broken(record.id, 'not-following');
      if (row.hash !== chainedHash(prev, record)) return broken(record.id, 'altered');
      const seal = sealOf(record);
      if (seal !== null && !(await isAsSealed(database, seal, record.id, cuts))) return broken(record.id, 'orders-altered');
      [prev, id] = [row.hash, record.id];
    }
    // What was added since is told of by the end of the chain as well.
    if (id > head.lastId) head = await readHead(database);
    if (head === null) return broken(null, 'end-gone');
    onProgress?.(id - earlierId, Math.max(id, head.lastId) - earlierId);
    if (rows.length === pageSize) continue;
    if (id < head.lastId) {
      // Added between the two readings, or gone: another look tells.
      const isThere = await database
        .selectFrom('audit_log')
        .select('id')
        .where('id', '=', String(id + 1))
        .executeTakeFirst();
      if (isThere === undefined) return broken(id + 1, 'missing');
      continue;
    }
    if (id > head.lastId || prev !== head.lastHash) return broken(id, 'other-end');
    return { outcome: 'unbroken', entries: id - earlierId, earlier: count, lastId: id, hash: prev };
  }
}

async function readHead(database: Database) {
  const head = await database.selectFrom('audit_head').selectAll().executeTakeFirst();
  if (head === undefined) return null;
  return { firstHash: head.first_hash, earlierId: Number(head.earlier_id), lastId: Number(head.last_id), lastHash: head.last_hash };
}

/** Those that were there when the chain began, as the step that began it has read them. */
async function earlierEntries(database: Database, lastId: number): Promise<{ readonly count: number; readonly digest: string }> {
  const { rows } = await sql<{ readonly count: string; readonly digest: string }>`select count(*) as count,
    encode(sha256(convert_to(coalesce(string_agg(json_build_array(id, time_ms, actor, action, subject, before, after)::text, chr(10) order by id), ''),
      'UTF8')), 'hex') as digest from audit_log where id <= ${String(lastId)}::bigint`.execute(database);
  return { count: Number(rows[0]?.count ?? 0), digest: rows[0]?.digest ?? '' };
}
