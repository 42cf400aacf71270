import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { LayoutNews } from '../../../schemas/wire/layout.ts';
import type { AppError, Outcome } from '../../contract/app-error.ts';
import type { Api, Stream } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import { followNews } from '../connection/follow-news.ts';
import { mayPassLater } from '../may-pass-later.ts';
import type { Timers } from '../timers.ts';
import { layoutVersion } from './layout-content.ts';
import type { LayoutFile } from './layout-file.ts';
import { layoutRetryMs, type OpenedFrom, OpenLayout } from './open-layout.ts';
import type { LayoutList, LayoutSummary, SharedLayout } from './saved-layout.ts';

/** Pages that show workspaces. */
export const tradePath = '/dashboard';
export const aiPath = '/AIdashboard';
export const tabsSaveDelayMs = 400;
/** Workspaces that stay on the page while another one is in front: going back to one of them is immediate and loses no typing. */
const mostWarm = 4;

interface LayoutEvents {
  /** Names of the first workspace, of further ones and of the AI dashboard's, in the language of the moment. */
  readonly names: { first(): string; another(): string; ai(): string };
  /** Another window saved `name` in between; this window's version is kept as `copy`, which `open` shows. */
  readonly onConflict: (name: string, copy: string | null, open: () => void) => void;
  readonly onDeleted: (name: string, undo: () => void) => void;
  readonly onFailure: (error: AppError) => void;
}

/** The user's workspaces: which there are, which stand as tabs, and which one is in front. */
export class LayoutStore {
  readonly #api: Api;
  readonly #timers: Timers;
  readonly #events: LayoutEvents;
  #nextKey = 1;
  #cancelTabs: (() => void) | null = null;
  /** When the list was asked for last, by the steady clock. */
  #askedMs: number | null = null;
  /** Something was saved elsewhere while the list was on its way. */
  #mustLook = false;
  /** Keys in the order in which they were in front, the newest last. */
  #recent: readonly string[] = [];
  status: 'loading' | 'ready' | 'failed' = 'loading';
  /** In order of name. */
  layouts: readonly LayoutSummary[] = [];
  /** What admins gave to this role; for an admin all of it. */
  shared: readonly SharedLayout[] = [];
  /** Tabs, from left to right; at least one once loaded. */
  open: readonly OpenLayout[] = [];
  activeKey: string | null = null;
  /** The workspace of the AI dashboard's page while it is a tab. */
  ai: OpenLayout | null = null;
  /** Its id, also while it is none. */
  #aiId: string | null = null;

  constructor(api: Api, timers: Timers, events: LayoutEvents) {
    this.#api = api;
    this.#timers = timers;
    this.#events = events;
    makeAutoObservable(
      this,
      { layouts: observableRef, shared: observableRef, open: observableRef, ai: observableRef, find: false, pathOf: false },
      { autoBind: true },
    );
  }

  get active(): OpenLayout | null {
    return this.open.find(({ key }) => key === this.activeKey) ?? null;
  }

