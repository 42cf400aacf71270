import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { MarketData } from '../../core/contract/market.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { pairKey } from '../../core/domain/markets/instrument.ts';
import { type AlertStatus, alertFieldProblem, alertStatusTable } from '../../core/domain/markets/price-alert.ts';
import { canMove } from '../../core/domain/state-table.ts';
import { Turns } from '../../core/domain/turns.ts';
import { maxAlerts } from '../../schemas/wire/alert.ts';
import type { IndexBoard, IndexPrice } from '../market/reference/index-board.ts';
import type { AlertRaiseRecord, AlertRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Quota } from '../store/user-quota.ts';
import { alertMessage } from './alert-message.ts';
import { AlertWatch, watchKey } from './alert-watch.ts';
import type { TradeTap } from './trade-tap.ts';

export type AlertChoice = Pick<AlertRecord, 'instrumentId' | 'watchedPrice' | 'condition' | 'duration' | 'note'>;

export interface AlertServiceParts {
  readonly store: Pick<Store, 'priceAlerts' | 'transaction'>;
  readonly quota: Quota;
  /** `tick` passes on what was traded up to now. */
  readonly markets: Pick<MarketData, 'instrument' | 'ticker'> & { tick(): void };
  readonly indexes: Pick<IndexBoard, 'index' | 'price' | 'list' | 'onPrice'>;
  readonly tap: TradeTap;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
}

const raisedForMs = 60_000;
const sweepEveryMs = 1_000;

/**
 * Price alerts of all users. Trades and indexes are judged in memory; whatever follows from them is written first and shown afterwards, one
 * change after the other. After a restart the last price counts like a trade, so what happened meanwhile is not missed.
 */
export class AlertService {
  readonly #parts: AlertServiceParts;
  readonly #alerts = new Map<string, AlertRecord>();
  readonly #byUser = new Map<string, Set<string>>();
  readonly #listeners = new Set<(userId: string) => void>();
  readonly #watch: AlertWatch;
  /** One change after the other, so that each starts from what the one before has stored. */
  readonly #turns = new Turns();

  private constructor(parts: AlertServiceParts) {
    this.#parts = parts;
    this.#watch = new AlertWatch({
      onRaise: (alert, price) => this.#raise(alert, price),
      onReference: (alert, reference) => this.#refer(alert, reference),
    });
  }

  /** Reads what is stored; the markets must be there. */
  static async open(parts: AlertServiceParts): Promise<AlertService> {
    const service = new AlertService(parts);
    for (const alert of await parts.store.priceAlerts.all()) {
      service.#put(alert);
      service.#follow(alert);
    }
    return service;
  }

  /** Follows the trades; the disposer resolves when what is under way has been written. */
  start(): Disposer {
    const { tap, clock, markets, indexes } = this.#parts;
    // Trades that the venues repeated while they opened are no news for an alert.
    markets.tick();
    const disconnect = tap.connect(this.#watch);
    for (const key of this.#watch.keys()) {
      const last = markets.ticker(key)?.last ?? null;
      if (last !== null) this.#watch.prices(key, [last]);
    }
    for (const index of indexes.list()) if (!index.stale) this.#judge(index);
    const stopHearing = indexes.onPrice((index) => this.#judge(index));
    const stopSweeping = clock.every(sweepEveryMs, () => this.#sweep());
    return async () => {
      disconnect();
      void stopHearing();
      stopSweeping();
      await this.#turns.take(async () => undefined);
    };
  }

  /** Newest first. */
  list(userId: string): readonly AlertRecord[] {
    return [...(this.#byUser.get(userId) ?? [])].flatMap((id) => this.#alerts.get(id) ?? []).reverse();
  }

  history(userId: string, limit: number): Promise<readonly AlertRaiseRecord[]> {
    return this.#parts.store.priceAlerts.raises(userId, limit);
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
      await this.#parts.store.priceAlerts.delete(alertId);
      this.#watch.remove(alert);
      this.#alerts.delete(alertId);
      this.#byUser.get(userId)?.delete(alertId);
      this.#tell(userId);
      return accepted(null);
    });
  }

  /** Tells whose alerts have changed. */
  onChange(listener: (userId: string) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #raise(alert: AlertRecord, price: string): void {
    this.#durably(alert, async (current) => {
      const { store, clock } = this.#parts;
      const nowMs = clock.nowMs();
      const raised: AlertRecord = { ...current, status: 'RAISED', raisedPrice: price, raisedMs: nowMs, updatedMs: nowMs };
      const { userId, alertId, instrumentId, watchedPrice, condition, note } = raised;
      await store.transaction(async ({ priceAlerts, messages }) => {
        await priceAlerts.save(raised);
        await priceAlerts.appendRaise({ userId, alertId, instrumentId, watchedPrice, condition, note, price, timeMs: nowMs });
        await messages.append(alertMessage(raised, price, nowMs));
      });
      this.#put(raised);
      this.#follow(raised);
      this.#tell(userId);
    });
  }

  #refer(alert: AlertRecord, reference: string): void {
    this.#durably(alert, async (current) => {
      const referred = { ...current, reference };
      await this.#parts.store.priceAlerts.save(referred);
      // The watch has gone on from this price by itself.
      this.#alerts.set(referred.alertId, referred);
      this.#tell(referred.userId);
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
    const saved = await this.#parts.quota
      .within(alert.userId, ({ priceAlerts }) => priceAlerts.save(alert))
      .catch((error: unknown) => {
        undo();
        throw error;
      });
    if (!saved.ok) {
      undo();
      return saved;
    }
    this.#put(alert);
    this.#tell(alert.userId);
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
    markets.tick();
    return markets.ticker(instrumentId)?.last ?? null;
  }

  /** An index is that of every market in it. */
  #judge({ price, sources }: IndexPrice): void {
    if (price === null) return;
    for (const { instrumentId } of sources) this.#watch.prices(watchKey({ instrumentId, watchedPrice: 'INDEX' }), [price]);
  }

  #tell(userId: string): void {
    for (const listener of this.#listeners) listener(userId);
  }
}
