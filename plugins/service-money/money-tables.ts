import type { OwnDataPart } from '../../core/contract/own-data.ts';
import type { TableMigration, Tables } from '../../core/contract/server-contributions.ts';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'money-of-users',
    statements: [
      `create table service_money__address (
        address_id text primary key,
        user_id text not null,
        label text not null,
        asset text not null,
        network text not null,
        address text not null,
        made_ms bigint not null
      )`,
      'create index service_money__address_user on service_money__address (user_id, made_ms)',
      `create table service_money__proof (
        file_id text primary key,
        sent_by text not null,
        name text not null,
        sent_ms bigint not null,
        named boolean not null
      )`,
    ],
  },
];

/** Whoever of finance has sent a receipt. */
export const proofsAsOwnData: OwnDataPart = {
  ...{ table: 'service_money__proof', of: 'sent_by = $1', name: null, leaving: 'stays' },
  why: 'Receipts of movements are the books of the house; who of finance has sent one stands there by id.',
};

/** Brings the plugin's tables up to date. */
export const migrateMoneyTables = (tables: Tables): Promise<void> => tables.migrate(steps);