  /** The front one and those that were in front last. */
  get warm(): readonly OpenLayout[] {
    // `activeKey` decides what is recent.
    return this.activeKey === null ? [] : this.open.filter(({ key }) => this.#recent.slice(-mostWarm).includes(key));
  }

  /** Own and shared layouts that are no tab at the moment. */
  get closed(): { readonly own: readonly LayoutSummary[]; readonly shared: readonly SharedLayout[] } {
    const isOpen = ({ id }: { readonly id: string }): boolean => this.open.some(({ sourceId }) => sourceId === id);
    return { own: this.layouts.filter((one) => !isOpen(one)), shared: this.shared.filter((one) => !isOpen(one)) };
  }

  /** The page that shows a workspace. */
  pathOf(layout: OpenLayout | null): string {
    return layout !== null && layout === this.ai ? aiPath : tradePath;
  }

  /** Path of the page that shows the workspace in front. */
  get path(): string {
    return this.pathOf(this.active);
  }

  /** Somebody came to a page: one of its workspaces comes to the front. */
  enter(path: string): void {
    if (this.status !== 'ready' || this.path === path) return;
    if (path !== aiPath) {
      const others = this.open.filter((one) => one !== this.ai);
      const last = this.#recent.findLast((key) => others.some((one) => one.key === key));
      if (others.length === 0) this.#addFirst();
      this.select(last ?? (others[0] ?? (this.open[0] as OpenLayout)).key);
    } else if (this.ai !== null) this.select(this.ai.key);
    else if (this.layouts.some(({ id }) => id === this.#aiId)) this.show(this.#aiId as string);
    else {
      const fresh = this.#opened({ sourceId: null, name: this.#events.names.ai(), origin: 'new', isAi: true });
      this.open = [...this.open, fresh];
      this.select(fresh.key);
    }
  }

  find(key: string): OpenLayout | null {
    return this.open.find((one) => one.key === key) ?? null;
  }

  async load(): Promise<void> {
    const reply = await this.#askForList();
    if (!reply.ok) {
      const again = mayPassLater(reply.error);
      if (again) this.#timers.after(layoutRetryMs, () => void this.load());
      runInAction(() => {
        this.status = again ? 'loading' : 'failed';
      });
      this.#events.onFailure(reply.error);
      return;
    }
    await this.#show(reply.value);
  }

  select(key: string): void {
    const layout = this.find(key);
    if (layout === null) return;
    this.activeKey = key;
    this.#recent = [...this.#recent.filter((one) => one !== key), key];
    if (!layout.loaded) void layout.load();
    this.#keepTabs();
  }

  /** Selects the neighbour of the one in front, around the ends. */
  step(by: 1 | -1): void {
    const at = this.open.findIndex(({ key }) => key === this.activeKey);
    const next = this.open[(at + by + this.open.length) % this.open.length];
    if (next !== undefined) this.select(next.key);
  }

  /** Shows an own or shared layout; one that is open already is only selected. */
  show(id: string): void {
    const known = this.open.find(({ sourceId }) => sourceId === id);
    const from = this.#sourceOf(id);
    if (known !== undefined) this.select(known.key);
    else if (from !== null) this.#add(from);
  }

  /** A further workspace, as the role's default has it. */
  async add(): Promise<void> {
    await this.#create({ name: this.#events.names.another(), version: layoutVersion, content: {} });
  }

  /** The last tab stays. Selects the previous one, or the first if the first was closed. */
  close(key: string): void {
    const at = this.open.findIndex((one) => one.key === key);
    const layout = this.open[at];
    if (layout === undefined || this.open.length === 1) return;
    void layout.flush();
    this.#drop(layout, at);
  }

  /** Puts a tab at a place among the others. */
  move(key: string, to: number): void {
    const layout = this.find(key);
    if (layout === null) return;
    const others = this.open.filter((one) => one !== layout);
    this.open = [...others.slice(0, Math.max(0, to)), layout, ...others.slice(Math.max(0, to))];
    this.#keepTabs();
  }

  /** False when the name was refused; the reason is told. */
  async rename(key: string, name: string): Promise<boolean> {
    const layout = this.find(key);
    if (layout === null || layout.name === name) return true;
    if (layout.ownId === null) {
      layout.name = name;
      return true;
    }
    const reply = await this.#api.call('layoutRename', { body: { id: layout.ownId, name } });
    if (!reply.ok) {
      this.#events.onFailure(reply.error);
      return false;
    }
    runInAction(() => {
      layout.name = name;
      this.layouts = byName(this.layouts.map((one) => (one.id === layout.ownId ? { ...one, name } : one)));
    });
    return true;
  }

  /** Keeps what the workspace shows under another name, in a tab beside it. */
  async saveAs(key: string, name: string): Promise<void> {
    const layout = this.find(key);
    if (layout === null || !layout.loaded) return;
    await layout.flush();
    await this.#create({ name, version: layout.kept.version, content: layout.kept.content }, this.open.indexOf(layout) + 1);
  }

  async importFile(file: LayoutFile): Promise<void> {
    await this.#create(file);
  }

  /** Away with it; `onDeleted` hands out the way back. */
  async remove(key: string): Promise<void> {
    const at = this.open.findIndex((one) => one.key === key);
    const layout = this.open[at];
    if (layout?.ownId == null) return;
    await layout.flush();
    const id = layout.ownId;
    const reply = await this.#api.call('layoutDelete', { body: { id } });
    if (!reply.ok) return this.#events.onFailure(reply.error);
    runInAction(() => {
      this.layouts = this.layouts.filter((one) => one.id !== id);
      if (this.open.length === 1) this.#addFirst();
      this.#drop(layout, at);
    });
    this.#events.onDeleted(layout.name, () => void this.#restore(id, at));
  }

  /** Saves at once what waits. */
  async flush(): Promise<void> {
    const tabs = this.#cancelTabs === null ? null : this.#sendTabs();
    await Promise.all([tabs, ...this.open.map((layout) => layout.flush())]);
  }

  /** Shows what other windows of the user save, also what they saved while this one opened or had lost its line. */
  follow(stream: Stream): Disposer {
    return followNews(stream, 'layouts', this.#timers, {
      askedMs: () => this.#askedMs,
      heard: (news) => (this.status === 'ready' ? this.#heard([news as LayoutNews]) : this.#lookLater()),
      missed: () => (this.status === 'ready' ? void this.#lookForNews() : this.#lookLater()),
    });
  }

  /** Takes over what an admin changed in what is shared. */
  setShared(shared: readonly SharedLayout[]): void {
    this.shared = shared;
  }

  dispose(): void {
    this.#cancelTabs?.();
    for (const layout of this.open) layout.dispose();
  }

  #askForList(): Promise<Outcome<LayoutList>> {
    this.#askedMs = this.#timers.steadyMs();
    return this.#api.call('layoutList', {});
  }

  async #lookForNews(): Promise<void> {
    const reply = await this.#askForList();
    if (reply.ok) this.#heard(reply.value.layouts);
  }

  /** What comes while the list is on its way may stand in it or not. */
  #lookLater(): void {
    this.#mustLook = true;
  }

  #heard(news: readonly LayoutNews[]): void {
    for (const { id, revision } of news) this.open.find(({ ownId }) => ownId === id)?.heard(revision);
  }

