import type { Database } from '../opening/dialect.ts';
import type { InstanceGrant, InstanceGrants } from './grant-store.ts';

export class SqlInstanceGrants implements InstanceGrants {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async current(nowMs: number, granteeId?: string): Promise<readonly InstanceGrant[]> {
    let query = this.#database
      .selectFrom('instance_grant')
      .selectAll()
      .where(({ or, eb }) => or([eb('until_ms', 'is', null), eb('until_ms', '>', String(nowMs))]))
      .orderBy('grantee_id')
      .orderBy('instance_id');
    if (granteeId !== undefined) query = query.where('grantee_id', '=', granteeId);
    const rows = await query.execute();
    return rows.map((row) => ({
      granteeId: row.grantee_id,
      instanceId: row.instance_id,
      untilMs: row.until_ms === null ? null : Number(row.until_ms),
      grantedBy: row.granted_by,
      grantedMs: Number(row.granted_ms),
    }));
  }

  async put({ granteeId, instanceId, untilMs, grantedBy, grantedMs }: InstanceGrant): Promise<void> {
    const terms = { until_ms: untilMs, granted_by: grantedBy, granted_ms: grantedMs };
    await this.#database
      .insertInto('instance_grant')
      .values({ grantee_id: granteeId, instance_id: instanceId, ...terms })
      .onConflict((conflict) => conflict.columns(['grantee_id', 'instance_id']).doUpdateSet(terms))
      .execute();
  }

  async remove(granteeId: string, instanceId: string): Promise<void> {
    await this.#database.deleteFrom('instance_grant').where('grantee_id', '=', granteeId).where('instance_id', '=', instanceId).execute();
  }
}
