import { type Selectable, sql } from 'kysely';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import { type Interval, intervals } from '../../../core/domain/interval.ts';
import { type BulkTarget, bulkInsert, lastPerKey } from '../bulk.ts';
import type { Database } from '../dialect.ts';
import { inTransaction } from '../in-transaction.ts';
import { checkedLimit } from '../page.ts';
import type { Tables } from '../tables.ts';
import type { CandleBounds, CandleRecord } from '../trading-records.ts';
import type { Candles } from '../trading-store.ts';

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

  async newest(instrumentId: InstrumentId): Promise<ReadonlyMap<Interval, CandleRecord>> {
    // A look into the key for each interval; a group over all candles would read them.
    const { rows } = await sql<Selectable<Tables['candle']>>`
      select newest.* from unnest(${[...intervals]}::text[]) as wanted(interval_name)
      cross join lateral (
        select * from candle where instrument_id = ${instrumentId} and interval_name = wanted.interval_name order by open_ms desc limit 1
      ) as newest`.execute(this.#database);
    return new Map(rows.map(toCandle).map((candle) => [candle.interval, candle]));
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

const toCandle = (row: Selectable<Tables['candle']>): CandleRecord => ({
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
