import { type RawBuilder, sql } from 'kysely';
import type { MoneyFinding, MoneyProof, MovementDestination, MovementFilter } from '../../../core/contract/money.ts';
import { type MovementKind, type MovementState, openMovementStates } from '../../../core/domain/accounts/money-movement.ts';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { checkedLimit } from '../sql/page.ts';
import type { NewMovement, StoredMoney, StoredMovement, WalletSums } from './money-store.ts';

interface MovementRow {
  readonly number: string;
  readonly id: string;
  readonly kind: string;
  readonly api_id: string;
  readonly user_id: string;
  readonly exchange: string;
  readonly account_type: string;
  readonly asset: string;
  readonly amount: string;
  readonly value: string | null;
  readonly reason: string;
  readonly proof: string;
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly destination: MovementDestination | null;
  readonly state: string;
  readonly failure: string | null;
  readonly approval_id: string | null;
  readonly asked_by: string;
  readonly asked_ms: string;
  readonly done_ms: string | null;
  readonly account: string | null;
  readonly owner: string | null;
  readonly asker: string | null;
  readonly decider: string | null;
  readonly decided_ms: string | null;
  readonly decision_reason: string | null;
}

/** Of a movement, with the names of people and what the second person said. */
const read = sql`select m.number, m.id, m.kind, m.api_id, m.user_id, m.exchange, m.account_type, m.asset, trim_scale(m.amount) as amount,
    trim_scale(m.value) as value, m.reason, m.proof, m.file_id, m.file_name, m.destination, m.state, m.failure, m.approval_id, m.asked_by, m.asked_ms,
    m.done_ms, i.name as account, o.username as owner, k.username as asker, d.username as decider, a.decided_ms, a.reason as decision_reason
  from money_movement as m
  left join api_account as i on i.api_id = m.api_id
  left join app_user as o on o.id = m.user_id
  left join app_user as k on k.id = m.asked_by
  left join approval as a on a.id = m.approval_id
  left join app_user as d on d.id = a.decided_by`;

