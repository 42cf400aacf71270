import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { UiTimers } from '../../core/ui/index.ts';
import type { AuditCheckView } from '../../schemas/wire/audit.ts';

const lookMs = 700;

/** Whether the chain was found unbroken, and a check that somebody has started, as far as it has come. */
export class CheckStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #timers: Pick<UiTimers, 'after'>;
  readonly #onEnd: () => void;
  check: AuditCheckView | null = null;
  failure: AppError | null = null;
  /** It was asked for, and the answer is not here yet. */
  starting = false;
  private stopLooking: () => void = () => undefined;
  private isGone = false;

  constructor(api: Pick<Api, 'call'>, timers: Pick<UiTimers, 'after'>, onEnd: () => void) {
    this.#api = api;
    this.#timers = timers;
    this.#onEnd = onEnd;
    makeAutoObservable<this, 'stopLooking' | 'isGone'>(
      this,
      { check: observableRef, failure: observableRef, stopLooking: false, isGone: false },
      { autoBind: true },
    );
  }

  get isRunning(): boolean {
    return this.starting || (this.check?.running ?? null) !== null;
  }

  async load(): Promise<void> {
    const reply = await this.#api.call('auditCheck', {});
    if (reply.ok) this.take(reply.value);
    else runInAction(() => (this.failure = reply.error));
    // One answer that is lost on the way ends nothing.
    if (!reply.ok && this.isRunning) this.lookLater();
  }

  async start(): Promise<void> {
    if (this.isRunning) return;
    this.starting = true;
    const reply = await this.#api.call('auditCheckStart', {});
    runInAction(() => (this.starting = false));
    if (reply.ok) this.take(reply.value);
    else runInAction(() => (this.failure = reply.error));
    // A short chain is proven before anybody could look.
    if (reply.ok && reply.value.running === null) this.#onEnd();
  }

  dispose(): void {
    this.isGone = true;
    this.stopLooking();
  }

  private take(check: AuditCheckView): void {
    const wasRunning = (this.check?.running ?? null) !== null;
    this.check = check;
    this.failure = null;
    if (check.running !== null) this.lookLater();
    else if (wasRunning) this.#onEnd();
  }

  private lookLater(): void {
    this.stopLooking();
    if (!this.isGone) this.stopLooking = this.#timers.after(lookMs, () => void this.load());
  }
}
