import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import type {
  PluginAccess,
  PluginSet,
  PluginSetChange,
  PluginSetVersion,
  PluginStatus,
  RoleAccess,
} from '../../core/contract/plugin-sets.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { UiTimers } from '../../core/ui/index.ts';

const emptySet = (role: Role): PluginSet => ({ role, included: [], excluded: [], vipOverrides: {}, locked: [] });
/** The server is asked once the typing rests. */
const previewAfterMs = 200;

/** A change that this page has saved, for taking it back. */
interface SavedChange {
  readonly before: PluginSet;
  readonly after: PluginSet;
  readonly change: PluginSetChange;
}

/** Installed plugins, what every role has of them, the draft of one role's set and what it would change. */
export class PluginsStore {
  plugins: readonly PluginStatus[] = [];
  sets: readonly PluginSet[] = [];
  matrix: readonly RoleAccess[] = [];
  role: Role = 'user';
  draft: PluginSet = emptySet('user');
  /** The version that the draft is, while nothing of it is edited. */
  draftVersion: number | null = null;
  /** What was edited of other roles and is not saved: it waits until they are chosen again. */
  kept: Readonly<Partial<Record<Role, Pick<PluginsStore, 'draft' | 'draftVersion'>>>> = {};
  /** The newest answer to what a draft would change. */
  answer: { readonly draft: PluginSet; readonly change: PluginSetChange } | null = null;
  /** Why the draft cannot be saved. */
  refusal: AppError | null = null;
  /** The last save of the role that is shown. */
  last: SavedChange | null = null;
  loading = true;
  saving = false;
  private readonly api: Api;
  private readonly notices: Notices;
  private readonly timers: Pick<UiTimers, 'after'>;
  private stopAsking: (() => void) | null = null;

  constructor(api: Api, notices: Notices, timers: Pick<UiTimers, 'after'>) {
    this.api = api;
    this.notices = notices;
    this.timers = timers;
    makeAutoObservable<this, 'api' | 'notices' | 'timers' | 'stopAsking'>(
      this,
      {
        plugins: observableRef,
        sets: observableRef,
        matrix: observableRef,
        draft: observableRef,
        kept: observableRef,
        answer: observableRef,
        refusal: observableRef,
        last: observableRef,
        api: false,
        notices: false,
        timers: false,
        stopAsking: false,
      },
      { autoBind: true },
    );
  }

  get saved(): PluginSet {
    return this.sets.find((set) => set.role === this.role) ?? emptySet(this.role);
  }

  get changed(): boolean {
    return JSON.stringify(this.saved) !== JSON.stringify(this.draft);
  }

  /** Whether something that was edited is not saved, of one role or of any. */
  isUnsaved(role?: Role): boolean {
    if (role === undefined) return this.changed || Object.keys(this.kept).length > 0;
    return role === this.role ? this.changed : role in this.kept;
  }

  /** What the draft would change, as the server says; that of an earlier draft until the new answer is here, null: nothing. */
  get preview(): PluginSetChange | null {
    return this.answer?.change ?? null;
  }

  /** Saving waits for the numbers: nobody takes something away unseen. */
  get canSave(): boolean {
    return this.changed && !this.saving && this.answer?.draft === this.draft;
  }

  /** What a role has of a plugin now, or with the draft of the role that is edited. */
  accessOf(role: Role, plugin: string): PluginAccess | null {
    const now = this.matrix.find((one) => one.role === role);
    const shown = role === this.role && this.preview !== null ? this.preview.access : now;
    return shown?.plugins.find((one) => one.plugin === plugin) ?? null;
  }

  /** Whether the draft changes what the role has of a plugin. */
  isChanged(role: Role, plugin: string): boolean {
    return role === this.role && this.preview !== null && this.preview.changes.some((one) => one.plugin === plugin);
  }

  /** Every role that there is, as the server knows them. */
  get roles(): readonly Role[] {
    return this.matrix.map(({ role }) => role);
  }

  peopleOf(role: Role): number {
    return this.matrix.find((one) => one.role === role)?.people ?? 0;
  }

  choose(role: Role): void {
    if (role === this.role) return;
    const { [role]: found, ...others } = this.kept;
    const { draft, draftVersion } = this;
    this.kept = this.changed ? { ...others, [this.role]: { draft, draftVersion } } : others;
    this.role = role;
    this.last = null;
    // What the draft of the other role would change says nothing of this one.
    this.answer = null;
    this.setDraft(found?.draft ?? this.saved);
    this.draftVersion = found?.draftVersion ?? null;
  }

  edit(patch: Partial<PluginSet>): void {
    this.last = null;
    this.setDraft({ ...this.draft, ...patch });
  }

