import { sql } from 'kysely';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Database } from '../opening/dialect.ts';
import type { TradeFlowRecord } from '../orders/trading-records.ts';
import type { TradeFlows } from '../orders/trading-store.ts';
import { arrayLiteral, type BulkTarget, bulkInsert } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

const target: BulkTarget<TradeFlowRecord> = {
  table: 'trade_flow',
  columns: {
    instrument_id: ['text', (flow) => flow.instrumentId],
    open_ms: ['bigint', (flow) => flow.openMs],
    length_ms: ['bigint', (flow) => flow.lengthMs],
    first_ms: ['bigint', (flow) => flow.firstMs],
    trades: ['bigint', (flow) => flow.trades],
    step: ['text', (flow) => flow.step],
    lines: ['text', ({ lines }) => JSON.stringify(lines.map(([line, buy, sell]) => [line, String(buy), String(sell)]))],
  },
  key: ['instrument_id', 'open_ms', 'length_ms'],
  onKnown: 'update',
};

export class SqlTradeFlows implements TradeFlows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async save(flows: readonly TradeFlowRecord[]): Promise<void> {
    if (flows.length === 0) return;
    await inTransaction(this.#database, async (database) => {
      await bulkInsert(database, target, flows);
      for (const flow of flows) if (flow.lengthMs > minuteMs) await tidy(database, flow);
    });
  }

  async steps(instrumentIds: readonly InstrumentId[]): Promise<ReadonlyMap<InstrumentId, string>> {
    const { rows } = await sql<{ id: string; step: string }>`
      select market.id, newest.step from unnest(${arrayLiteral(instrumentIds)}::text::text[]) as market(id)
      cross join lateral (
        select step from trade_flow where instrument_id = market.id order by open_ms desc, length_ms desc limit 1
      ) as newest`.execute(this.#database);
    return new Map(rows.map(({ id, step }) => [id as InstrumentId, step]));
  }

  async of(instrumentIds: readonly InstrumentId[]): Promise<readonly TradeFlowRecord[]> {
    const rows = await this.#database
      .selectFrom('trade_flow')
      .selectAll()
      .where(sql<boolean>`instrument_id = any(${arrayLiteral(instrumentIds)}::text::text[])`)
      .execute();
    return rows.map((row) => ({
      instrumentId: row.instrument_id,
      openMs: Number(row.open_ms),
      lengthMs: Number(row.length_ms),
      firstMs: Number(row.first_ms),
      trades: Number(row.trades),
      step: row.step,
      lines: (JSON.parse(row.lines) as [number, string, string][]).map(([line, buy, sell]) => [line, BigInt(buy), BigInt(sell)]),
    }));
  }
}

/** A quarter of an hour takes the place of its minutes; its coming is also the hour to forget what is a day older. */
async function tidy(database: Database, { instrumentId, openMs, lengthMs }: TradeFlowRecord): Promise<void> {
  await database
    .deleteFrom('trade_flow')
    .where('instrument_id', '=', instrumentId)
    .where((row) =>
      row.or([
        row('open_ms', '<', String(openMs - dayMs)),
        row.and([
          row('open_ms', '>=', String(openMs)),
          row('open_ms', '<', String(openMs + lengthMs)),
          row('length_ms', '<', String(lengthMs)),
        ]),
      ]),
    )
    .execute();
}
