import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type Interval, intervals } from '../../../core/domain/markets/interval.ts';
import type { Database } from '../opening/dialect.ts';
import type { CandleBounds, CandleRecord } from '../orders/trading-records.ts';
import type { CandleSpan, Candles, CandlesByMarket } from '../orders/trading-store.ts';
import { arrayLiteral, type BulkTarget, bulkInsert, lastPerKey } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { checkedLimit } from '../sql/page.ts';
import type { DatabaseTables } from '../tables.ts';

const maxCandles = 5_000;

const target: BulkTarget<CandleRecord> = {
  table: 'candle',
  columns: {
    instrument_id: ['text', (candle) => candle.instrumentId],
    interval_name: ['text', (candle) => candle.interval],
    open_ms: ['bigint', (candle) => candle.openMs],
    open: ['numeric', (candle) => candle.open],
    high: ['numeric', (candle) => candle.high],
    low: ['numeric', (candle) => candle.low],
    close: ['numeric', (candle) => candle.close],
    volume: ['numeric', (candle) => candle.volume],
    quote_volume: ['numeric', (candle) => candle.quoteVolume],
    trades: ['bigint', (candle) => candle.trades],
  },
  key: ['instrument_id', 'interval_name', 'open_ms'],
  onKnown: 'update',
};

export class SqlCandles implements Candles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async upsert(candles: readonly CandleRecord[]): Promise<void> {
    await bulkInsert(
      this.#database,
      target,
      lastPerKey(candles, (candle) => `${candle.instrumentId} ${candle.interval} ${candle.openMs}`),
    );
  }

  async before(instrumentId: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly CandleRecord[]> {
    const rows = await this.#database
      .selectFrom('candle')
      .selectAll()
      .where('instrument_id', '=', instrumentId)
      .where('interval_name', '=', interval)
      .where('open_ms', '<', String(beforeMs))
      .orderBy('open_ms', 'desc')
      .limit(checkedLimit(limit, maxCandles))
      .execute();
    return rows.reverse().map(toCandle);
  }

  async newest(instrumentIds: readonly InstrumentId[]): Promise<CandlesByMarket> {
    // A look into the key for each interval; a group over all candles would read them.
    return this.#packed(sql`
      from unnest(${arrayLiteral(instrumentIds)}::text::text[]) as market(id) cross join unnest(${arrayLiteral(intervals)}::text::text[]) as span(name)
      cross join lateral (
        select * from candle where instrument_id = market.id and interval_name = span.name order by open_ms desc limit 1
      ) as candle`);
  }

  async within(instrumentIds: readonly InstrumentId[], spans: readonly CandleSpan[]): Promise<CandlesByMarket> {
    return this.#packed(sql`
      from unnest(${arrayLiteral(instrumentIds)}::text::text[]) as market(id)
      cross join unnest(
        ${arrayLiteral(spans.map(({ interval }) => interval))}::text::text[],
        ${arrayLiteral(spans.map(({ fromMs }) => fromMs))}::text::bigint[],
        ${arrayLiteral(spans.map(({ untilMs }) => untilMs))}::text::bigint[]
      ) as span(name, from_ms, until_ms)
      cross join lateral (
        select * from candle
        where instrument_id = market.id and interval_name = span.name and open_ms >= span.from_ms and open_ms < span.until_ms
      ) as candle`);
  }

  async firstOpens(instrumentIds: readonly InstrumentId[], interval: Interval): Promise<ReadonlyMap<InstrumentId, number>> {
    const { rows } = await sql<{ id: string; open_ms: string }>`
      select market.id, first.open_ms from unnest(${arrayLiteral(instrumentIds)}::text::text[]) as market(id)
      cross join lateral (
        select open_ms from candle where instrument_id = market.id and interval_name = ${interval} order by open_ms limit 1
      ) as first`.execute(this.#database);
    return new Map(rows.map(({ id, open_ms }) => [id as InstrumentId, Number(open_ms)]));
  }

  /** One text a market and interval: thousands of markets with a day each would be a million values to unpack one by one. */
  async #packed(from: RawBuilder<unknown>): Promise<CandlesByMarket> {
    const { rows } = await sql<{ id: string; interval_name: string; candles: string }>`
      select market.id, candle.interval_name, string_agg(concat_ws(' ', candle.open_ms, candle.open, candle.high, candle.low, candle.close,
        candle.volume, candle.quote_volume, candle.trades), ';' order by candle.open_ms) as candles
      ${from}
      group by market.id, candle.interval_name`.execute(this.#database);
    const byMarket = new Map<InstrumentId, Map<Interval, readonly CandleRecord[]>>();
    for (const { id, interval_name, candles } of rows) {
      const instrumentId = id as InstrumentId;
      const interval = interval_name as Interval;
      const known = byMarket.get(instrumentId) ?? new Map<Interval, readonly CandleRecord[]>();
      byMarket.set(instrumentId, known);
      const unpacked = candles.split(';').map((text) => unpack(instrumentId, interval, text));
      known.set(interval, [...(known.get(interval) ?? []), ...unpacked]);
    }
    return byMarket;
  }

  async bounds(instrumentId: InstrumentId, interval: Interval): Promise<CandleBounds | null> {
    const { rows } = await sql<{ first: string | null; last: string; candles: string }>`
      select min(open_ms) as first, max(open_ms) as last, count(*) as candles from candle
      where instrument_id = ${instrumentId} and interval_name = ${interval}`.execute(this.#database);
    const row = rows[0];
    if (row === undefined || row.first === null) return null;
    return { firstOpenMs: Number(row.first), lastOpenMs: Number(row.last), count: Number(row.candles) };
  }

  async forget(exchange: string): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      for (const table of ['candle', 'trade_flow'] as const)
        await sql`delete from ${sql.table(table)} where starts_with(instrument_id, ${`${exchange}/`})`.execute(transaction);
      await sql`delete from projection_position
        where venue = ${`candles:${exchange}`} or starts_with(venue, ${`candles:${exchange}/`})`.execute(transaction);
    });
  }
}

const toCandle = (row: Selectable<DatabaseTables['candle']>): CandleRecord => ({
  instrumentId: row.instrument_id,
  interval: row.interval_name as Interval,
  openMs: Number(row.open_ms),
  open: row.open,
  high: row.high,
  low: row.low,
  close: row.close,
  volume: row.volume,
  quoteVolume: row.quote_volume,
  trades: Number(row.trades),
});

function unpack(instrumentId: InstrumentId, interval: Interval, text: string): CandleRecord {
  const [openMs = '', open = '', high = '', low = '', close = '', volume = '', quoteVolume = '', trades = ''] = text.split(' ');
  return { instrumentId, interval, openMs: Number(openMs), open, high, low, close, volume, quoteVolume, trades: Number(trades) };
}
