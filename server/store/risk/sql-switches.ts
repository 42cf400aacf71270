import { sql } from 'kysely';
import type { SwitchScope } from '../../../core/domain/accounts/switch-scope.ts';
import type { Database } from '../opening/dialect.ts';
import type { StoredSwitches, SwitchRecord } from './switch-store.ts';

export class SqlSwitches implements StoredSwitches {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly SwitchRecord[]> {
    return this.#read();
  }

  async add({ scope, reason, thrownBy, thrownMs }: Omit<SwitchRecord, 'release'>): Promise<boolean> {
    const added = await this.#database
      .insertInto('desk_switch')
      .values({ scope, reason, thrown_by: thrownBy, thrown_ms: thrownMs, release_id: null })
      .onConflict((conflict) => conflict.column('scope').doNothing())
      .returning('scope')
      .executeTakeFirst();
    return added !== undefined;
  }

  async hold(scope: SwitchScope): Promise<SwitchRecord | null> {
    const held = await this.#database.selectFrom('desk_switch').select('scope').where('scope', '=', scope).forUpdate().executeTakeFirst();
    return held === undefined ? null : ((await this.#read(scope))[0] ?? null);
  }

  async awaitRelease(scope: SwitchScope, approvalId: string | null): Promise<void> {
    await sql`update desk_switch set release_id = ${approvalId} where scope = ${scope}`.execute(this.#database);
  }

  async remove(scope: SwitchScope): Promise<void> {
    await this.#database.deleteFrom('desk_switch').where('scope', '=', scope).execute();
  }

  async #read(scope?: SwitchScope): Promise<readonly SwitchRecord[]> {
    let query = this.#database
      .selectFrom('desk_switch')
      .leftJoin('approval', 'approval.id', 'desk_switch.release_id')
      .select(['scope', 'desk_switch.reason', 'thrown_by', 'thrown_ms', 'approval.id', 'approval.asked_by', 'approval.asked_ms'])
      .select('approval.content')
      .orderBy('thrown_ms', 'desc')
      .orderBy('scope');
    if (scope !== undefined) query = query.where('scope', '=', scope);
    return (await query.execute()).map((row) => ({
      scope: row.scope as SwitchScope,
      ...{ reason: row.reason, thrownBy: row.thrown_by, thrownMs: Number(row.thrown_ms) },
      release:
        row.id === null || row.asked_by === null
          ? null
          : {
              ...{ approvalId: row.id, askedBy: row.asked_by, askedMs: Number(row.asked_ms) },
              reason: String((row.content as { readonly reason?: unknown } | null)?.reason ?? ''),
            },
    }));
  }
}
