import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { Clock, Logger, ServerMarkets } from '../../core/contract/server-services.ts';
import type { IndexPrice, SpotIndexes } from '../../core/contract/spot-indexes.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { pairKey } from '../../core/domain/markets/instrument.ts';
import { type AlertStatus, alertFieldProblem, alertStatusTable } from '../../core/domain/markets/price-alert.ts';
import { canMove } from '../../core/domain/state-table.ts';
import { Turns } from '../../core/domain/turns.ts';
import { maxAlerts } from '../../schemas/wire/alert.ts';
import { alertMessage } from './alert-message.ts';
import type { AlertRaiseRecord, AlertRecord } from './alert-record.ts';
import type { AlertTable } from './alert-table.ts';
import { AlertWatch, watchKey } from './alert-watch.ts';

type AlertChoice = Pick<AlertRecord, 'instrumentId' | 'watchedPrice' | 'condition' | 'duration' | 'channels' | 'note'>;

interface PriceAlertParts {
  readonly table: AlertTable;
  readonly messages: Messages;
  readonly markets: Pick<ServerMarkets, 'instrument' | 'exchangeTitle' | 'ticker' | 'onOpen' | 'watchTrades' | 'tellTrades'>;
  readonly indexes: SpotIndexes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Told whose alerts have changed. */
  readonly onChange: (userId: string) => void;
}

const raisedForMs = 60_000;
const sweepEveryMs = 1_000;

/**
 * Price alerts of all users. Trades and indexes are judged in memory; whatever follows from them is written first and shown afterwards, one
 * change after the other. After a restart the last price counts like a trade, so what happened meanwhile is not missed.
 */
export class PriceAlerts {
  readonly #parts: PriceAlertParts;
  readonly #alerts = new Map<string, AlertRecord>();
  readonly #byUser = new Map<string, Set<string>>();
  readonly #watch: AlertWatch;
  /** One change after the other, so that each starts from what the one before has stored. */
  readonly #turns = new Turns();

