import { makeAutoObservable, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';

/** Asks a person to prove anew that it is he, once for all calls that wait for it. The calls go on by themselves afterwards. */
export class ConfirmationStore {
  #api: Api | null = null;
  #waiting: ((isConfirmed: boolean) => void)[] = [];
  #hosts = 0;
  /** Something waits for the proof. */
  isAsked = false;
  /** In which ways he can give it; null: they are being asked for. */
  ways: readonly string[] | null = null;
  /** Why he cannot now. */
  failure: AppError | null = null;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  attachApi(api: Api): void {
    this.#api = api;
  }

  /** Somebody draws the question; the returned function ends that. */
  host(): () => void {
    this.#hosts++;
    return () => {
      this.#hosts--;
    };
  }

  /** True once he has proven it, false when he would not, and where nobody draws the question. */
  ask(): Promise<boolean> {
    if (this.#hosts === 0) return Promise.resolve(false);
    if (!this.isAsked) {
      this.isAsked = true;
      void this.load();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async load(): Promise<void> {
    this.ways = null;
    this.failure = null;
    const reply = await this.#api?.call('confirmWays', {});
    runInAction(() => {
      if (reply?.ok === true) this.ways = reply.value.wants;
      else this.failure = reply?.error ?? null;
    });
  }

  /** What a passkey has to sign. */
  terms(kind: string): Promise<Outcome<{ readonly terms: string }>> | undefined {
    return this.#api?.call('confirmTerms', { body: { kind } });
  }

  /** Null: he has proven it, and what waits goes on. */
  async answer(kind: string, value: string): Promise<AppError | null> {
    const reply = await this.#api?.call('confirm', { body: { kind, value } });
    if (reply?.ok !== true) return reply?.error ?? null;
    this.#end(true);
    return null;
  }

  cancel(): void {
    this.#end(false);
  }

  #end(isConfirmed: boolean): void {
    runInAction(() => {
      this.isAsked = false;
      this.ways = null;
    });
    for (const resolve of this.#waiting.splice(0)) resolve(isConfirmed);
  }
}
