import type { AuditLog, NewAuditEntry } from '../../core/contract/audit.ts';
import type { Sql, Tables } from '../../core/contract/server-contributions.ts';

export interface BookAddress {
  readonly addressId: string;
  readonly label: string;
  readonly asset: string;
  readonly network: string;
  readonly address: string;
}

interface AddressRow {
  readonly address_id: string;
  readonly label: string;
  readonly asset: string;
  readonly network: string;
  readonly address: string;
}

export const mostAddresses = 50;

/** Where users have their money sent. An address is never changed: it is taken out, and another one put in; the audit keeps both. */
export class AddressBook {
  readonly #tables: Tables;
  readonly #audit: Pick<AuditLog, 'append'>;

  constructor(tables: Tables, audit: Pick<AuditLog, 'append'>) {
    this.#tables = tables;
    this.#audit = audit;
  }

  async of(userId: string): Promise<readonly BookAddress[]> {
    return (
      await this.#tables.run<AddressRow>('select * from service_money__address where user_id = $1 order by made_ms, address_id', [userId])
    ).map(toAddress);
  }

  /** False: there is no room for more. */
  add(userId: string, { addressId, ...words }: BookAddress, nowMs: number): Promise<boolean> {
    const { label, asset, network, address } = words;
    return this.#tables.transaction(async (sql) => {
      const added = await sql.run(
        `insert into service_money__address (address_id, user_id, label, asset, network, address, made_ms)
         select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from service_money__address where user_id = $2) < $8 returning address_id`,
        [addressId, userId, label, asset, network, address, nowMs, mostAddresses],
      );
      if (added.length > 0) await this.#note(sql, userId, 'address.added', { before: null, after: { ...words } });
      return added.length > 0;
    });
  }

  /** One that is not there changes nothing. */
  async remove(userId: string, addressId: string): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const [row] = await sql.run<AddressRow>(
        'delete from service_money__address where user_id = $1 and address_id = $2 returning address_id, label, asset, network, address',
        [userId, addressId],
      );
      if (row === undefined) return;
      const { addressId: _, ...words } = toAddress(row);
      await this.#note(sql, userId, 'address.removed', { before: words, after: null });
    });
  }

  #note(sql: Sql, userId: string, action: string, change: Pick<NewAuditEntry, 'before' | 'after'>): Promise<void> {
    return this.#audit.append({ actor: userId, action, subject: `person/${userId}`, reason: null, ...change }, sql);
  }
}

const toAddress = ({ address_id: addressId, label, asset, network, address }: AddressRow): BookAddress => ({
  ...{ addressId, label, asset, network, address },
});
