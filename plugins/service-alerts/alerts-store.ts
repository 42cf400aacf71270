import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { Alert, AlertDraft, Alerts } from '../../core/contract/client-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Services } from './requires.ts';

/** The user's price alerts. The topic brings the whole list at first and after every change; what is raised meanwhile is told once. */
export class AlertsStore implements Alerts {
  readonly #services: Services;
  readonly #listeners = new Set<(alert: Alert) => void>();
  /** Raises that were told: alert and time. */
  readonly #told = new Set<string>();
  alerts: readonly Alert[] = [];
  loading = true;

  constructor(services: Services) {
    this.#services = services;
    makeAutoObservable(this, { alerts: observableRef, save: false, setStatus: false, remove: false, onRaised: false }, { autoBind: true });
  }

  /** Has the topic while somebody is signed in, and forgets with him what it brought. */
  start(): Disposer {
    const { stream, session } = this.#services;
    let stop: Disposer = () => undefined;
    const end = (): void => {
      void stop();
      stop = () => undefined;
      this.#forget();
    };
    const stopFollowing = reaction(
      () => session.user?.username ?? null,
      (username) => {
        end();
        if (username !== null) stop = stream.subscribe('alerts', (message) => this.#take(message.d as readonly Alert[]));
      },
      { fireImmediately: true },
    );
    return () => {
      stopFollowing();
      end();
    };
  }

  save(draft: AlertDraft): Promise<Outcome<Alert>> {
    return this.#services.api.call('alertSave', { body: draft });
  }

  setStatus(alertId: string, status: 'MONITORING' | 'PAUSED' | 'ENDED'): Promise<Outcome<Alert>> {
    return this.#services.api.call('alertStatus', { body: { alertId, status } });
  }

  remove(alertId: string): Promise<Outcome<null>> {
    return this.#services.api.call('alertDelete', { body: { alertId } });
  }

  onRaised(listener: (alert: Alert) => void): Disposer {
    this.#listeners.add(listener);
    this.#tell();
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #take(alerts: readonly Alert[]): void {
    // What was raised before the page was opened stands among the messages: told, it would come back with every load.
    if (this.loading) for (const alert of alerts) this.#told.add(raiseOf(alert));
    runInAction(() => {
      this.alerts = alerts;
      this.loading = false;
    });
    this.#tell();
  }

  /** What nobody listens to yet is told to the first who does. */
  #tell(): void {
    if (this.#listeners.size === 0) return;
    for (const alert of this.alerts) {
      const raise = raiseOf(alert);
      if (alert.status !== 'RAISED' || this.#told.has(raise)) continue;
      this.#told.add(raise);
      for (const listener of this.#listeners) listener(alert);
    }
  }

  #forget(): void {
    this.#told.clear();
    runInAction(() => {
      this.alerts = [];
      this.loading = true;
    });
  }
}

const raiseOf = ({ alertId, raisedMs }: Alert): string => `${alertId} ${raisedMs}`;
