import { type Selectable, sql } from 'kysely';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import { type MovementKind, movementIdOf } from '../../../core/domain/accounts/money-movement.ts';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import type { Database } from '../opening/dialect.ts';
import type { Page } from '../records.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { checkedLimit, conditionsOf, readAccountPage, toPage } from '../sql/page.ts';
import type { DatabaseTables } from '../tables.ts';
import type {
  BalanceChangeRecord,
  Cursor,
  LedgerEntryRecord,
  LedgerFilter,
  LedgerLineRecord,
  LedgerPostingRecord,
  LineStandingRecord,
} from './trading-records.ts';
import type { StoredLedger } from './trading-store.ts';

type LineRow = Selectable<DatabaseTables['ledger_line']>;
type ChangeRow = Pick<LineRow, 'venue' | 'account' | 'account_type' | 'symbol' | 'asset'> & {
  /** End of the quarter of an hour in which it was moved; null of all that trading changed. */
  readonly moved_ms: string | null;
  readonly amount: string;
};
type EntryRow = Selectable<DatabaseTables['ledger_entry']>;

/** Prices of a time are known as candles of this length. */
const quarterMs = 900_000;

export class SqlLedger implements StoredLedger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async page(filter: LedgerFilter): Promise<Page<LedgerPostingRecord, Cursor>> {
    const limit = checkedLimit(filter.limit);
    const { cursor } = filter;
    const conditions = [
      ...conditionsOf(
        { account_type: filter.accountType, asset: filter.asset },
        { venue: filter.venues },
        { column: 'time_ms', fromMs: filter.fromMs, toMs: filter.toMs },
      ),
    ];
    if (filter.kinds !== undefined) {
      conditions.push(sql`exists (select from ledger_entry as e
        where e.venue = t.venue and e.entry_id = t.entry_id and e.kind = any(${arrayLiteral(filter.kinds)}::text::text[]))`);
    }
    const lines = await readAccountPage<LineRow>(this.#database, {
      table: 'ledger_line',
      account: 'account',
      accounts: filter.accounts,
      sortedBy: ['time_ms', 'venue', 'entry_id', 'ordinal'],
      from: cursor === undefined ? null : [cursor.timeMs, cursor.venue, wholeNumber(cursor.id), wholeNumber(cursor.part)],
      conditions,
      limit,
    });
    const entries = await this.#entriesOf(lines);
    const postings = lines.map((line) => toPosting(line, entries.get(keyOf(line))));
    return toPage(postings, limit, (last) => ({
      timeMs: last.timeMs,
      venue: last.venue,
      id: String(last.entryId),
      part: String(last.ordinal),
    }));
  }

  async standings(lines: readonly LedgerPostingRecord[], older = new Map<string, string>()): Promise<readonly LineStandingRecord[]> {
    const firsts = new Map(lines.toReversed().map((line) => [placeOf(line), line] as const));
    for (const place of older.keys()) firsts.delete(place);
    const [balances, movements] = [await this.#balancesAfter([...firsts.values()]), await this.#movements(lines)];
    for (const [at, place] of [...firsts.keys()].entries()) older.set(place, balances[at] ?? '0');
    return lines.map((line) => {
      const balance = older.get(placeOf(line)) ?? '0';
      older.set(placeOf(line), addDecimals(balance, negateDecimal(line.amount)));
      const moved = movements.get(`${line.venue} ${line.entryId}`);
      return { balance, movement: moved === undefined ? null : (moved ?? (line.amount.startsWith('-') ? 'withdrawal' : 'deposit')) };
    });
  }

  /** What is there now less all that came after each: one look at both, so that nothing comes between. */
  async #balancesAfter(lines: readonly LedgerPostingRecord[]): Promise<readonly string[]> {
    if (lines.length === 0) return [];
    const column = (of: (line: LedgerPostingRecord) => string | number | null) => arrayLiteral(lines.map((line) => String(of(line) ?? '')));
    const { rows } = await sql<{ balance: string }>`select trim_scale(coalesce(b.total, 0) - coalesce((
          select sum(l.amount) from ledger_line as l
          where l.account = g.account and l.venue = g.venue and l.asset = g.asset and coalesce(l.account_type, '') = g.account_type
            and coalesce(l.symbol, '') = g.symbol and l.time_ms >= g.time_ms
            and (l.time_ms, l.entry_id, l.ordinal) > (g.time_ms, g.entry_id, g.ordinal)
        ), 0)) as balance
      from unnest(
        ${column(({ venue }) => venue)}::text::text[], ${column(({ account }) => account)}::text::bigint[],
        ${column(({ accountType }) => accountType)}::text::text[], ${column(({ symbol }) => symbol ?? null)}::text::text[],
        ${column(({ asset }) => asset)}::text::text[], ${column(({ timeMs }) => timeMs)}::text::bigint[],
        ${column(({ entryId }) => entryId)}::text::bigint[], ${column(({ ordinal }) => ordinal)}::text::integer[]
      ) with ordinality as g (venue, account, account_type, symbol, asset, time_ms, entry_id, ordinal, at)
      left join balance as b on b.venue = g.venue and b.api_id = g.account and b.account_type = g.account_type
        and coalesce(b.symbol, '') = g.symbol and b.asset = g.asset
      order by g.at`.execute(this.#database);
    return rows.map(({ balance }) => balance);
  }

  /** Entries whose other side is no account of the exchange, with what the house calls them; null: nobody of the house has moved it. */
  async #movements(lines: readonly LedgerPostingRecord[]): Promise<ReadonlyMap<string, MovementKind | null>> {
    const moved = lines.filter(({ kind }) => kind === 'TRANSFER');
    if (moved.length === 0) return new Map();
    const column = (of: (line: LedgerPostingRecord) => string) => arrayLiteral(moved.map(of));
    const { rows } = await sql<{ venue: string; entry_id: string; kind: MovementKind | null }>`select distinct l.venue, l.entry_id, m.kind
      from unnest(
        ${column(({ venue }) => venue)}::text::text[], ${column(({ entryId }) => String(entryId))}::text::bigint[],
        ${column(({ reference }) => movementIdOf(reference) ?? '')}::text::text[]
      ) as k (venue, entry_id, movement)
      join ledger_line as l on l.venue = k.venue and l.entry_id = k.entry_id and l.account = ${sql.lit(outsideAccount)}
      left join money_movement as m on m.id = k.movement`.execute(this.#database);
    return new Map(rows.map((row) => [`${row.venue} ${row.entry_id}`, row.kind]));
  }

  async entry(venue: string, entryId: number): Promise<LedgerEntryRecord | null> {
    const lines = await this.#database
      .selectFrom('ledger_line')
      .selectAll()
      .where('venue', '=', venue)
      .where('entry_id', '=', String(entryId))
      .orderBy('ordinal')
      .execute();
    const entry = (await this.#entriesOf(lines.slice(0, 1))).values().next().value;
    if (entry === undefined) return null;
    return { venue, entryId, kind: entry.kind, reference: entry.reference, timeMs: Number(entry.time_ms), lines: lines.map(toLine) };
  }

  async changes(accounts: readonly number[], fromMs: number): Promise<readonly BalanceChangeRecord[]> {
    if (accounts.length === 0) return [];
    // Transfers are few and have an index: joined to every entry, a long ledger would be read from end to end for one day.
    const { rows } = await sql<ChangeRow>`select l.venue, l.account, l.account_type, l.symbol, l.asset,
        case when e.kind is not null then (l.time_ms / ${sql.lit(quarterMs)} + 1) * ${sql.lit(quarterMs)} end as moved_ms,
        trim_scale(sum(l.amount)) as amount
      from ledger_line as l
      left join ledger_entry as e on e.venue = l.venue and e.entry_id = l.entry_id and e.kind = 'TRANSFER'
      where l.account = any(${arrayLiteral(accounts)}::text::bigint[]) and l.time_ms >= ${fromMs}
      group by l.venue, l.account, l.account_type, l.symbol, l.asset, moved_ms
      order by l.venue, l.account, l.account_type, l.symbol, l.asset, moved_ms`.execute(this.#database);
    const changes = new Map<string, BalanceChangeRecord>();
    for (const { venue, account, account_type, symbol, asset, moved_ms, amount } of rows) {
      const key = [venue, account, account_type, symbol, asset].join();
      const { traded, moves } = changes.get(key) ?? { traded: '0', moves: [] };
      changes.set(key, {
        ...{ venue, apiId: Number(account), accountType: (account_type ?? 'spot') as AccountType, asset },
        ...(symbol === null ? {} : { symbol }),
        traded: moved_ms === null ? amount : traded,
        moves: moved_ms === null ? moves : [...moves, { amount, timeMs: Number(moved_ms) }],
      });
    }
    return [...changes.values()];
  }

  async transfer(venue: string, reference: string): Promise<LedgerEntryRecord | null> {
    const row = await this.#database
      .selectFrom('ledger_entry')
      .select('entry_id')
      .where('venue', '=', venue)
      .where('reference', '=', reference)
      // Written out, not as a parameter, so that the planner sees that the partial index fits.
      .where('kind', '=', sql.lit('TRANSFER'))
      .executeTakeFirst();
    return row === undefined ? null : this.entry(venue, Number(row.entry_id));
  }

  async sums(venue: string, { apiId, accountType, symbol }: AccountKey): Promise<Readonly<Record<string, string>>> {
    const { rows } = await sql<{ asset: string; total: string }>`select asset, trim_scale(sum(amount)) as total from ledger_line
      where account = ${apiId} and venue = ${venue} and account_type = ${accountType} and symbol is not distinct from ${symbol ?? null}::text
      group by asset order by asset`.execute(this.#database);
    return Object.fromEntries(rows.map((row) => [row.asset, row.total]));
  }

  async imbalance(venue: string): Promise<Readonly<Record<string, string>>> {
    const { rows } = await sql<{ asset: string; total: string }>`select asset, trim_scale(sum(amount)) as total from ledger_line
      where venue = ${venue} group by asset having sum(amount) <> 0 order by asset`.execute(this.#database);
    return Object.fromEntries(rows.map((row) => [row.asset, row.total]));
  }

  async #entriesOf(lines: readonly LineRow[]): Promise<ReadonlyMap<string, EntryRow>> {
    if (lines.length === 0) return new Map();
    const venues = arrayLiteral(lines.map((line) => line.venue));
    const ids = arrayLiteral(lines.map((line) => line.entry_id));
    const { rows } = await sql<EntryRow>`select e.* from (
        select distinct venue, entry_id from unnest(${venues}::text::text[], ${ids}::text::bigint[]) as k (venue, entry_id)
      ) as k join ledger_entry as e on e.venue = k.venue and e.entry_id = k.entry_id`.execute(this.#database);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }
}

/** The account of all that is not at the exchange, as projections number it. */
const outsideAccount = -1;
const placeOf = ({ venue, account, accountType, symbol, asset }: LedgerPostingRecord): string =>
  [venue, account, accountType, symbol, asset].join(' ');

const keyOf = (row: { readonly venue: string; readonly entry_id: string }): string => `${row.entry_id}/${row.venue}`;

/** A cursor comes from outside: what is no number there starts at the end. */
const wholeNumber = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

const toLine = (row: LineRow): LedgerLineRecord => ({
  account: Number(row.account),
  accountType: row.account_type as AccountType | null,
  ...(row.symbol === null ? {} : { symbol: row.symbol }),
  asset: row.asset,
  amount: row.amount,
});

export function toPosting(row: LineRow, entry: Pick<EntryRow, 'kind' | 'reference'> | undefined): LedgerPostingRecord {
  if (entry === undefined) throw new Error(`ledger line without entry: ${keyOf(row)}`);
  return {
    ...toLine(row),
    venue: row.venue,
    entryId: Number(row.entry_id),
    ordinal: row.ordinal,
    kind: entry.kind,
    reference: entry.reference,
    timeMs: Number(row.time_ms),
  };
}
