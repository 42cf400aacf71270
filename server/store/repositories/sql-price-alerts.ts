import type { Selectable } from 'kysely';
import type { AlertCondition, AlertDuration, AlertPrice, AlertStatus } from '../../../core/domain/markets/price-alert.ts';
import type { Database } from '../opening/dialect.ts';
import { checkedLimit } from '../page.ts';
import type { AlertRaiseRecord, AlertRecord, NewAlertRaise } from '../records.ts';
import type { PriceAlerts } from '../store.ts';
import type { Tables } from '../tables.ts';

export class SqlPriceAlerts implements PriceAlerts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly AlertRecord[]> {
    const rows = await this.#database.selectFrom('price_alert').selectAll().orderBy('created_ms').orderBy('alert_id').execute();
    return rows.map(toRecord);
  }

  async save(alert: AlertRecord): Promise<void> {
    const changing = {
      instrument_id: alert.instrumentId,
      watched_price: alert.watchedPrice,
      condition: JSON.stringify(alert.condition),
      duration: alert.duration,
      note: alert.note,
      status: alert.status,
      round: alert.round,
      reference: alert.reference,
      raised_price: alert.raisedPrice,
      raised_ms: alert.raisedMs,
      updated_ms: alert.updatedMs,
    };
    await this.#database
      .insertInto('price_alert')
      .values({ alert_id: alert.alertId, user_id: alert.userId, created_ms: alert.createdMs, ...changing })
      .onConflict((conflict) => conflict.column('alert_id').doUpdateSet(changing))
      .execute();
  }

  async delete(alertId: string): Promise<void> {
    await this.#database.deleteFrom('price_alert').where('alert_id', '=', alertId).execute();
  }

  async appendRaise(raise: NewAlertRaise): Promise<void> {
    const { userId, alertId, instrumentId, watchedPrice, condition, note, price, timeMs } = raise;
    await this.#database
      .insertInto('price_alert_raise')
      .values({
        user_id: userId,
        alert_id: alertId,
        instrument_id: instrumentId,
        watched_price: watchedPrice,
        condition: JSON.stringify(condition),
        note,
        price,
        time_ms: timeMs,
      })
      .execute();
  }

  async raises(userId: string, limit: number): Promise<readonly AlertRaiseRecord[]> {
    const rows = await this.#database
      .selectFrom('price_alert_raise')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('raise_id', 'desc')
      .limit(checkedLimit(limit))
      .execute();
    return rows.map((row) => ({
      raiseId: row.raise_id,
      userId,
      alertId: row.alert_id,
      instrumentId: row.instrument_id,
      watchedPrice: row.watched_price as AlertPrice,
      condition: row.condition as AlertCondition,
      note: row.note,
      price: row.price,
      timeMs: Number(row.time_ms),
    }));
  }
}

const toRecord = (row: Selectable<Tables['price_alert']>): AlertRecord => ({
  alertId: row.alert_id,
  userId: row.user_id,
  instrumentId: row.instrument_id,
  watchedPrice: row.watched_price as AlertPrice,
  condition: row.condition as AlertCondition,
  duration: row.duration as AlertDuration,
  note: row.note,
  status: row.status as AlertStatus,
  round: row.round,
  reference: row.reference,
  raisedPrice: row.raised_price,
  raisedMs: row.raised_ms === null ? null : Number(row.raised_ms),
  createdMs: Number(row.created_ms),
  updatedMs: Number(row.updated_ms),
});
