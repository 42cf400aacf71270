import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AlertDraft, AlertView } from '../../../schemas/wire/alert.ts';
import type { Outcome } from '../../contract/app-error.ts';
import type { Alerts, Api, Stream } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';

/** The user's price alerts. The topic brings the whole list at first and after every change; what was raised meanwhile is told once. */
export class AlertsStore implements Alerts {
  readonly #api: Api;
  readonly #stream: Stream;
  readonly #listeners = new Set<(alert: AlertView) => void>();
  /** Raises that were told: alert and time. */
  readonly #told = new Set<string>();
  alerts: readonly AlertView[] = [];
  loading = true;

  constructor(api: Api, stream: Stream) {
    this.#api = api;
    this.#stream = stream;
    makeAutoObservable(this, { alerts: observableRef, save: false, setStatus: false, remove: false, onRaised: false }, { autoBind: true });
  }

  /** Opens the topic. The returned function closes it and forgets what it brought. */
  start(): Disposer {
    const stop = this.#stream.subscribe('alerts', (message) => this.#take(message.d as readonly AlertView[]));
    return () => {
      void stop();
      this.#told.clear();
      runInAction(() => {
        this.alerts = [];
        this.loading = true;
      });
    };
  }

  save(draft: AlertDraft): Promise<Outcome<AlertView>> {
    return this.#api.call('alertSave', { body: draft });
  }

  setStatus(alertId: string, status: 'MONITORING' | 'PAUSED' | 'ENDED'): Promise<Outcome<AlertView>> {
    return this.#api.call('alertStatus', { body: { alert_id: alertId, status } });
  }

  remove(alertId: string): Promise<Outcome<null>> {
    return this.#api.call('alertDelete', { body: { alert_id: alertId } });
  }

  onRaised(listener: (alert: AlertView) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #take(alerts: readonly AlertView[]): void {
    runInAction(() => {
      this.alerts = alerts;
      this.loading = false;
    });
    for (const alert of alerts) {
      const raise = `${alert.alert_id} ${alert.raised_time}`;
      if (alert.status !== 'RAISED' || this.#told.has(raise)) continue;
      this.#told.add(raise);
      for (const listener of this.#listeners) listener(alert);
    }
  }
}
