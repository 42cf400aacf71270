import type { Migration } from './migration.ts';

/** Codes that prove who reads at an address: neither the address, nor the network that asked, nor the code can be read here. */
export const addressCodes: Migration = {
  id: 42,
  name: 'address-codes',
  statements: [
    `create table address_code (
      code_id text primary key,
      purpose text not null,
      channel text not null,
      address_hash text not null,
      network_hash text not null,
      code_hash text not null,
      created_ms bigint not null,
      expires_ms bigint not null,
      wrong_tries integer not null default 0,
      right_tries integer not null default 0,
      ended boolean not null default false
    )`,
    'create index address_code_address on address_code (address_hash, created_ms)',
    'create index address_code_network on address_code (network_hash, created_ms)',
    'create index address_code_created on address_code (created_ms)',
  ],
};
