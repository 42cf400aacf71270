import { type RawBuilder, sql } from 'kysely';
import type { AuditCheckOptions, AuditFinding, SealPageQuery } from '../../../core/contract/audit.ts';
import type { Database } from '../opening/dialect.ts';
import { entryOf, nextSeal, readSealed, type SealedOrderRecords, sealOf, sealsOf } from '../orders/order-seals.ts';
import type { AuditFilter, AuditPageRecord, AuditRecord, Json, NewAuditRecord, Page } from '../records.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { Audit } from '../store.ts';
import { chainedHash, toAudit } from './audit-chain.ts';
import { verifyAudit } from './verify-audit.ts';

/** Entries of one user and action in a period that he can make without an administrator: what stays for good must not be filled by anybody. */
const mostOwn = 20;
const ownPeriodMs = 60 * 60_000;
/** Entries that one statement may look through: whoever else needs the database waits for one such part with each statement of his. */
const lookedThrough = 5_000;
/**
 * Entries stand in the order in which they were written, and one may have an earlier time: that at which it was asked for, or that of a server whose
 * clock is late. So a search from a time on ends only where so many entries in a row are older than it by more than a day.
 */
const agedInARow = 100;
const lateMs = 24 * 60 * 60_000;
/** Movements, and instances, of a person whose entries are looked for with him. */
const mostOfPerson = 1_000;

interface Part {
  readonly from: number;
  readonly below: number;
  readonly limit: number;
}

export class SqlAudit implements Audit {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  append(entry: NewAuditRecord): Promise<number> {
    return this.#chain([entry]);
  }

  async appendAll(entries: readonly NewAuditRecord[]): Promise<void> {
    if (entries.length > 0) await this.#chain(entries);
  }

