import type { Outcome } from '../../core/contract/app-error.ts';
import { type CountedRows, type Sql, storedBytes, type TableMigration, type Tables } from '../../core/contract/server-contributions.ts';
import { alertChannels } from '../../core/domain/markets/price-alert.ts';
import type { AlertRaiseRecord, AlertRecord, NewAlertRaise } from './alert-record.ts';

const alerts = 'service_alerts__alert';
const raises = 'service_alerts__raise';
/** What the tables were called when they were the house's. */
const [formerAlerts, formerRaises] = ['price_alert', 'price_alert_raise'];

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'alerts',
    statements: [`alter table ${formerAlerts} rename to ${alerts}`, `alter table ${formerRaises} rename to ${raises}`],
  },
  { id: 2, name: 'channels', statements: [`alter table ${alerts} add column channels text not null default 'WEB,APP'`] },
];

const counted: readonly CountedRows[] = [
  { table: alerts, kind: 'alerts', bytes: storedBytes('condition', 'note') },
  { table: raises, kind: 'alerts', bytes: storedBytes('condition', 'note'), newest: 'raise_id' },
];

/** `bigint` comes as text. */
interface AlertRow {
  readonly alert_id: string;
  readonly user_id: string;
  readonly instrument_id: string;
  readonly watched_price: AlertRecord['watchedPrice'];
  readonly condition: AlertRecord['condition'];
  readonly duration: AlertRecord['duration'];
  /** With commas. */
  readonly channels: string;
  readonly note: string;
  readonly status: AlertRecord['status'];
  readonly round: number;
  readonly reference: string | null;
  readonly raised_price: string | null;
  readonly raised_ms: string | null;
  readonly created_ms: string;
  readonly updated_ms: string;
}

type RaiseRow = Pick<AlertRow, 'user_id' | 'alert_id' | 'instrument_id' | 'watched_price' | 'condition' | 'note'> & {
  readonly raise_id: string;
  readonly price: string;
  readonly time_ms: string;
};

/** Alerts of all users, and when they were raised. */
export class AlertTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<AlertTable> {
    await tables.migrate(steps, { adopts: [formerAlerts, formerRaises], counted });
    return new AlertTable(tables);
  }

  /** Everybody's, oldest first. */
  async all(): Promise<readonly AlertRecord[]> {
    return (await this.#tables.run<AlertRow>(`select * from ${alerts} order by created_ms, alert_id`)).map(toAlert);
  }

  /** Adds or replaces what its owner asks for, if there is room for it. */
  add(alert: AlertRecord): Promise<Outcome<void>> {
    return this.#tables.within(alert.userId, (sql) => save(sql, alert));
  }

  save(alert: AlertRecord): Promise<void> {
    return save(this.#tables, alert);
  }

  /** All or nothing, with whatever else is written of it. */
  raise(raised: AlertRecord, raise: NewAlertRaise, more: (sql: Sql) => Promise<void>): Promise<void> {
    return this.#tables.transaction(async (sql) => {
      await save(sql, raised);
      await append(sql, raise);
      await more(sql);
    });
  }

  async delete(alertId: string): Promise<void> {
    await this.#tables.run(`delete from ${alerts} where alert_id = $1`, [alertId]);
  }

  /** Newest first. */
  async raises(userId: string, limit: number): Promise<readonly AlertRaiseRecord[]> {
    const rows = await this.#tables.run<RaiseRow>(`select * from ${raises} where user_id = $1 order by raise_id desc limit $2`, [
      userId,
      limit,
    ]);
    return rows.map((row) => ({
      raiseId: row.raise_id,
      userId: row.user_id,
      alertId: row.alert_id,
      instrumentId: row.instrument_id,
      watchedPrice: row.watched_price,
      condition: row.condition,
      note: row.note,
      price: row.price,
      timeMs: Number(row.time_ms),
    }));
  }
}

async function save(sql: Sql, alert: AlertRecord): Promise<void> {
  const { alertId, userId, instrumentId, watchedPrice, condition, duration, channels, note, status } = alert;
  const { round, reference, raisedPrice, raisedMs, createdMs, updatedMs } = alert;
  await sql.run(
    `insert into ${alerts} (alert_id, user_id, instrument_id, watched_price, condition, duration, note, status,
      round, reference, raised_price, raised_ms, created_ms, updated_ms, channels)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    on conflict (alert_id) do update set instrument_id = excluded.instrument_id, watched_price = excluded.watched_price,
      condition = excluded.condition, duration = excluded.duration, note = excluded.note, status = excluded.status, round = excluded.round,
      reference = excluded.reference, raised_price = excluded.raised_price, raised_ms = excluded.raised_ms, updated_ms = excluded.updated_ms,
      channels = excluded.channels`,
    [
      ...[alertId, userId, instrumentId, watchedPrice, JSON.stringify(condition), duration, note, status],
      ...[round, reference, raisedPrice, raisedMs, createdMs, updatedMs, channels.join(',')],
    ],
  );
}

async function append(sql: Sql, raise: NewAlertRaise): Promise<void> {
  const { userId, alertId, instrumentId, watchedPrice, condition, note, price, timeMs } = raise;
  await sql.run(
    `insert into ${raises} (user_id, alert_id, instrument_id, watched_price, condition, note, price, time_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [userId, alertId, instrumentId, watchedPrice, JSON.stringify(condition), note, price, timeMs],
  );
}

const toAlert = (row: AlertRow): AlertRecord => ({
  alertId: row.alert_id,
  userId: row.user_id,
  instrumentId: row.instrument_id,
  watchedPrice: row.watched_price,
  condition: row.condition,
  duration: row.duration,
  channels: alertChannels.filter((channel) => row.channels.split(',').includes(channel)),
  note: row.note,
  status: row.status,
  round: row.round,
  reference: row.reference,
  raisedPrice: row.raised_price,
  raisedMs: row.raised_ms === null ? null : Number(row.raised_ms),
  createdMs: Number(row.created_ms),
  updatedMs: Number(row.updated_ms),
});
