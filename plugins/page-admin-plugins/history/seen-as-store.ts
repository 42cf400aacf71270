import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../../core/contract/client-services.ts';
import type { PluginSet, SeenPart } from '../../../core/contract/plugin-sets.ts';
import type { ProductVersion, VipLevel } from '../../../core/domain/accounts/role.ts';

/** What somebody of a role and level would see with a set. */
export class SeenAsStore {
  readonly #api: Pick<Api, 'call'>;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  parts: readonly SeenPart[] = [];
  #asked = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this, { parts: observableRef }, { autoBind: true });
  }

  /** What was asked last is shown. */
  async load(set: PluginSet, level: VipLevel, version: ProductVersion | null): Promise<void> {
    const asked = ++this.#asked;
    const reply = await this.#api.call('adminPluginSetAs', {
      body: { set, level, ...(version === null ? {} : { productVersion: version }) },
    });
    runInAction(() => {
      if (asked !== this.#asked) return;
      this.state = reply.ok ? 'ready' : 'failed';
      if (reply.ok) this.parts = reply.value;
    });
  }
}