  /** An earlier version as the draft: nothing is saved by that. */
  tryVersion({ version, set }: Pick<PluginSetVersion, 'version' | 'set'>): void {
    this.edit(set);
    this.draftVersion = version;
  }

  revert(): void {
    this.setDraft(this.saved);
  }

  async load(): Promise<void> {
    const [plugins, sets, matrix] = await Promise.all([
      this.api.call('adminPlugins', {}),
      this.api.call('adminPluginSets', {}),
      this.api.call('adminPluginMatrix', {}),
    ]);
    runInAction(() => {
      if (plugins.ok) this.plugins = plugins.value;
      if (matrix.ok) this.matrix = matrix.value;
      if (sets.ok) {
        const before = new Map(this.sets.map((set) => [set.role, JSON.stringify(set)]));
        this.sets = sets.value;
        // What was edited of a role that somebody else has saved meanwhile would undo what he did.
        const isAsBefore = (role: string): boolean =>
          this.sets.some((set) => set.role === role && JSON.stringify(set) === before.get(set.role));
        this.kept = Object.fromEntries(Object.entries(this.kept).filter(([role]) => isAsBefore(role)));
        this.setDraft(this.saved);
      }
      this.loading = false;
    });
    for (const reply of [plugins, sets, matrix]) if (!reply.ok) return this.notices.error(reply.error);
  }

  /** Plugins have come or gone: the draft stays. */
  async loadPlugins(): Promise<void> {
    const [plugins, matrix] = await Promise.all([this.api.call('adminPlugins', {}), this.api.call('adminPluginMatrix', {})]);
    runInAction(() => {
      if (plugins.ok) this.plugins = plugins.value;
      else this.notices.error(plugins.error);
      if (matrix.ok) this.matrix = matrix.value;
      if (this.changed) this.ask();
    });
  }

  /** True when the server has taken it. */
  save(reason: string): Promise<boolean> {
    return this.put(this.draft, this.saved, reason);
  }

  /** Takes the last save back, unless somebody has saved the role's set since. */
  async undo(reason: string): Promise<boolean> {
    const { last } = this;
    return last === null ? false : this.put(last.before, last.after, reason);
  }

  /** Stops the instances that the last save has left running without their strategy. Gives how many, null when the call failed. */
  async stopStaying(): Promise<number | null> {
    const { last } = this;
    if (last === null || last.change.staying.length === 0) return null;
    this.saving = true;
    const reply = await this.api.call('adminStayingStop', { body: { instanceIds: last.change.staying.map((one) => one.instanceId) } });
    runInAction(() => {
      this.saving = false;
      if (!reply.ok || this.last !== last) return;
      // Whatever was not stopped had ended, or its owner has got the strategy back.
      const stayingCount = last.change.stayingCount - last.change.staying.length;
      this.last = { ...last, change: { ...last.change, staying: [], stayingCount } };
    });
    if (!reply.ok) this.notices.error(reply.error);
    return reply.ok ? reply.value.stopped.length : null;
  }

  dispose(): void {
    this.stopAsking?.();
  }

  private async put(set: PluginSet, expected: PluginSet, reason: string): Promise<boolean> {
    this.saving = true;
    const reply = await this.api.call('adminPluginSetSave', { body: { ...set, expected, reason } });
    if (!reply.ok) {
      this.notices.error(reply.error);
      runInAction(() => (this.saving = false));
      // What the others have saved is shown in place of what was thought to be there.
      if (reply.error.code === 'PLUGIN_SET_CHANGED') await this.load();
      return false;
    }
    runInAction(() => {
      this.saving = false;
      this.sets = [...this.sets.filter((one) => one.role !== set.role), set];
      this.matrix = this.matrix.map((one) => (one.role === set.role ? reply.value.access : one));
      const { [set.role]: _, ...others } = this.kept;
      this.kept = others;
      if (this.role !== set.role) return;
      this.last = { before: expected, after: set, change: reply.value };
      this.setDraft(set);
    });
    return true;
  }

  private setDraft(draft: PluginSet): void {
    this.draft = draft;
    this.draftVersion = null;
    this.refusal = null;
    this.stopAsking?.();
    this.stopAsking = null;
    if (this.changed) this.ask();
    else this.answer = null;
  }

  private ask(): void {
    this.stopAsking?.();
    this.stopAsking = this.timers.after(previewAfterMs, () => void this.askNow());
  }

  private async askNow(): Promise<void> {
    const { draft } = this;
    const reply = await this.api.call('adminPluginSetPreview', { body: draft });
    runInAction(() => {
      if (this.draft !== draft) return;
      this.answer = reply.ok ? { draft, change: reply.value } : null;
      this.refusal = reply.ok ? null : reply.error;
    });
  }
}
