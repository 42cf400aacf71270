import { sql } from 'kysely';
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
/** Entries that one statement may look through. */
const lookedThrough = 20_000;
/** Movements, and instances, of a person whose entries are looked for with him. */
const mostOfPerson = 1_000;

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

  async appendOwn(entry: NewAuditRecord): Promise<boolean> {
    const { count } = await this.#database
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('actor', '=', entry.actor)
      .where('action', '=', entry.action)
      .where('time_ms', '>', String(entry.timeMs - ownPeriodMs))
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
    const isIndexed =
      filter.actor !== undefined || filter.subject !== undefined || filter.aboutUser !== undefined || filter.sealedOrderId !== undefined;
    let below = filter.beforeId ?? Number.MAX_SAFE_INTEGER;
    if (isIndexed) return toPage((await this.#matching(filter, 0, below, limit + 1)).map(withHash), limit, (last) => last.id);
    const found: AuditPageRecord[] = [];
    let left = filter.patience ?? Number.MAX_SAFE_INTEGER;
    // What only a look at each entry can tell is asked for in parts, so that whoever else needs the database comes in between.
    for (;;) {
      const newest = await this.#newestBelow(below);
      if (newest === null) break;
      const from = Math.max(0, newest + 1 - lookedThrough);
      found.push(...(await this.#matching(filter, from, newest + 1, limit + 1 - found.length)).map(withHash));
      if (found.length > limit || from === 0) break;
      left -= lookedThrough;
      if (left <= 0) return { items: found, next: from };
      below = from;
    }
    return toPage(found, limit, (last) => last.id);
  }

  async #newestBelow(id: number): Promise<number | null> {
    const newest = await this.#database
      .selectFrom('audit_log')
      .select('id')
      .where('id', '<', sql<string>`${id}::bigint`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest === undefined ? null : Number(newest.id);
  }

  /** Those from one id to below another, newest first. */
  async #matching(filter: AuditFilter, from: number, below: number, limit: number) {
    const { sealedOrderId, actor, action, actionLike, exceptActions, subject, aboutUser, fromMs, toMs, text } = filter;
    let query = this.#database
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>=', sql<string>`${from}::bigint`)
      .where('id', '<', sql<string>`${below}::bigint`)
      .orderBy('id', 'desc')
      .limit(limit);
    if (sealedOrderId !== undefined) {
      const seals = (await sealsOf(this.#database, sealedOrderId)).map(String);
      query = query.where(sql<boolean>`id = any(${arrayLiteral(seals)}::text::bigint[])`);
    }
    if (actor !== undefined) query = query.where('actor', '=', actor);
    if (action !== undefined) query = query.where('action', '=', action);
    if (actionLike !== undefined) query = query.where(sql<boolean>`action like any(${arrayLiteral(actionLike)}::text::text[])`);
    if (exceptActions !== undefined && exceptActions.length > 0) query = query.where('action', 'not in', exceptActions);
    if (subject !== undefined) query = query.where('subject', '=', subject);
    if (aboutUser !== undefined) query = query.where(sql<boolean>`subject = any(array(${subjectsOf(aboutUser)}))`);
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