  async #show({ layouts, shared, open, active, ai }: LayoutList): Promise<void> {
    runInAction(() => {
      this.layouts = byName(layouts);
      this.shared = shared;
      this.ai = null;
      this.#aiId = ai;
      this.open = open.flatMap((id) => {
        const from = this.#sourceOf(id);
        return from === null ? [] : [this.#opened(from)];
      });
      // One to trade in is always there, even if nothing of it was worth saving.
      if (this.open.every((one) => one === this.ai)) this.#addFirst();
    });
    const front = this.open.find(({ sourceId }) => sourceId !== null && sourceId === active) ?? this.open[0];
    if (front === undefined) return;
    // Loaded before it is shown: the default workspace must not flash up first.
    await front.load();
    runInAction(() => {
      this.activeKey = front.key;
      this.#recent = [front.key];
      this.status = 'ready';
    });
    if (!this.#mustLook) return;
    this.#mustLook = false;
    await this.#lookForNews();
  }

  /** What somebody without open tabs sees: the first own layout, else the role's default, else the built-in workspace. */
  #addFirst(): void {
    const id = this.layouts.find((one) => one.id !== this.#aiId)?.id ?? this.shared.find((one) => one.isDefault)?.id ?? null;
    const from = id === null ? null : this.#sourceOf(id);
    const first = this.#opened(from ?? { sourceId: null, name: this.#events.names.first(), origin: 'new' });
    this.open = [first, ...this.open];
  }

  #sourceOf(id: string): Omit<OpenedFrom, 'key'> | null {
    const own = this.layouts.find((one) => one.id === id);
    if (own !== undefined) return { sourceId: id, name: own.name, origin: 'own' };
    const shared = this.shared.find((one) => one.id === id);
    return shared === undefined ? null : { sourceId: id, name: shared.name, origin: 'shared' };
  }

