import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { chainedHash, toAudit } from './audit-chain.ts';

/** `broken`: the first entry that is not as it was written, and why. */
export type AuditFinding =
  | { readonly outcome: 'unbroken'; readonly entries: number; readonly earlier: number; readonly hash: string }
  | { readonly outcome: 'broken'; readonly entryId: number | null; readonly because: string };

const pageSize = 1_000;
const broken = (entryId: number | null, because: string): AuditFinding => ({ outcome: 'broken', entryId, because });

/** Reads the audit log from its first entry to its end, as of one moment. */
export function verifyAudit(database: Database): Promise<AuditFinding> {
  const read = async (transaction: Database): Promise<AuditFinding> => {
    const head = await transaction.selectFrom('audit_head').selectAll().executeTakeFirst();
    if (head === undefined) return broken(null, 'the row that holds the end of the chain is gone');
    const { count, digest } = await earlierEntries(transaction, head.earlier_id);
    if (digest !== head.first_hash) return broken(null, `the ${count} entries from before the chain are not those that it began with`);
    let [prev, id] = [head.first_hash, Number(head.earlier_id)];
    for (;;) {
      const rows = await transaction
        .selectFrom('audit_log')
        .selectAll()
        .where('id', '>', String(id))
        .orderBy('id')
        .limit(pageSize)
        .execute();
      for (const row of rows) {
        const record = toAudit(row);
        if (record.id !== id + 1) return broken(id + 1, 'it is missing');
        if (row.prev_hash !== prev) return broken(record.id, 'it does not follow the entry before it');
        if (row.hash !== chainedHash(prev, record)) return broken(record.id, 'it is not what its hash was made of');
        [prev, id] = [row.hash, record.id];
      }
      if (rows.length < pageSize) break;
    }
    if (id < Number(head.last_id)) return broken(id + 1, 'it is missing');
    if (id > Number(head.last_id) || prev !== head.last_hash) return broken(id, 'it is not the end that the chain tells of');
    return { outcome: 'unbroken', entries: id - Number(head.earlier_id), earlier: count, hash: prev };
  };
  return database.isTransaction ? read(database) : database.transaction().setIsolationLevel('repeatable read').execute(read);
}

/** Those that were there when the chain began, as the step that began it has read them. */
async function earlierEntries(database: Database, lastId: string): Promise<{ readonly count: number; readonly digest: string }> {
  const { rows } = await sql<{ readonly count: string; readonly digest: string }>`select count(*) as count,
    encode(sha256(convert_to(coalesce(string_agg(json_build_array(id, time_ms, actor, action, subject, before, after)::text, chr(10) order by id), ''),
      'UTF8')), 'hex') as digest from audit_log where id <= ${lastId}::bigint`.execute(database);
  return { count: Number(rows[0]?.count ?? 0), digest: rows[0]?.digest ?? '' };
}
