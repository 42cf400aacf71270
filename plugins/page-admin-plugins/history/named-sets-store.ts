import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Api } from '../../../core/contract/client-services.ts';
import type { NamedPluginSet, PluginSet } from '../../../core/contract/plugin-sets.ts';

/** Sets that are kept by name. */
export class NamedSetsStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #onError: (error: AppError) => void;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  list: readonly NamedPluginSet[] = [];

  constructor(api: Pick<Api, 'call'>, onError: (error: AppError) => void) {
    this.#api = api;
    this.#onError = onError;
    makeAutoObservable(this, { list: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const reply = await this.#api.call('adminNamedSets', {});
    runInAction(() => {
      if (reply.ok) this.list = reply.value;
      this.state = reply.ok ? 'ready' : 'failed';
    });
  }

  /** True when the server has taken it. */
  async keep(name: string, { included, excluded, vipOverrides, locked }: PluginSet, reason: string): Promise<boolean> {
    const reply = await this.#api.call('adminNamedSetSave', { body: { name, included, excluded, vipOverrides, locked, reason } });
    if (!reply.ok) this.#onError(reply.error);
    await this.load();
    return reply.ok;
  }

  async remove(name: string, reason: string): Promise<boolean> {
    const reply = await this.#api.call('adminNamedSetRemove', { body: { name, reason } });
    if (!reply.ok) this.#onError(reply.error);
    await this.load();
    return reply.ok;
  }
}
