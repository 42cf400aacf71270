import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { Api, Notices, Session } from '../../core/contract/client-services.ts';
import type { Role } from '../../core/domain/role.ts';
import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';
import type { PluginStatusView } from '../../schemas/wire/workspace.ts';
import { lostBy } from './set-effect.ts';

const emptySet = (role: Role): PluginSetView => ({ role, included: [], excluded: [], vip_overrides: {}, locked: [] });

/** Installed plugins, the roles' sets, and the draft of the one being edited. */
export class PluginsStore {
  readonly #api: Api;
  readonly #notices: Notices;
  readonly #session: Session;
  plugins: readonly PluginStatusView[] = [];
  sets: readonly PluginSetView[] = [];
  role: Role = 'user';
  draft: PluginSetView = emptySet('user');
  loading = true;
  saving = false;

  constructor(api: Api, notices: Notices, session: Session) {
    this.#api = api;
    this.#notices = notices;
    this.#session = session;
    makeAutoObservable(this, { plugins: observableRef, sets: observableRef, draft: observableRef }, { autoBind: true });
  }

  get saved(): PluginSetView {
    return this.sets.find((set) => set.role === this.role) ?? emptySet(this.role);
  }

  get changed(): boolean {
    return JSON.stringify(this.saved) !== JSON.stringify(this.draft);
  }

  /** What the admin's own role would lose by saving; empty for other roles. */
  get ownLoss(): readonly string[] {
    if (this.#session.user?.role !== this.role) return [];
    return lostBy(
      this.saved,
      this.draft,
      this.plugins.map((plugin) => plugin.id),
    );
  }

  choose(role: Role): void {
    this.role = role;
    this.draft = this.saved;
  }

  edit(patch: Partial<PluginSetView>): void {
    this.draft = { ...this.draft, ...patch };
  }

  revert(): void {
    this.draft = this.saved;
  }

  async load(): Promise<void> {
    const [plugins, sets] = await Promise.all([this.#api.call('adminPlugins', {}), this.#api.call('adminPluginSets', {})]);
    runInAction(() => {
      if (plugins.ok) this.plugins = plugins.value;
      else this.#notices.error(plugins.error);
      if (sets.ok) {
        this.sets = sets.value;
        this.draft = this.saved;
      } else this.#notices.error(sets.error);
      this.loading = false;
    });
  }

  /** The list alone: the draft stays. */
  async loadPlugins(): Promise<void> {
    const plugins = await this.#api.call('adminPlugins', {});
    runInAction(() => {
      if (plugins.ok) this.plugins = plugins.value;
      else this.#notices.error(plugins.error);
    });
  }

  async save(): Promise<Outcome<unknown>> {
    const set = this.draft;
    this.saving = true;
    const reply = await this.#api.call('adminPluginSetSave', { body: set });
    runInAction(() => {
      this.saving = false;
      if (reply.ok) this.sets = [...this.sets.filter((one) => one.role !== set.role), set];
      else this.#notices.error(reply.error);
    });
    return reply;
  }
}
