import { sql } from 'kysely';
import type { FeesPaid, OrderedSum, RebatedSum, Traded, TradedSum } from '../../../core/contract/traded.ts';
import type { Database } from '../opening/dialect.ts';

const hourMs = 3_600_000;

type Row<T> = { readonly [F in keyof T]: T[F] extends number ? string : T[F] };

/** Whose strategy sent an order: an instance names its orders after itself, and only an account of its owner counts as its. */
const joinStrategy = sql`left join (
  select instance.instance_id, instance.strategy, account.api_id
  from strategy_instance instance join api_account account on account.user_id = instance.user_id
) sender on sender.instance_id = split_part(placed.client_order_id, '-', 1) and sender.api_id = placed.api_id`;

/** To the eighth decimal: sums are for figures, not for books. */
const summed = (what: string) => sql.raw(`trim_scale(round(sum(${what}), 8))::text`);

/** Reads whole hours of orders and fills; the indexes are coarse ones on time, for rows come in its order. */
export class SqlTraded implements Traded {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async firstMs(): Promise<number | null> {
    const { rows } = await sql<{ first: string | null }>`
      select least((select min(created_ms) from order_record), (select min(time_ms) from fill_record)) as first`.execute(this.#database);
    const first = rows[0]?.first ?? null;
    return first === null ? null : Number(first);
  }

  async sums(fromMs: number, untilMs: number): Promise<readonly TradedSum[]> {
    const { rows } = await sql<Row<TradedSum>>`
      with sides as (
        select fill.*, fill.price * fill.qty as turnover,
          count(*) over (partition by fill.venue, fill.symbol, fill.account_type, fill.trade_id) as shared
        from fill_record fill where fill.time_ms >= ${fromMs} and fill.time_ms < ${untilMs})
      select sides.time_ms / ${hourMs}::bigint * ${hourMs}::bigint as "hourMs", sides.venue as exchange, sides.symbol,
        sides.account_type as "accountType", sender.strategy, sides.liquidity, sides.fee_asset as "feeAsset", count(*) as fills,
        ${summed('sides.turnover')} as turnover, ${summed('sides.turnover / sides.shared')} as volume,
        ${summed('sides.fee')} as fees, ${summed('sides.fee * sides.price')} as "feesByPrice",
        ${summed('greatest(-sides.fee, 0)')} as rebates, ${summed('greatest(-sides.fee, 0) * sides.price')} as "rebatesByPrice"
      from sides left join order_record placed on placed.venue = sides.venue and placed.order_id = sides.order_id ${joinStrategy}
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`.execute(this.#database);
    return rows.map((row) => ({ ...row, hourMs: Number(row.hourMs), fills: Number(row.fills) }));
  }

  async fees(fromMs: number, untilMs: number): Promise<readonly FeesPaid[]> {
    const { rows } = await sql<FeesPaid>`
      select fill.venue as exchange, account.user_id as "userId", fill.fee_asset as asset, trim_scale(sum(fill.fee))::text as fees
      from fill_record fill join api_account account on account.api_id = fill.api_id
      where fill.time_ms >= ${fromMs} and fill.time_ms < ${untilMs} group by 1, 2, 3 order by 1, 2, 3`.execute(this.#database);
    return rows;
  }

  async rebated(fromMs: number, untilMs: number): Promise<readonly RebatedSum[]> {
    const { rows } = await sql<Row<RebatedSum>>`
      select done_ms / ${hourMs}::bigint * ${hourMs}::bigint as "hourMs", exchange, asset, trim_scale(sum(amount))::text as amount, count(*) as credits
      from money_movement where kind = 'rebate' and state = 'DONE' and done_ms >= ${fromMs} and done_ms < ${untilMs}
      group by 1, 2, 3 order by 1, 2, 3`.execute(this.#database);
    return rows.map((row) => ({ ...row, hourMs: Number(row.hourMs), credits: Number(row.credits) }));
  }

  async orders(fromMs: number, untilMs: number): Promise<readonly OrderedSum[]> {
    const { rows } = await sql<Row<OrderedSum>>`
      select placed.created_ms / ${hourMs}::bigint * ${hourMs}::bigint as "hourMs", placed.venue as exchange,
        sender.strategy, count(*) as orders
      from order_record placed ${joinStrategy} where placed.created_ms >= ${fromMs} and placed.created_ms < ${untilMs}
      group by 1, 2, 3 order by 1, 2, 3`.execute(this.#database);
    return rows.map((row) => ({ ...row, hourMs: Number(row.hourMs), orders: Number(row.orders) }));
  }
}
