import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api, ApiKey, Notices } from '../../core/contract/client-services.ts';
import { type KeyDraft, newKeyOf } from './key-draft.ts';

/** The user's keys, and the token of the one that was just made. */
export class KeysStore {
  readonly #api: Api;
  readonly #notices: Notices;
  keys: readonly ApiKey[] = [];
  loading = true;
  failed = false;
  busy = false;
  /** Why the last one was not made. */
  refusal: AppError | null = null;
  /** Shown once: it is nowhere else. */
  made: { readonly key: ApiKey; readonly token: string } | null = null;

  constructor(api: Api, notices: Notices) {
    this.#api = api;
    this.#notices = notices;
    makeAutoObservable(this, { keys: observableRef, refusal: observableRef, made: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const keys = await this.#api.call('apiKeyList', {});
    runInAction(() => {
      this.loading = false;
      this.failed = !keys.ok;
      if (keys.ok) this.keys = keys.value;
    });
  }

  /** True when it was made. */
  async create(draft: KeyDraft): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const reply = await this.#api.call('apiKeyCreate', { body: newKeyOf(draft) });
    runInAction(() => {
      this.busy = false;
      if (reply.ok) {
        this.made = reply.value;
        this.keys = [reply.value.key, ...this.keys];
      } else this.refusal = reply.error;
    });
    return reply.ok;
  }

  async revoke(key: ApiKey): Promise<boolean> {
    this.busy = true;
    const reply = await this.#api.call('apiKeyRevoke', { body: { keyId: key.keyId } });
    runInAction(() => {
      this.busy = false;
      if (!reply.ok) this.#notices.error(reply.error);
      else {
        this.keys = this.keys.filter((one) => one.keyId !== key.keyId);
        if (this.made?.key.keyId === key.keyId) this.made = null;
      }
    });
    return reply.ok;
  }

  /** The token has been put away. */
  forget(): void {
    this.made = null;
  }

  /** What was refused is being changed. */
  clearRefusal(): void {
    this.refusal = null;
  }
}
