import type { Tables } from '../../core/contract/server-contributions.ts';

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

/** Where users have their money sent. An address is never changed: it is taken out, and another one put in. */
export class AddressBook {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async of(userId: string): Promise<readonly BookAddress[]> {
    const rows = await this.#tables.run<AddressRow>(
      'select * from service_money__address where user_id = $1 order by made_ms, address_id',
      [userId],
    );
    return rows.map(({ address_id: addressId, label, asset, network, address }) => ({ addressId, label, asset, network, address }));
  }

  /** False: there is no room for more. */
  add(userId: string, { addressId, label, asset, network, address }: BookAddress, nowMs: number): Promise<boolean> {
    return this.#tables.transaction(async (sql) => {
      const added = await sql.run(
        `insert into service_money__address (address_id, user_id, label, asset, network, address, made_ms)
         select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from service_money__address where user_id = $2) < $8 returning address_id`,
        [addressId, userId, label, asset, network, address, nowMs, mostAddresses],
      );
      return added.length > 0;
    });
  }

  /** One that is not there changes nothing. */
  async remove(userId: string, addressId: string): Promise<void> {
    await this.#tables.run('delete from service_money__address where user_id = $1 and address_id = $2', [userId, addressId]);
  }
}