  async appendOwn(entry: NewAuditRecord, each: 'action' | 'subject' = 'action'): Promise<boolean> {
    const { count } = await this.#database
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('actor', '=', entry.actor)
      .where('action', '=', entry.action)
      .where('time_ms', '>', String(entry.timeMs - ownPeriodMs))
      .$if(each === 'subject', (query) => query.where('subject', '=', entry.subject))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostOwn) return false;
    await this.append(entry);
    return true;
  }

  /** Gives the number of the last. */
  #chain(entries: readonly NewAuditRecord[]): Promise<number> {
    return inTransaction(this.#database, async (database) => {
      const head = await database.selectFrom('audit_head').select(['last_id', 'last_hash']).forUpdate().executeTakeFirstOrThrow();
      let [id, hash] = [Number(head.last_id), head.last_hash];
      const rows = entries.map((entry) => {
        const record = asRead({ ...entry, id: ++id, reason: entry.reason ?? null });
        const prev_hash = hash;
        hash = chainedHash(prev_hash, record);
        const { timeMs: time_ms, before, after, ...words } = record;
        return { ...words, time_ms, before: JSON.stringify(before), after: JSON.stringify(after), prev_hash, hash };
      });
      await database.insertInto('audit_log').values(rows).execute();
      await database.updateTable('audit_head').set({ last_id: id, last_hash: hash }).execute();
      return id;
    });
  }

  async tradedVenues(): Promise<readonly string[]> {
    const rows = await this.#database.selectFrom('projection_position').select('venue').orderBy('venue').execute();
    return rows.map(({ venue }) => venue);
  }

  async sealOrders(venue: string, timeMs: number): Promise<boolean> {
    const seal = await nextSeal(this.#database, venue);
    if (seal !== null) await this.append(entryOf(seal, timeMs));
    return seal !== null;
  }

  async sealedOrders(entryId: number, page: SealPageQuery): Promise<SealedOrderRecords | null> {
    const row = await this.#database.selectFrom('audit_log').selectAll().where('id', '=', String(entryId)).executeTakeFirst();
    const seal = row === undefined ? null : sealOf(toAudit(row));
    return seal === null ? null : readSealed(this.#database, seal, { entryId, ...page });
  }

  verify(options?: AuditCheckOptions): Promise<AuditFinding> {
    return verifyAudit(this.#database, options);
  }

  async page(filter: AuditFilter): Promise<Page<AuditPageRecord>> {
    const limit = checkedLimit(filter.limit);
    const among = await this.#indexed(filter);
    const matching = async (from: number, below: number, most: number) =>
      (await this.#matching(filter, among, { from, below, limit: most })).map(withHash);
    let below = filter.beforeId ?? Number.MAX_SAFE_INTEGER;
    // What an index alone answers, and whoever waits for the end of it, has it at once.
    const isInParts = among.length === 0 || filter.text !== undefined || filter.patience !== undefined;
    if (!isInParts) return toPage(await matching(0, below, limit + 1), limit, (last) => last.id);
    const oldestMs = (filter.fromMs ?? Number.NEGATIVE_INFINITY) - lateMs;
    const found: AuditPageRecord[] = [];
    let left = filter.patience ?? Number.MAX_SAFE_INTEGER;
    // What only a look at each entry can tell is asked for in parts, so that whoever else needs the database comes in between.
    for (;;) {
      const newest = await this.#newestBelow(among, below);
      if (newest === null || newest.timeMs < oldestMs) break;
      const from = await this.#partBegin(among, newest.id);
      found.push(...(await matching(from, newest.id + 1, limit + 1 - found.length)));
      if (found.length > limit || from === 0) break;
      left -= lookedThrough;
      if (left <= 0 || filter.gone?.aborted === true) return { items: found, next: from };
      below = from;
    }
    return toPage(found, limit, (last) => last.id);
  }

  /** What an index finds: whoever asks for these alone has only them looked through. */
  async #indexed({ sealedOrderId, actor, subject, aboutUser }: AuditFilter): Promise<readonly RawBuilder<boolean>[]> {
    const conditions: RawBuilder<boolean>[] = [];
    if (sealedOrderId !== undefined) {
      const seals = (await sealsOf(this.#database, sealedOrderId)).map(String);
      conditions.push(sql<boolean>`id = any(${arrayLiteral(seals)}::text::bigint[])`);
    }
    if (actor !== undefined) conditions.push(sql<boolean>`actor = ${actor}`);
    if (subject !== undefined) conditions.push(sql<boolean>`subject = ${subject}`);
    if (aboutUser !== undefined) conditions.push(sql<boolean>`subject = any(array(${subjectsOf(aboutUser)}))`);
    return conditions;
  }

  /** The newest id, and the latest time of the newest entries. */
  async #newestBelow(
    among: readonly RawBuilder<boolean>[],
    below: number,
  ): Promise<{ readonly id: number; readonly timeMs: number } | null> {
    const conditions = [...among, sql<boolean>`id < ${below}::bigint`];
    const { rows } = await sql<{ readonly id: string | null; readonly time_ms: string | null }>`
      select max(id) as id, max(time_ms) as time_ms
      from (select id, time_ms from audit_log where ${sql.join(conditions, sql` and `)} order by id desc limit ${agedInARow}) as newest`.execute(
      this.#database,
    );
    const [newest] = rows;
    return newest === undefined || newest.id === null ? null : { id: Number(newest.id), timeMs: Number(newest.time_ms) };
  }

  /** The id from which to the newest of a part there are as many entries as one statement may look through; 0: there are no more than those. */
  async #partBegin(among: readonly RawBuilder<boolean>[], newest: number): Promise<number> {
    if (among.length === 0) return Math.max(0, newest + 1 - lookedThrough);
    const conditions = [...among, sql<boolean>`id <= ${newest}::bigint`];
    const { rows } = await sql<{ readonly id: string }>`
      select id from audit_log where ${sql.join(conditions, sql` and `)} order by id desc offset ${lookedThrough} limit 1`.execute(
      this.#database,
    );
    const [before] = rows;
    return before === undefined ? 0 : Number(before.id) + 1;
  }

  /** Those from one id to below another, newest first. */
  async #matching(filter: AuditFilter, among: readonly RawBuilder<boolean>[], { from, below, limit }: Part) {
    const { action, actionLike, exceptActions, fromMs, toMs, text } = filter;
    let query = this.#database
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>=', sql<string>`${from}::bigint`)
      .where('id', '<', sql<string>`${below}::bigint`)
      .orderBy('id', 'desc')
      .limit(limit);
    for (const condition of among) query = query.where(condition);
    if (action !== undefined) query = query.where('action', '=', action);
    if (actionLike !== undefined) query = query.where(sql<boolean>`action like any(${arrayLiteral(actionLike)}::text::text[])`);
    if (exceptActions !== undefined && exceptActions.length > 0) query = query.where('action', 'not in', exceptActions);
    if (fromMs !== undefined) query = query.where('time_ms', '>=', sql<string>`${fromMs}::bigint`);
    if (toMs !== undefined) query = query.where('time_ms', '<', sql<string>`${toMs}::bigint`);
    if (text !== undefined)
      query = query.where(
        sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', action, subject, reason, before::text, after::text))) > 0`,
      );
    return query.execute();
  }
}

const withHash = (row: Parameters<typeof toAudit>[0]): AuditPageRecord => ({ ...toAudit(row), hash: row.hash ?? '' });

/** What the log calls a person and what is his; what comes in any number is looked for among the newest. */
const subjectsOf = (userId: string) => sql<string>`
  select 'person/' || ${userId}::text
  union all select 'account/' || api_id from api_account where user_id = ${userId}
  union all select 'api-key/' || key_id from api_key where user_id = ${userId}
  union all (select 'movement/' || id from money_movement where user_id = ${userId} order by number desc limit ${mostOfPerson})
  union all (select subject from audit_log where subject like 'transfer/%'
    and split_part(replace(subject, '/asset-', '/'), '/', 2) = any(array(select api_id::text from api_account where user_id = ${userId}))
    order by id desc limit ${mostOfPerson})
  union all (select 'instance/' || instance_id from strategy_instance where user_id = ${userId}
    order by created_ms desc, instance_id desc limit ${mostOfPerson})`;

/** As the database will give it back: without what JSON and its texts cannot hold. */
const asRead = ({ id, timeMs, actor, action, subject, reason, before, after }: AuditRecord): AuditRecord => ({
  ...{ id, timeMs, action },
  actor: wellFormed(actor),
  subject: wellFormed(subject),
  reason: reason === null ? null : wellFormed(reason),
  before: JSON.parse(JSON.stringify(before)) as Json,
  after: JSON.parse(JSON.stringify(after)) as Json,
});

/** Halves of characters become U+FFFD, as in the database. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
