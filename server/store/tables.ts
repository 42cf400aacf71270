import type { ColumnType } from 'kysely';
import type { OrderFields } from '../../core/domain/orders/order-fields.ts';
import type { AdmissionTables } from './admissions/admission-store.ts';
import type { Json } from './records.ts';

/** Rows as the drivers give them: bigint and numeric come back as strings, jsonb parsed; a jsonb goes in as its text. */
type BigInteger = ColumnType<string, number, number>;
type NullableBigInteger = ColumnType<string | null, number | null, number | null>;
type Identity = ColumnType<string, never, never>;
type JsonColumn = ColumnType<Json, string, string>;
type SetColumns = Readonly<Record<'included' | 'excluded' | 'vip_overrides' | 'locked', JsonColumn>>;
type SavedColumns = { readonly saved_ms: BigInteger; readonly saved_by: string };
type NullableJsonColumn = ColumnType<Json, string | null, string | null>;

type MessageTable = { id: Identity; user_id: string | null; type: number; title: string; body: string; msg_time_ms: BigInteger };

export interface DatabaseTables extends AdmissionTables {
  schema_migration: { id: number; name: string; checksum: string };
  job_run: { owner: string; job: string; started_ms: BigInteger; ended_ms: BigInteger | null; error: string | null };
  sealing_key: { key_id: number; wrapped: string; made_ms: BigInteger };
  plugin_secret: { plugin_id: string; name: string; sealed: string };
  counted_rows: {
    plugin_id: string;
    table_name: string;
    kind: string;
    bytes: string;
    newest: string | null;
    deleted: string | null;
    key: string | null;
  };
  plugin_migration: { plugin_id: string; id: number; name: string; checksum: string };
  app_user: {
    id: string;
    username: string;
    email: string | null;
    phone: string | null;
    password_hash: string;
    role: string;
    vip_level: number;
    invite_code: string;
    invited_by: string | null;
    state: string;
    demo: boolean;
    created_ms: BigInteger;
    vip_until_ms: NullableBigInteger;
    version: ColumnType<number, number | undefined, number>;
    last_sign_in_ms: NullableBigInteger;
    product_version: ColumnType<string | null, string | null | undefined, string | null>;
  };
  session: {
    token_hash: string;
    user_id: string;
    created_ms: BigInteger;
    expires_ms: BigInteger;
    revoked_ms: NullableBigInteger;
    ip: string;
    user_agent: string;
    used_ms: NullableBigInteger;
    confirmed_ms: NullableBigInteger;
  };
  sign_in_step: {
    user_id: string;
    step: string;
    kinds: JsonColumn;
  };
  pending_sign_in: {
    token_hash: string;
    user_id: string;
    account: string;
    steps_done: JsonColumn;
    tries: number;
    expires_ms: BigInteger;
  };
  api_key: {
    key_id: string;
    user_id: string;
    name: string;
    permission: string;
    addresses: JsonColumn;
    token_hash: string;
    created_ms: BigInteger;
    expires_ms: NullableBigInteger;
    last_used_ms: NullableBigInteger;
    last_used_ip: string | null;
    seen: JsonColumn;
  };
  login_log: { id: Identity; user_id: string; time_ms: BigInteger; ip: string; user_agent: string; outcome: string };
  process: { process_id: string; address: string; beat: BigInteger };
  lease: { name: string; epoch: BigInteger; process_id: string | null };
  venue_journal: { venue: string; epoch: BigInteger; first_sequence: BigInteger; last_sequence: BigInteger };
  journal_batch: { venue: string; first_sequence: BigInteger; last_sequence: BigInteger; records: Uint8Array };
  venue_snapshot: { venue: string; sequence: BigInteger; snapshot: Uint8Array; set_aside: string | null };
  known_network: { network_hash: string; user_id: string; last_ms: BigInteger };
  plugin_package: {
    id: string;
    version: string;
    hash: string;
    content: string;
    enabled: boolean;
    granted: string | null;
    installed_by: string;
    installed_ms: BigInteger;
  };
  plugin_package_key: { public_key: string; name: string; added_by: string; added_ms: BigInteger };
  user_config: { user_id: string; config_json: string };
  api_group: { id: Identity; user_id: string; name: string; created_ms: BigInteger };
  api_account: {
    api_id: Identity;
    user_id: string;
    name: string;
    exchange: string;
    permissions: JsonColumn;
    group_id: NullableBigInteger;
    state: string;
    created_ms: BigInteger;
    updated_ms: BigInteger;
    expires_ms: NullableBigInteger;
    addresses: ColumnType<unknown, string | undefined, string>;
    key_end: ColumnType<string | null, string | null | undefined, string | null>;
  };
  account_grant: {
    grantee_id: string;
    api_id: BigInteger;
    acts: JsonColumn;
    until_ms: NullableBigInteger;
    granted_by: string;
    granted_ms: BigInteger;
  };
  instance_grant: {
    grantee_id: string;
    instance_id: string;
    until_ms: NullableBigInteger;
    granted_by: string;
    granted_ms: BigInteger;
  };
  plugin_set: SetColumns & { role: string; updated_ms: BigInteger };
  plugin_set_version: SetColumns & SavedColumns & { version: Identity; role: string; reason: string | null };
  product_version: { version: string; set_name: string };
  named_plugin_set: SetColumns & SavedColumns & { name: string };
  plugin_opt_out: { user_id: string; plugin_id: string };
  audit_log: {
    id: ColumnType<string, number, never>;
    time_ms: BigInteger;
    actor: string;
    action: string;
    subject: string;
    before: JsonColumn;
    after: JsonColumn;
    reason: string | null;
    prev_hash: string | null;
    hash: string | null;
  };
  audit_head: { one: boolean; earlier_id: BigInteger; first_hash: string; last_id: BigInteger; last_hash: string };
  user_trace: {
    id: Identity;
    time_ms: BigInteger;
    actor: string;
    action: string;
    subject: string;
    before: JsonColumn;
    after: JsonColumn;
  };
  layout: {
    id: string;
    user_id: string;
    name: string;
    version: number;
    revision: number;
    content: NullableJsonColumn;
    updated_ms: BigInteger;
    deleted_ms: NullableBigInteger;
  };
  shared_layout: {
    id: string;
    role: string;
    name: string;
    version: number;
    content: NullableJsonColumn;
    is_default: boolean;
    updated_ms: BigInteger;
  };
  user_document: {
    user_id: string;
    kind: string;
    key: string;
    revision: number;
    content: JsonColumn;
    updated_ms: BigInteger;
  };
  push_device: {
    device_id: string;
    user_id: string;
    endpoint: string;
    sealed_keys: string;
    name: string;
    created_ms: BigInteger;
    session_hash: string | null;
  };
  delivery: {
    delivery_id: string;
    place: Identity;
    user_id: string | null;
    address: string;
    channel: string;
    kind: string;
    subject: string;
    sealed_body: string | null;
    state: string;
    tries: number;
    next_ms: BigInteger;
    created_ms: BigInteger;
    expires_ms: BigInteger;
    ended_ms: NullableBigInteger;
    error: string | null;
    error_detail: string | null;
  };
  address_code: {
    code_id: string;
    purpose: string;
    channel: string;
    address_hash: string;
    network_hash: string;
    code_hash: string;
    created_ms: BigInteger;
    expires_ms: BigInteger;
    wrong_tries: number;
    right_tries: number;
    ended: boolean;
  };
  platform_setting: { key: string; value: JsonColumn; version: number; changed_ms: BigInteger };
  approval: {
    id: string;
    kind: string;
    subject: string;
    content: JsonColumn;
    asked_by: string;
    asked_ms: BigInteger;
    state: string;
    decided_by: string | null;
    decided_ms: NullableBigInteger;
    reason: string | null;
  };
  desk_switch: { scope: string; reason: string; thrown_by: string; thrown_ms: BigInteger; release_id: string | null };
  setting: { user_id: string; key: string; value: JsonColumn };
  message: MessageTable & { words: string | null; refers_to: string | null };
  message_read: { user_id: string; message_id: BigInteger; read_ms: BigInteger };
  projection_position: { venue: string; sequence: BigInteger };
  order_record: OrderTable;
  refused_order: OrderTable;
  order_history: OrderTable;
  order_refusal: {
    venue: string;
    refusal_id: string;
    order_id: string;
    api_id: NullableBigInteger;
    repeats: number;
    refused_by: string;
    code: string;
    params: string;
    price: string | null;
    qty: string | null;
    trigger_price: string | null;
    time_ms: BigInteger;
  };
  order_event: {
    venue: string;
    sequence: BigInteger;
    ordinal: number;
    order_id: string;
    status: string;
    cause: string;
    price: string | null;
    qty: string | null;
    trigger_price: string | null;
    filled_qty: string | null;
    prevented_qty: string | null;
    time_ms: BigInteger;
  };
  fill_record: FillTable;
  position: {
    venue: string;
    api_id: BigInteger;
    account_type: string;
    symbol: string;
    qty: string;
    cost: string;
    realised: string;
    opened_ms: BigInteger;
    updated_ms: BigInteger;
  };
  ledger_entry: { venue: string; entry_id: BigInteger; kind: string; reference: string; time_ms: BigInteger };
  ledger_line: {
    venue: string;
    entry_id: BigInteger;
    ordinal: number;
    account: BigInteger;
    account_type: string | null;
    symbol: string | null;
    asset: string;
    amount: string;
    time_ms: BigInteger;
  };
  balance: {
    venue: string;
    api_id: BigInteger;
    account_type: string;
    symbol: string;
    asset: string;
    total: string;
    held: string;
  };
  candle: {
    instrument_id: string;
    interval_name: string;
    open_ms: BigInteger;
    open: string;
    high: string;
    low: string;
    close: string;
    volume: string;
    quote_volume: string;
    trades: BigInteger;
  };
  trade_flow: {
    instrument_id: string;
    open_ms: BigInteger;
    length_ms: BigInteger;
    first_ms: BigInteger;
    trades: BigInteger;
    step: string;
    lines: string;
  };
  strategy_instance: {
    instance_id: string;
    user_id: string;
    strategy: string;
    name: string;
    environment: string;
    api_ids: string;
    params: string;
    limits: string;
    seed: BigInteger;
    status: string;
    cause: string | null;
    settled: boolean;
    step: BigInteger;
    snapshot: string | null;
    told: string;
    simulation: string | null;
    holdings: string | null;
    history_bytes: ColumnType<string, number | undefined, never>;
    created_ms: BigInteger;
    started_ms: NullableBigInteger;
    stopped_ms: NullableBigInteger;
  };
  strategy_effect: { instance_id: string; step: BigInteger; ordinal: number; effect: string };
  strategy_event: { event_id: Identity; instance_id: string; time_ms: BigInteger; kind: string; payload: string };
  strategy_plot: { instance_id: string; kind: string; instrument: string; name: string; time_ms: BigInteger; value: string };
  strategy_limit: { scope: string; limits: string; updated_ms: BigInteger };
}

type ColumnValue<R> = R extends { kind: 'account' | 'time' }
  ? BigInteger
  : R extends { kind: 'flag' }
    ? boolean
    : R extends { told: 'orNull' } | { kind: 'name' }
      ? string | null
      : string;
type ColumnName<R> = R extends { told: string; column: infer C extends string }
  ? C
  : R extends { told: string; wire: infer W extends string }
    ? W
    : never;

/** By the table of an order's fields; what its exchange and market are, stands beside. */
export type OrderTable = { venue: string; account_type: string; symbol: string } & {
  [K in keyof OrderFields as ColumnName<OrderFields[K]>]: ColumnValue<OrderFields[K]>;
};

export interface FillTable {
  venue: string;
  symbol: string;
  account_type: string;
  trade_id: string;
  order_id: string;
  api_id: BigInteger;
  side: string;
  liquidity: string;
  price: string;
  qty: string;
  fee: string;
  fee_asset: string;
  time_ms: BigInteger;
  closed_qty: string | null;
  closed_cost: string | null;
  realised: string | null;
}
