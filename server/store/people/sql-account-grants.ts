import type { GrantableAct } from '../../../core/domain/accounts/account-act.ts';
import type { Database } from '../opening/dialect.ts';
import type { AccountGrant, AccountGrants } from './grant-store.ts';

export class SqlAccountGrants implements AccountGrants {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async current(nowMs: number, granteeId?: string): Promise<readonly AccountGrant[]> {
    let query = this.#database
      .selectFrom('account_grant')
      .selectAll()
      .where(({ or, eb }) => or([eb('until_ms', 'is', null), eb('until_ms', '>', String(nowMs))]))
      .orderBy('grantee_id')
      .orderBy('api_id');
    if (granteeId !== undefined) query = query.where('grantee_id', '=', granteeId);
    const rows = await query.execute();
    return rows.map((row) => ({
      granteeId: row.grantee_id,
      apiId: Number(row.api_id),
      acts: row.acts as readonly GrantableAct[],
      untilMs: row.until_ms === null ? null : Number(row.until_ms),
      grantedBy: row.granted_by,
      grantedMs: Number(row.granted_ms),
    }));
  }

  async put({ granteeId, apiId, acts, untilMs, grantedBy, grantedMs }: AccountGrant): Promise<void> {
    const terms = { acts: JSON.stringify(acts), until_ms: untilMs, granted_by: grantedBy, granted_ms: grantedMs };
    await this.#database
      .insertInto('account_grant')
      .values({ grantee_id: granteeId, api_id: apiId, ...terms })
      .onConflict((conflict) => conflict.columns(['grantee_id', 'api_id']).doUpdateSet(terms))
      .execute();
  }

  async remove(granteeId: string, apiId: number): Promise<void> {
    await this.#database.deleteFrom('account_grant').where('grantee_id', '=', granteeId).where('api_id', '=', String(apiId)).execute();
  }
}
