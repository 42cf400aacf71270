import type { Migration } from './migration.ts';

/**
 * Terms and filled quantity of every change of an order; positions with their average cost, and what each sell realised.
 * The projections are emptied: at the next start they are written anew from the journals, with all of this from the first order on.
 */
export const orderLife: Migration = {
  id: 7,
  name: 'order-life',
  statements: [
    `alter table order_event
      add column price decimal_amount,
      add column qty decimal_amount,
      add column trigger_price decimal_amount,
      add column filled_qty decimal_amount`,
    `alter table fill_record
      add column closed_qty decimal_amount,
      add column closed_cost decimal_amount,
      add column realised decimal_amount`,
    `create table position (
      venue text collate "C" not null,
      api_id bigint not null,
      account_type text not null,
      symbol text not null,
      qty decimal_amount not null,
      cost decimal_amount not null,
      realised decimal_amount not null,
      opened_ms bigint not null,
      updated_ms bigint not null,
      primary key (venue, api_id, account_type, symbol)
    )`,
    'create index position_account on position (api_id)',
    'truncate order_record, order_event, fill_record, ledger_entry, ledger_line, balance, projection_position',
  ],
};
