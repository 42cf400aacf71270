import type { Database } from '../opening/dialect.ts';
import { holdUser } from '../quota/hold-user.ts';
import type { DocumentAddress, DocumentRecord, DocumentSummaryRecord } from '../records.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import type { DocumentOutcome, StoredDocuments } from '../store.ts';

export class SqlDocuments implements StoredDocuments {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(userId: string, kind: string): Promise<readonly DocumentSummaryRecord[]> {
    const rows = await this.#database
      .selectFrom('user_document')
      .select(['key', 'revision', 'updated_ms'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .orderBy('key')
      .execute();
    return rows.map(({ key, revision, updated_ms }) => ({ key, revision, updatedMs: Number(updated_ms) }));
  }

  async get({ userId, kind, key }: DocumentAddress): Promise<DocumentRecord | null> {
    const row = await this.#database
      .selectFrom('user_document')
      .select(['revision', 'content', 'updated_ms'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return null;
    return { userId, kind, key, revision: row.revision, content: row.content, updatedMs: Number(row.updated_ms) };
  }

  save(document: DocumentRecord, maxPerKind: number): Promise<DocumentOutcome> {
    return inTransaction(this.#database, async (transaction) => {
      await holdUser(transaction, document.userId);
      const written = document.revision === 0 ? await insert(transaction, document, maxPerKind) : await update(transaction, document);
      if (written === 'full') return { outcome: 'full' };
      if (written) return { outcome: 'saved', revision: document.revision + 1 };
      return { outcome: 'conflict', revision: await revisionOf(transaction, document) };
    });
  }

  delete(address: DocumentAddress, revision: number): Promise<DocumentOutcome> {
    return inTransaction(this.#database, async (transaction) => {
      await transaction
        .deleteFrom('user_document')
        .where('user_id', '=', address.userId)
        .where('kind', '=', address.kind)
        .where('key', '=', address.key)
        .where('revision', '=', revision)
        .execute();
      const left = await revisionOf(transaction, address);
      return left === 0 ? { outcome: 'saved', revision: 0 } : { outcome: 'conflict', revision: left };
    });
  }
}

async function insert(transaction: Database, document: DocumentRecord, maxPerKind: number): Promise<boolean | 'full'> {
  const { userId, kind, key, updatedMs } = document;
  const { count } = await transaction
    .selectFrom('user_document')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxPerKind) return 'full';
  const result = await transaction
    .insertInto('user_document')
    .values({ user_id: userId, kind, key, revision: 1, content: JSON.stringify(document.content), updated_ms: updatedMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function update(transaction: Database, document: DocumentRecord): Promise<boolean> {
  const { userId, kind, key, revision, updatedMs } = document;
  const result = await transaction
    .updateTable('user_document')
    .set({ revision: revision + 1, content: JSON.stringify(document.content), updated_ms: updatedMs })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** 0: there is no such document. */
async function revisionOf(transaction: Database, { userId, kind, key }: DocumentAddress): Promise<number> {
  const row = await transaction
    .selectFrom('user_document')
    .select('revision')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.revision ?? 0;
}