  #opened(from: Omit<OpenedFrom, 'key'>): OpenLayout {
    const isAi = from.isAi === true || (from.sourceId !== null && from.sourceId === this.#aiId);
    const layout = new OpenLayout(
      { ...from, key: `w${this.#nextKey++}`, isAi },
      {
        api: this.#api,
        timers: this.#timers,
        onSaved: (summary) => this.#saved(summary),
        onConflict: (layout, copy) => {
          if (copy !== null) this.#saved(copy);
          this.#events.onConflict(layout.name, copy?.name ?? null, () => copy !== null && this.show(copy.id));
        },
        onFailure: this.#events.onFailure,
      },
    );
    if (isAi) this.ai = layout;
    return layout;
  }

  #add(from: Omit<OpenedFrom, 'key'>, at = this.open.length): void {
    const layout = this.#opened(from);
    this.open = [...this.open.slice(0, at), layout, ...this.open.slice(at)];
    this.select(layout.key);
  }

  async #create({ name, version, content }: { name: string; version: number; content: unknown }, at?: number): Promise<void> {
    const full = typeof content === 'object' && content !== null && Object.keys(content).length > 0;
    const reply = await this.#api.call('layoutCreate', {
      body: { name, version, ...(full ? { content: content as Record<string, unknown> } : {}) },
    });
    if (!reply.ok) return this.#events.onFailure(reply.error);
    runInAction(() => {
      this.#saved(reply.value);
      this.#add({ sourceId: reply.value.id, name: reply.value.name, origin: 'own' }, at);
    });
  }

  async #restore(id: string, at: number): Promise<void> {
    const reply = await this.#api.call('layoutRestore', { body: { id } });
    if (!reply.ok) return this.#events.onFailure(reply.error);
    runInAction(() => {
      this.#saved(reply.value);
      this.#add({ sourceId: id, name: reply.value.name, origin: 'own' }, at);
    });
  }

  #drop(layout: OpenLayout, at: number): void {
    layout.dispose();
    if (layout === this.ai) this.ai = null;
    this.open = this.open.filter((one) => one !== layout);
    this.#recent = this.#recent.filter((key) => key !== layout.key);
    const next = this.open[Math.max(0, at - 1)];
    if (this.activeKey === layout.key && next !== undefined) this.select(next.key);
    else this.#keepTabs();
  }

  #saved(summary: LayoutSummary): void {
    const isNew = !this.layouts.some((one) => one.id === summary.id);
    this.layouts = byName([...this.layouts.filter((one) => one.id !== summary.id), summary]);
    // A workspace that has just got an id of its own is remembered by it.
    if (isNew) this.#keepTabs();
  }

  #keepTabs(): void {
    this.#cancelTabs?.();
    this.#cancelTabs = this.#timers.after(tabsSaveDelayMs, () => void this.#sendTabs());
  }

  async #sendTabs(): Promise<void> {
    this.#cancelTabs?.();
    this.#cancelTabs = null;
    const open = this.open.flatMap(({ sourceId }) => sourceId ?? []);
    if (this.ai !== null) this.#aiId = this.ai.sourceId;
    const ai = this.#aiId === null ? {} : { ai: this.#aiId };
    // Not worth a message: the next change tries again, and at worst a tab is opened by hand.
    await this.#api.call('layoutTabs', { body: { open, active: this.active?.sourceId ?? null, ...ai } });
  }
}

const byName = (layouts: readonly LayoutSummary[]): readonly LayoutSummary[] => [...layouts].sort((a, b) => a.name.localeCompare(b.name));
