import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../../core/contract/client-services.ts';
import type { PluginSet, PluginSetVersion } from '../../../core/contract/plugin-sets.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';

const pageSize = 20;

/** The versions of one role's set, newest first. */
export class VersionsStore {
  readonly #api: Pick<Api, 'call'>;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  list: readonly PluginSetVersion[] = [];
  #role: Role | null = null;
  next: string | null = null;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef }, { autoBind: true });
  }

  get hasMore(): boolean {
    return this.next !== null;
  }

  /** `_saved`: with another set saved there is another version. */
  async load(role: Role, _saved: PluginSet): Promise<void> {
    if (role !== this.#role) this.state = 'loading';
    this.#role = role;
    const reply = await this.#api.call('adminPluginSetVersions', { query: { role, limit: pageSize } });
    runInAction(() => {
      if (this.#role !== role) return;
      this.state = reply.ok ? 'ready' : 'failed';
      if (!reply.ok) return;
      this.list = reply.value.results;
      this.next = reply.value.next;
    });
  }

  async more(): Promise<void> {
    const [role, after] = [this.#role, this.next];
    if (role === null || after === null) return;
    const reply = await this.#api.call('adminPluginSetVersions', { query: { role, after, limit: pageSize } });
    runInAction(() => {
      if (!reply.ok || this.#role !== role || this.next !== after) return;
      this.list = [...this.list, ...reply.value.results];
      this.next = reply.value.next;
    });
  }
}