  private constructor(parts: PriceAlertParts) {
    this.#parts = parts;
    this.#watch = new AlertWatch({
      onRaise: (alert, price) => this.#raise(alert, price),
      onReference: (alert, reference) => this.#refer(alert, reference),
    });
  }

  /** Reads what is stored. */
  static async open(parts: PriceAlertParts): Promise<PriceAlerts> {
    const opened = new PriceAlerts(parts);
    for (const alert of await parts.table.all()) {
      opened.#put(alert);
      opened.#follow(alert);
    }
    return opened;
  }

  /** Follows the prices once the exchanges are open; the disposer resolves when what is under way has been written. */
  start(): Disposer {
    const { clock, markets, indexes } = this.#parts;
    const stops: Disposer[] = [clock.every(sweepEveryMs, () => this.#sweep())];
    const stopWaiting = markets.onOpen(() => {
      // Trades that the venues repeated while they opened are no news for an alert.
      markets.tellTrades();
      stops.push(markets.watchTrades(this.#watch));
      for (const key of this.#watch.keys()) {
        const last = markets.ticker(key)?.last ?? null;
        if (last !== null) this.#watch.prices(key, [last]);
      }
      for (const index of indexes.list()) if (!index.stale) this.#judge(index);
      stops.push(indexes.onPrice((index) => this.#judge(index)));
    });
    return async () => {
      await stopWaiting();
      for (const stop of stops) await stop();
      await this.#turns.take(async () => undefined);
    };
  }

  /** Newest first. */
  list(userId: string): readonly AlertRecord[] {
    return [...(this.#byUser.get(userId) ?? [])].flatMap((id) => this.#alerts.get(id) ?? []).reverse();
  }

  history(userId: string, limit: number): Promise<readonly AlertRaiseRecord[]> {
    return this.#parts.table.raises(userId, limit);
  }

  /** A new alert without an id, else the one of that id; monitoring begins at the price of now. */
  save(userId: string, alertId: string | null, choice: AlertChoice): Promise<Outcome<AlertRecord>> {
    const { clock, markets, indexes, newId } = this.#parts;
    return this.#turns.take(async () => {
      const known = alertId === null ? null : this.#own(userId, alertId);
      if (alertId !== null && known === null) return refused('ALERT_UNKNOWN');
      if (known === null && (this.#byUser.get(userId)?.size ?? 0) >= maxAlerts) return refused('ALERT_TOO_MANY', { limit: maxAlerts });
      const instrument = markets.instrument(choice.instrumentId);
      if (instrument === null) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: choice.instrumentId });
      if (choice.watchedPrice === 'INDEX' && indexes.index(instrument.id) === null) {
        return refused('ALERT_NO_INDEX', { pair: pairKey(instrument) });
      }
      const field = alertFieldProblem(choice.condition);
      if (field !== null) return refused('ALERT_CONDITION_INVALID', { field });
      const nowMs = clock.nowMs();
      const alert: AlertRecord = {
        ...choice,
        alertId: known?.alertId ?? newId(),
        userId,
        status: 'MONITORING',
        round: (known?.round ?? 0) + 1,
        reference: this.#priceNow(choice),
        raisedPrice: known?.raisedPrice ?? null,
        raisedMs: known?.raisedMs ?? null,
        createdMs: known?.createdMs ?? nowMs,
        updatedMs: nowMs,
      };
      return this.#write(alert);
    });
  }

  /** What a user may do by hand; the same status again changes nothing. */
  setStatus(userId: string, alertId: string, status: Exclude<AlertStatus, 'RAISED'>): Promise<Outcome<AlertRecord>> {
    return this.#turns.take(async () => {
      const alert = this.#own(userId, alertId);
      if (alert === null) return refused('ALERT_UNKNOWN');
      if (alert.status === status) return accepted(alert);
      if (!canMove(alertStatusTable, alert.status, status)) return refused('ALERT_STATUS', { status: alert.status });
      const anew = status === 'MONITORING' ? { round: alert.round + 1, reference: this.#priceNow(alert) } : {};
      return this.#write({ ...alert, ...anew, status, updatedMs: this.#parts.clock.nowMs() });
    });
  }

  remove(userId: string, alertId: string): Promise<Outcome<null>> {
    return this.#turns.take(async () => {
      const alert = this.#own(userId, alertId);
      if (alert === null) return accepted(null);
      await this.#parts.table.delete(alertId);
      this.#watch.remove(alert);
      this.#alerts.delete(alertId);
      this.#byUser.get(userId)?.delete(alertId);
      this.#parts.onChange(userId);
      return accepted(null);
    });
  }

  #raise(alert: AlertRecord, price: string): void {
    this.#durably(alert, async (current) => {
      const { table, messages, markets, clock } = this.#parts;
      const nowMs = clock.nowMs();
      const raised: AlertRecord = { ...current, status: 'RAISED', raisedPrice: price, raisedMs: nowMs, updatedMs: nowMs };
      const { userId, alertId, instrumentId, watchedPrice, condition, note } = raised;
      const raise = { userId, alertId, instrumentId, watchedPrice, condition, note, price, timeMs: nowMs };
      const told = { price, nowMs, exchangeTitle: (exchange: string) => markets.exchangeTitle(exchange) };
      await table.raise(raised, raise, (sql) => messages.send(alertMessage(raised, told), sql));
      this.#put(raised);
      this.#follow(raised);
      this.#parts.onChange(userId);
    });
  }

  #refer(alert: AlertRecord, reference: string): void {
    this.#durably(alert, async (current) => {
      const referred = { ...current, reference };
      await this.#parts.table.save(referred);
      // The watch has gone on from this price by itself.
      this.#alerts.set(referred.alertId, referred);
      this.#parts.onChange(referred.userId);
    });
  }

  #sweep(): void {
    const nowMs = this.#parts.clock.nowMs();
    for (const alert of this.#alerts.values()) {
      const isOver = alert.status === 'RAISED' && alert.duration === 'ONE_MINUTE' && nowMs - (alert.raisedMs ?? 0) >= raisedForMs;
      if (!isOver) continue;
      this.setStatus(alert.userId, alert.alertId, 'ENDED').catch((error: unknown) => {
        this.#parts.logger.error({ err: error, alertId: alert.alertId }, 'could not end a price alert; it is tried again');
      });
    }
  }

  /** Does what a price asked for as long as it takes, unless the owner has changed the alert meanwhile. */
  #durably(alert: AlertRecord, work: (current: AlertRecord) => Promise<void>): void {
    const { clock, logger } = this.#parts;
    this.#turns
      .take(async () => {
        const current = this.#alerts.get(alert.alertId);
        if (current?.status === 'MONITORING' && current.round === alert.round) await work(current);
      })
      .catch((error: unknown) => {
        logger.error({ err: error, alertId: alert.alertId }, 'could not write a price alert; it is tried again');
        clock.after(sweepEveryMs, () => this.#durably(alert, work));
      });
  }

  /** Trades count from now on, not from when it is written: what they ask for waits its turn. */
  async #write(alert: AlertRecord): Promise<Outcome<AlertRecord>> {
    const before = this.#alerts.get(alert.alertId);
    if (before !== undefined) this.#watch.remove(before);
    this.#follow(alert);
    const undo = (): void => {
      this.#watch.remove(alert);
      if (before !== undefined) this.#follow(before);
    };
    const saved = await this.#parts.table.add(alert).catch((error: unknown) => {
      undo();
      throw error;
    });
    if (!saved.ok) {
      undo();
      return saved;
    }
    this.#put(alert);
    this.#parts.onChange(alert.userId);
    return accepted(alert);
  }

  #put(alert: AlertRecord): void {
    this.#alerts.set(alert.alertId, alert);
    const own = this.#byUser.get(alert.userId) ?? new Set<string>();
    this.#byUser.set(alert.userId, own.add(alert.alertId));
  }

  #follow(alert: AlertRecord): void {
    if (alert.status === 'MONITORING') this.#watch.add(alert);
    else this.#watch.remove(alert);
  }

  #own(userId: string, alertId: string): AlertRecord | null {
    const alert = this.#alerts.get(alertId);
    return alert?.userId === userId ? alert : null;
  }

  #priceNow({ instrumentId, watchedPrice }: Pick<AlertChoice, 'instrumentId' | 'watchedPrice'>): string | null {
    const { markets, indexes } = this.#parts;
    if (watchedPrice === 'INDEX') return indexes.price(instrumentId);
    markets.tellTrades();
    return markets.ticker(instrumentId)?.last ?? null;
  }

  /** An index is that of every market in it. */
  #judge({ price, sources }: IndexPrice): void {
    if (price === null) return;
    for (const { instrumentId } of sources) this.#watch.prices(watchKey({ instrumentId, watchedPrice: 'INDEX' }), [price]);
  }
}
