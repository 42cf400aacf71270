import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../contract/app-error.ts';
import type { Alert, AlertDraft, Alerts, Api, Stream } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';

/** The user's price alerts. The topic brings the whole list at first and after every change; what was raised meanwhile is told once. */
export class AlertsStore implements Alerts {
  readonly #api: Api;
  readonly #stream: Stream;
  readonly #listeners = new Set<(alert: Alert) => void>();
  /** Raises that were told: alert and time. */
  readonly #told = new Set<string>();
  alerts: readonly Alert[] = [];
  loading = true;

  constructor(api: Api, stream: Stream) {
    this.#api = api;
    this.#stream = stream;
    makeAutoObservable(this, { alerts: observableRef, save: false, setStatus: false, remove: false, onRaised: false }, { autoBind: true });
  }

  /** Opens the topic. The returned function closes it and forgets what it brought. */
  start(): Disposer {
    const stop = this.#stream.subscribe('alerts', (message) => this.#take(message.d as readonly Alert[]));
    return () => {
      void stop();
      this.#told.clear();
      runInAction(() => {
        this.alerts = [];
        this.loading = true;
      });
    };
  }

  save(draft: AlertDraft): Promise<Outcome<Alert>> {
    return this.#api.call('alertSave', { body: draft });
  }

  setStatus(alertId: string, status: 'MONITORING' | 'PAUSED' | 'ENDED'): Promise<Outcome<Alert>> {
    return this.#api.call('alertStatus', { body: { alertId, status } });
  }

  remove(alertId: string): Promise<Outcome<null>> {
    return this.#api.call('alertDelete', { body: { alertId } });
  }

  onRaised(listener: (alert: Alert) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #take(alerts: readonly Alert[]): void {
    runInAction(() => {
      this.alerts = alerts;
      this.loading = false;
    });
    for (const alert of alerts) {
      const raise = `${alert.alertId} ${alert.raisedMs}`;
      if (alert.status !== 'RAISED' || this.#told.has(raise)) continue;
      this.#told.add(raise);
      for (const listener of this.#listeners) listener(alert);
    }
  }
}
