import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { OwnDataBook } from '../../core/contract/own-data.ts';
import type { ChangeNote, HousePeople } from '../../core/contract/people.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { WriteLeaving } from './leaving-letters.ts';
import type { LeavingRecord, LeavingTable } from './leaving-table.ts';

/** In which he, or an administrator, can take it back. */
export const graceMs = 7 * 24 * 60 * 60_000;

interface LeavingParts {
  readonly table: LeavingTable;
  readonly book: Pick<OwnDataBook, 'hindrances' | 'closed' | 'erase'>;
  readonly people: Pick<HousePeople, 'get' | 'count' | 'erase'>;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly write: WriteLeaving;
}

/** People who leave: they ask, have seven days to think better of it, and are erased as soon as nothing keeps them. */
export class Leaving {
  readonly #parts: LeavingParts;

  constructor(parts: LeavingParts) {
    this.#parts = parts;
  }

  of(userId: string): Promise<LeavingRecord | null> {
    return this.#parts.table.of(userId);
  }

  /** LEAVING_NAME_WRONG, PERSON_LAST_ADMIN, LEAVING_HINDERED. */
  async ask(userId: string, typed: string): Promise<Outcome<null>> {
    const { table, book, people, audit, clock, write } = this.#parts;
    const person = await people.get(userId);
    if (person === null) return refused('PERSON_UNKNOWN');
    if (typed.trim().toLowerCase() !== person.username.toLowerCase()) return refused('LEAVING_NAME_WRONG', { field: 'username' });
    // The house asks again when it erases him, while nobody can change who the administrators are.
    if (person.role === 'admin' && (await people.count({ role: 'admin', state: 'ACTIVE' }, 2)) < 2) return refused('PERSON_LAST_ADMIN');
    const { length: count } = await book.hindrances(userId);
    if (count > 0) return refused('LEAVING_HINDERED', { count });
    const askedMs = clock.nowMs();
    const send = await write(userId, 'asked');
    await table.transaction(async (sql) => {
      // Asked twice is asked once.
      if (!(await table.add(sql, userId, { askedMs, dueMs: askedMs + graceMs }))) return;
      await send(sql);
      await audit.append(entry(userId, 'person.leaving', { by: { userId, role: person.role }, reason: null }), sql);
    });
    return accepted(null);
  }

  /** LEAVING_NONE: he does not leave, or has left. */
  async takeBack(userId: string, note: ChangeNote): Promise<Outcome<null>> {
    const { table, audit, write } = this.#parts;
    const send = await write(userId, 'kept');
    const wasLeaving = await table.transaction(async (sql) => {
      if (!(await table.remove(sql, userId))) return false;
      await send(sql);
      await audit.append(entry(userId, 'person.kept', note), sql);
      return true;
    });
    return wasLeaving ? accepted(null) : refused('LEAVING_NONE');
  }

  /** Erases those whose time has come; who is kept by something waits for it to end, and keeps nobody else. */
  async eraseDue(): Promise<void> {
    const { table, clock, logger } = this.#parts;
    for (const userId of await table.due(clock.nowMs()))
      try {
        await this.#erase(userId);
      } catch (error) {
        logger.warn({ err: error }, 'somebody who leaves could not be erased; it is tried again');
      }
  }

  async #erase(userId: string): Promise<void> {
    const { book, people, logger } = this.#parts;
    if ((await book.hindrances(userId)).length > 0) return;
    const erased = await book.closed(userId, () =>
      people.erase(userId, { by: 'system', reason: null }, async (sql) => {
        // Until his accounts were closed and his sessions ended he could still trade and ask for money.
        const [hindrance] = await book.hindrances(userId, sql);
        if (hindrance !== undefined) throw new Error(`something came up meanwhile: ${hindrance.kind}`);
        await book.erase(userId, sql);
      }),
    );
    if (!erased.ok) logger.warn({ code: erased.error.code }, 'somebody who leaves could not be erased');
  }
}

const entry = (userId: string, action: string, { by, reason }: ChangeNote) =>
  ({ actor: by === 'system' ? by : by.userId, action, subject: `person/${userId}`, reason, before: null, after: null }) as const;
