import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Api } from '../../../core/contract/client-services.ts';
import type { NamedPluginSet, PluginSet, ProductVersionSet } from '../../../core/contract/plugin-sets.ts';

/** Sets that are kept by name. */
export class NamedSetsStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #onError: (error: AppError) => void;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  list: readonly NamedPluginSet[] = [];
  versions: readonly ProductVersionSet[] = [];

  constructor(api: Pick<Api, 'call'>, onError: (error: AppError) => void) {
    this.#api = api;
    this.#onError = onError;
    makeAutoObservable(this, { list: observableRef, versions: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const [sets, versions] = await Promise.all([this.#api.call('adminNamedSets', {}), this.#api.call('adminProductVersions', {})]);
    runInAction(() => {
      if (sets.ok) this.list = sets.value;
      if (versions.ok) this.versions = versions.value;
      this.state = sets.ok && versions.ok ? 'ready' : 'failed';
    });
  }

  /** Null: the version has no set any more. */
  async tie(productVersion: ProductVersionSet['productVersion'], setName: string | null, reason: string): Promise<boolean> {
    const reply = await this.#api.call('adminProductVersionTie', { body: { productVersion, setName, reason } });
    if (!reply.ok) this.#onError(reply.error);
    await this.load();
    return reply.ok;
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