export class SqlMoney implements StoredMoney {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async holdAsker(userId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${userId}`}, 0))`.execute(this.#database);
  }

  async add(one: NewMovement): Promise<boolean> {
    const { rows } =
      await sql`insert into money_movement (id, kind, api_id, user_id, exchange, account_type, asset, amount, value, reason, proof,
        file_id, file_name, destination, state, approval_id, asked_by, asked_ms)
      values (${one.movementId}, ${one.kind}, ${one.apiId}, ${one.userId}, ${one.exchange}, ${one.accountType}, ${one.asset},
        ${one.amount}::text::numeric, ${one.value}::text::numeric, ${one.reason}, ${one.proof}, ${one.file?.fileId ?? null}, ${one.file?.name ?? null},
        ${one.destination === null ? null : JSON.stringify(one.destination)}::text::jsonb, ${one.state}, ${one.approvalId}, ${one.askedById},
        ${one.askedMs})
      on conflict (id) do nothing returning id`.execute(this.#database);
    return rows.length > 0;
  }

  async get(id: string): Promise<StoredMovement | null> {
    const { rows } = await sql<MovementRow>`${read} where m.id = ${id}`.execute(this.#database);
    return rows[0] === undefined ? null : toMovement(rows[0]);
  }

  async page(
    { states, kind, apiId, userId, search }: MovementFilter,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly StoredMovement[]> {
    const conditions: RawBuilder<unknown>[] = [sql`true`];
    if (states !== undefined) conditions.push(sql`m.state = any(${arrayLiteral(states)}::text::text[])`);
    if (kind !== undefined) conditions.push(sql`m.kind = ${kind}`);
    if (apiId !== undefined) conditions.push(sql`m.api_id = ${apiId}`);
    if (userId !== undefined) conditions.push(sql`m.user_id = ${userId}`);
    if (search !== undefined) conditions.push(sql`position(lower(${search}) in lower(o.username)) > 0`);
    if (before !== undefined) conditions.push(sql`m.number < ${before}`);
    const { rows } = await sql<MovementRow>`${read} where ${sql.join(conditions, sql` and `)}
      order by m.number desc limit ${checkedLimit(limit)}`.execute(this.#database);
    return rows.map(toMovement);
  }

  async count(states: readonly MovementState[]): Promise<number> {
    const { rows } = await sql<{ count: string }>`select count(*) as count from money_movement
      where state = any(${arrayLiteral(states)}::text::text[])`.execute(this.#database);
    return Number(rows[0]?.count ?? 0);
  }

  async fileNamed(fileId: string): Promise<boolean> {
    const { rows } = await sql`select 1 from money_movement where file_id = ${fileId} limit 1`.execute(this.#database);
    return rows.length > 0;
  }

  async askedAlone(userId: string, sinceMs: number): Promise<string> {
    const { rows } = await sql<{ sum: string }>`select coalesce(trim_scale(sum(value)), 0)::text as sum from money_movement
      where asked_by = ${userId} and asked_ms >= ${sinceMs} and approval_id is null and state <> 'FAILED'`.execute(this.#database);
    return rows[0]?.sum ?? '0';
  }

  async openOfOwner(userId: string): Promise<number> {
    const { rows } = await sql<{ count: string }>`select count(*) as count from money_movement
      where user_id = ${userId} and asked_by = ${userId} and kind = 'withdrawal' and state = any(${arrayLiteral(openMovementStates)}::text::text[])`.execute(
      this.#database,
    );
    return Number(rows[0]?.count ?? 0);
  }

  async leaving({ apiId, accountType, asset }: Pick<NewMovement, 'apiId' | 'accountType' | 'asset'>): Promise<string> {
    const { rows } = await sql<{ sum: string }>`select coalesce(trim_scale(sum(amount)), 0)::text as sum from money_movement
      where api_id = ${apiId} and account_type = ${accountType} and asset = ${asset} and amount < 0
        and state in ('REQUESTED', 'APPROVED')`.execute(this.#database);
    return rows[0]?.sum ?? '0';
  }

  async move(
    id: string,
    from: readonly MovementState[],
    to: MovementState,
    { failure, doneMs }: { readonly failure?: string; readonly doneMs?: number } = {},
  ): Promise<boolean> {
    const { rows } = await sql`update money_movement set state = ${to}, failure = ${failure ?? null}, done_ms = ${doneMs ?? null}
      where id = ${id} and state = any(${arrayLiteral(from)}::text::text[]) returning id`.execute(this.#database);
    return rows.length > 0;
  }

  async usernames(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{ id: string; username: string }>`select id, username from app_user
      where id = any(${arrayLiteral(userIds)}::text::text[])`.execute(this.#database);
    return new Map(rows.map(({ id, username }) => [id, username]));
  }

  async walletSums(exchange: string, apiIds: readonly number[] | null): Promise<readonly WalletSums[]> {
    const of = (column: string): RawBuilder<unknown> =>
      apiIds === null ? sql`true` : sql`${sql.ref(column)} = any(${arrayLiteral(apiIds.map(String))}::text::bigint[])`;
    const { rows } = await sql<{ account: string; account_type: string; symbol: string; asset: string; ledger: string; stored: string }>`
      select coalesce(l.account, b.api_id) as account, coalesce(l.account_type, b.account_type) as account_type, coalesce(l.symbol, b.symbol) as symbol,
        coalesce(l.asset, b.asset) as asset, trim_scale(coalesce(l.sum, 0))::text as ledger, trim_scale(coalesce(b.total, 0))::text as stored
      from (select account, account_type, coalesce(symbol, '') as symbol, asset, sum(amount) as sum from ledger_line
          where venue = ${exchange} and account > 0 and ${of('account')} group by 1, 2, 3, 4) as l
        full join (select api_id, account_type, symbol, asset, total from balance where venue = ${exchange} and ${of('api_id')}) as b
          on b.api_id = l.account and b.account_type = l.account_type and b.symbol = l.symbol and b.asset = l.asset
      order by 1, 2, 3, 4`.execute(this.#database);
    return rows.map(({ account, account_type, symbol, asset, ledger, stored }) => {
      return { account: [account, account_type, ...(symbol === '' ? [] : [symbol])].join('/'), asset, ledger, stored };
    });
  }

  async saveProof({ day, exchange, timeMs, wallets, findings }: MoneyProof): Promise<void> {
    const text = JSON.stringify(findings);
    await sql`insert into money_proof (day, exchange, time_ms, wallets, findings)
      values (${day}, ${exchange}, ${timeMs}, ${wallets}, ${text}::text::jsonb)
      on conflict (day, exchange) do update set time_ms = excluded.time_ms, wallets = excluded.wallets, findings = excluded.findings`.execute(
      this.#database,
    );
  }

  async proofs(limit: number): Promise<readonly MoneyProof[]> {
    const { rows } = await sql<{ day: string; exchange: string; time_ms: string; wallets: number; findings: MoneyFinding[] }>`
      select * from money_proof order by day desc, exchange limit ${checkedLimit(limit)}`.execute(this.#database);
    return rows.map(({ day, exchange, time_ms, wallets, findings }) => ({ day, exchange, timeMs: Number(time_ms), wallets, findings }));
  }
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

function toMovement(row: MovementRow): StoredMovement {
  return {
    number: Number(row.number),
    movementId: row.id,
    kind: row.kind as MovementKind,
    apiId: Number(row.api_id),
    account: row.account ?? row.api_id,
    userId: row.user_id,
    username: row.owner ?? row.user_id,
    exchange: row.exchange,
    accountType: row.account_type as AccountType,
    asset: row.asset,
    amount: row.amount,
    value: row.value,
    reason: row.reason,
    proof: row.proof,
    file: row.file_id === null ? null : { fileId: row.file_id, name: row.file_name ?? '' },
    destination: row.destination,
    state: row.state as MovementState,
    failure: row.failure,
    approvalId: row.approval_id,
    askedById: row.asked_by,
    askedBy: row.asker ?? row.asked_by,
    decidedBy: row.decider,
    decisionReason: row.decision_reason,
    askedMs: Number(row.asked_ms),
    decidedMs: numberOrNull(row.decided_ms),
    doneMs: numberOrNull(row.done_ms),
  };
}
