import type { Principal } from '../../../core/contract/access.ts';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { maxLayoutBytes, maxLayouts } from '../../../core/domain/layout-limits.ts';
import { isName, maxNameLength } from '../../../core/domain/name.ts';
import type { LayoutListView, LayoutNews, LayoutSummaryView, LayoutView } from '../../../schemas/wire/layout.ts';
import type { Quota } from '../../store/quota/user-quota.ts';
import type { Json, LayoutRecord, LayoutSummaryRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { sharedLayoutView } from './shared-layout-service.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a deleted layout can be restored. */
export const layoutKeptMs = 30 * dayMs;
const tabsKey = 'workspace.tabs';
const aiKey = 'workspace.ai';

interface LayoutServiceParts {
  readonly store: Pick<Store, 'layouts' | 'sharedLayouts' | 'settings'>;
  readonly quota: Quota;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  /** A layout has another content now. */
  readonly onSaved: (userId: string, news: LayoutNews) => void;
}

/** Somebody who is signed in. */
export type Owner = Principal & { readonly userId: string; readonly role: Role };

interface NewLayout {
  readonly name: string;
  readonly version: number;
  readonly content?: Readonly<Record<string, unknown>>;
  /** It is the one of the AI dashboard's page. */
  readonly ai?: boolean;
}

interface LayoutChange {
  readonly id: string;
  readonly version: number;
  /** The revision that the client started from. */
  readonly revision: number;
  readonly content: Readonly<Record<string, unknown>>;
}

interface Tabs {
  readonly open: readonly string[];
  readonly active: string | null;
  /** Layout of the AI dashboard's page; absent: as before. */
  readonly ai?: string | undefined;
}

/** The layouts of each user. Two windows cannot overwrite each other: a save names the revision that it saw. */
export class LayoutService {
  readonly #parts: LayoutServiceParts;

  constructor(parts: LayoutServiceParts) {
    this.#parts = parts;
  }

  async list({ userId, role }: Owner): Promise<LayoutListView> {
    const { layouts, sharedLayouts, settings } = this.#parts.store;
    const own = await layouts.list(userId);
    const shared = await sharedLayouts.list(role === 'admin' ? undefined : role);
    const [tabs, ai] = await Promise.all([settings.get(userId, tabsKey), settings.get(userId, aiKey)]);
    const { open, active } = (tabs ?? { open: [], active: null }) as unknown as Tabs;
    return {
      layouts: own.map(summaryView),
      shared: shared.map(sharedLayoutView),
      open: [...open],
      active,
      ai: own.find(({ id }) => id === ai)?.id ?? null,
    };
  }

  async open({ userId, role }: Owner, id: string): Promise<Outcome<LayoutView>> {
    const own = await this.#parts.store.layouts.get(userId, id);
    if (own !== null) return accepted(view(own));
    const shared = await this.#parts.store.sharedLayouts.get(id);
    if (shared === null || (shared.role !== role && role !== 'admin')) return refused('LAYOUT_UNKNOWN');
    const { name, version, content, updatedMs } = shared;
    return accepted({ id, name, version, revision: 0, content, update_time: updatedMs });
  }

  /** Without content it begins as a reset would leave it. */
  async create({ userId, role }: Owner, { name, version, content, ai = false }: NewLayout): Promise<Outcome<LayoutSummaryView>> {
    const wrong = nameProblem(name) ?? (content === undefined ? null : sizeProblem(content));
    if (wrong !== null) return wrong;
    const begin = content === undefined ? await this.#presetOf(role, version) : { version, content: content as Json };
    const layout = { id: this.#parts.newId(), userId, name, revision: 1, ...begin, updatedMs: this.#parts.clock.nowMs() };
    const created = await this.#parts.quota.within(userId, ({ layouts }) => layouts.create(layout, maxLayouts));
    const made = created.ok ? inTheList(created.value) : created;
    // Known before the answer: a window that is closed right after it does not come to trade in the AI dashboard.
    if (made.ok && ai) await this.#parts.store.settings.set(userId, aiKey, made.value.id);
    return made;
  }

  /** Gives the new revision; LAYOUT_CONFLICT with the stored one when another window saved in between. */
  async save({ userId }: Owner, change: LayoutChange): Promise<Outcome<{ readonly revision: number }>> {
    const { id, version, revision, content } = change;
    const tooLarge = sizeProblem(content);
    if (tooLarge !== null) return tooLarge;
    const record = { id, userId, version, revision, content: content as Json, updatedMs: this.#parts.clock.nowMs() };
    const saved = await this.#save(record);
    return saved.ok ? accepted({ revision: revision + 1 }) : saved;
  }

  async rename({ userId }: Owner, id: string, name: string): Promise<Outcome<null>> {
    const wrong = nameProblem(name);
    if (wrong !== null) return wrong;
    const outcome = await this.#parts.store.layouts.rename(userId, id, name);
    if (outcome === 'name-taken') return refused('LAYOUT_NAME_TAKEN', { name });
    return outcome === 'unknown' ? refused('LAYOUT_UNKNOWN') : accepted(null);
  }

  /** `builtIn`: the default of the role does not count. */
  async reset({ userId, role }: Owner, id: string, revision: number, builtIn = false): Promise<Outcome<LayoutView>> {
    const before = await this.#parts.store.layouts.get(userId, id);
    if (before === null) return refused('LAYOUT_UNKNOWN');
    const preset = builtIn ? { version: before.version, content: null } : await this.#presetOf(role, before.version);
    const record = { id, userId, revision, ...preset, updatedMs: this.#parts.clock.nowMs() };
    const saved = await this.#save(record);
    if (!saved.ok) return saved;
    return accepted(view({ ...record, name: before.name, revision: revision + 1 }));
  }

  async delete({ userId }: Owner, id: string): Promise<Outcome<null>> {
    const done = await this.#parts.store.layouts.delete(userId, id, this.#parts.clock.nowMs());
    return done ? accepted(null) : refused('LAYOUT_UNKNOWN');
  }

  async restore({ userId }: Owner, id: string): Promise<Outcome<LayoutSummaryView>> {
    return inTheList(await this.#parts.store.layouts.restore(userId, id, maxLayouts));
  }

  async keepTabs({ userId }: Owner, { open, active, ai }: Tabs): Promise<void> {
    const { settings } = this.#parts.store;
    await settings.set(userId, tabsKey, { open: [...new Set(open)], active });
    if (ai !== undefined) await settings.set(userId, aiKey, ai);
  }

  /** Ends what was deleted too long ago to be restored. */
  async purge(): Promise<void> {
    await this.#parts.store.layouts.purge(this.#parts.clock.nowMs() - layoutKeptMs);
  }

  /** The role's default; without one the built-in workspace. */
  async #presetOf(role: Role, version: number): Promise<Pick<LayoutRecord, 'version' | 'content'>> {
    const preset = await this.#parts.store.sharedLayouts.defaultOf(role);
    return preset === null ? { version, content: null } : { version: preset.version, content: preset.content };
  }

  /** Over the revision that the record names. */
  async #save(record: Omit<LayoutRecord, 'name'>): Promise<Outcome<null>> {
    const { userId, id, revision } = record;
    const saved = await this.#parts.quota.within(userId, ({ layouts }) => layouts.save(record));
    if (!saved.ok) return saved;
    if (!saved.value) return this.#notSaved(userId, id);
    this.#parts.onSaved(userId, { id, revision: revision + 1 });
    return accepted(null);
  }

  async #notSaved(userId: string, id: string): Promise<Outcome<never>> {
    const stored = await this.#parts.store.layouts.get(userId, id);
    return stored === null ? refused('LAYOUT_UNKNOWN') : refused('LAYOUT_CONFLICT', { revision: stored.revision });
  }
}

function inTheList(layout: LayoutSummaryRecord | 'unknown' | 'full'): Outcome<LayoutSummaryView> {
  if (layout === 'unknown') return refused('LAYOUT_UNKNOWN');
  return layout === 'full' ? refused('LAYOUT_TOO_MANY', { limit: maxLayouts }) : accepted(summaryView(layout));
}

const nameProblem = (name: string): Outcome<never> | null =>
  isName(name) ? null : refused('LAYOUT_NAME_INVALID', { field: 'name', limit: maxNameLength });

const sizeProblem = (content: unknown): Outcome<never> | null =>
  Buffer.byteLength(JSON.stringify(content)) <= maxLayoutBytes
    ? null
    : refused('LAYOUT_TOO_LARGE', { field: 'content', limitKb: maxLayoutBytes / 1024 });

const summaryView = ({ id, name, version, revision, updatedMs }: LayoutSummaryRecord): LayoutSummaryView => ({
  id,
  name,
  version,
  revision,
  update_time: updatedMs,
});

const view = (layout: LayoutRecord): LayoutView => ({ ...summaryView(layout), content: layout.content });
