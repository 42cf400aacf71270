import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { OpenAdmission } from '../../../core/contract/admissions.ts';
import type { Database } from '../opening/dialect.ts';
import type { AdmissionLetter, AdmissionRecord, AdmissionRows, AdmissionTables } from './admission-store.ts';

type Row = Selectable<AdmissionTables['admission']>;

const isOpen = sql<boolean>`admission.used_ms is null and admission.revoked_ms is null`;
const isOpenedBy = (tokenHash: string, nowMs: number) => sql<boolean>`token_hash = ${tokenHash} and until_ms > ${nowMs}::bigint`;

export class SqlAdmissions implements AdmissionRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add({ admissionId, ...admission }: Parameters<AdmissionRows['add']>[0]): Promise<void> {
    const { address, role, vipLevel, vipUntilMs, productVersion, language } = admission;
    await this.#database
      .insertInto('admission')
      .values({
        ...{ admission_id: admissionId, address, role, vip_level: vipLevel, vip_until_ms: vipUntilMs },
        ...{ product_version: productVersion, language, ...letterColumns(admission) },
        ...{ name_tries: 0, user_id: null, used_ms: null, revoked_ms: null },
      })
      .execute();
  }

  async listOpen(limit: number): Promise<readonly OpenAdmission[]> {
    const rows = await this.#database
      .selectFrom('admission')
      .innerJoin('app_user', 'app_user.id', 'admission.invited_by')
      .leftJoin('delivery', 'delivery.delivery_id', 'admission.delivery_id')
      .selectAll('admission')
      .select(['app_user.username as inviter', 'delivery.channel as channel', 'delivery.state as state'])
      .where(isOpen)
      .orderBy('admission.invited_ms', 'desc')
      .orderBy('admission.admission_id')
      .limit(limit)
      .execute();
    return rows.map(({ inviter, channel, state, ...row }) => {
      const { nameTries: _, deliveryId, ...same } = toAdmission(row);
      const letter = channel === null || state === null ? null : ({ deliveryId, channel, state } as OpenAdmission['letter']);
      return { ...same, invitedBy: inviter, letter };
    });
  }

  async countOpen(): Promise<number> {
    const query = this.#database.selectFrom('admission').select(sql<string>`count(*)`.as('admissions'));
    return Number((await query.where(isOpen).executeTakeFirstOrThrow()).admissions);
  }

  open(admissionId: string): Promise<AdmissionRecord | null> {
    return this.#first(sql<boolean>`admission_id = ${admissionId}`);
  }

  openAt(address: string): Promise<AdmissionRecord | null> {
    return this.#first(sql<boolean>`lower(address) = lower(${address})`);
  }

  openedBy(tokenHash: string, nowMs: number): Promise<AdmissionRecord | null> {
    return this.#first(isOpenedBy(tokenHash, nowMs));
  }

  async #first(condition: Expression<SqlBool>): Promise<AdmissionRecord | null> {
    const row = await this.#database.selectFrom('admission').selectAll().where(isOpen).where(condition).executeTakeFirst();
    return row === undefined ? null : toAdmission(row);
  }

  async renew(admissionId: string, letter: AdmissionLetter): Promise<void> {
    await this.#set(admissionId, { ...letterColumns(letter), name_tries: 0 });
  }

  async revoke(admissionId: string, nowMs: number): Promise<void> {
    await this.#set(admissionId, { revoked_ms: nowMs });
  }

  async use(admissionId: string, userId: string, nowMs: number): Promise<void> {
    await this.#set(admissionId, { user_id: userId, used_ms: nowMs });
  }

  async nameTaken(tokenHash: string, nowMs: number, most: number): Promise<boolean> {
    const counted = await this.#database
      .updateTable('admission')
      .set({ name_tries: sql<number>`name_tries + 1` })
      .where(isOpen)
      .where(isOpenedBy(tokenHash, nowMs))
      .where('name_tries', '<', most)
      .returning('admission_id')
      .executeTakeFirst();
    return counted !== undefined;
  }

  async #set(admissionId: string, change: object): Promise<void> {
    await this.#database.updateTable('admission').set(change).where('admission_id', '=', admissionId).execute();
  }

  async deleteOlder(untilMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('admission').where('until_ms', '<', String(untilMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

const letterColumns = ({ tokenHash, deliveryId, invitedBy, invitedMs, untilMs }: AdmissionLetter) => ({
  ...{ token_hash: tokenHash, delivery_id: deliveryId, invited_by: invitedBy },
  ...{ invited_ms: invitedMs, until_ms: untilMs },
});

const toAdmission = (row: Row): AdmissionRecord => ({
  ...{ admissionId: row.admission_id, address: row.address, role: row.role as AdmissionRecord['role'] },
  vipLevel: row.vip_level as AdmissionRecord['vipLevel'],
  vipUntilMs: row.vip_until_ms === null ? null : Number(row.vip_until_ms),
  productVersion: row.product_version as AdmissionRecord['productVersion'],
  language: row.language as AdmissionRecord['language'],
  ...{ deliveryId: row.delivery_id, invitedBy: row.invited_by, nameTries: row.name_tries },
  ...{ invitedMs: Number(row.invited_ms), untilMs: Number(row.until_ms) },
});
