import type { Migration } from './migration.ts';

/**
 * Projections of the venues' journals. Ids sort bytewise (collate "C"), so that paging is the same on every machine.
 * Orders, fills and lines carry no foreign keys: they can be rebuilt from the journal at any time.
 */
export const trading: Migration = {
  id: 3,
  name: 'trading',
  statements: [
    // The bound also refuses NaN and Infinity, which numeric would take from a text.
    'create domain decimal_amount as numeric check (value > -1e41 and value < 1e41)',
    `create table projection_position (
      venue text collate "C" primary key,
      sequence bigint not null
    )`,
    `create table order_record (
      venue text collate "C" not null,
      order_id text collate "C" not null,
      api_id bigint not null,
      account_type text not null,
      symbol text not null,
      client_order_id text,
      side text not null,
      type text not null,
      time_in_force text not null,
      stp text not null,
      trigger_kind text,
      pair_id text,
      parent_id text,
      position_side text not null,
      reduce_only boolean not null,
      price decimal_amount,
      qty decimal_amount,
      quote_amount decimal_amount,
      trigger_price decimal_amount,
      filled_qty decimal_amount not null,
      filled_quote decimal_amount not null,
      prevented_qty decimal_amount not null,
      status text not null,
      cause text not null,
      created_ms bigint not null,
      updated_ms bigint not null,
      primary key (venue, order_id)
    )`,
    'create index order_record_history on order_record (api_id, created_ms desc, venue desc, order_id desc)',
    'create index order_record_symbol on order_record (api_id, symbol, created_ms desc, venue desc, order_id desc)',
    `create index order_record_open on order_record (api_id, created_ms)
      where status in ('WAITING', 'TRADING', 'UNFILLED', 'PARTIALLY_FILLED', 'CANCELING')`,
    'create index order_record_client on order_record (api_id, client_order_id) where client_order_id is not null',
    'create index order_record_parent on order_record (venue, parent_id) where parent_id is not null',
    `create table order_event (
      venue text collate "C" not null,
      sequence bigint not null,
      ordinal integer not null,
      order_id text collate "C" not null,
      status text not null,
      cause text not null,
      time_ms bigint not null,
      primary key (venue, sequence, ordinal)
    )`,
    'create index order_event_order on order_event (venue, order_id, sequence, ordinal)',
    `create table fill_record (
      venue text collate "C" not null,
      symbol text not null,
      account_type text not null,
      trade_id text collate "C" not null,
      order_id text collate "C" not null,
      api_id bigint not null,
      side text not null,
      liquidity text not null,
      price decimal_amount not null,
      qty decimal_amount not null,
      fee decimal_amount not null,
      fee_asset text not null,
      time_ms bigint not null,
      primary key (venue, symbol, account_type, trade_id, order_id)
    )`,
    'create index fill_record_history on fill_record (api_id, time_ms desc, venue desc, order_id desc, trade_id desc)',
    'create index fill_record_order on fill_record (venue, order_id)',
    `create table ledger_entry (
      venue text collate "C" not null,
      entry_id bigint not null,
      kind text not null,
      reference text not null,
      time_ms bigint not null,
      primary key (venue, entry_id)
    )`,
    `create table ledger_line (
      venue text collate "C" not null,
      entry_id bigint not null,
      ordinal integer not null,
      account bigint not null,
      account_type text,
      asset text not null,
      amount decimal_amount not null,
      time_ms bigint not null,
      primary key (venue, entry_id, ordinal)
    )`,
    'create index ledger_line_account on ledger_line (account, time_ms desc, venue desc, entry_id desc, ordinal desc)',
    `create table balance (
      venue text collate "C" not null,
      api_id bigint not null,
      account_type text not null,
      asset text not null,
      total decimal_amount not null,
      held decimal_amount not null,
      primary key (venue, api_id, account_type, asset)
    )`,
    'create index balance_account on balance (api_id)',
  ],
};
