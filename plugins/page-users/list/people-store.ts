import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../../core/contract/client-services.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { houseRoles } from '../../../core/domain/accounts/role.ts';
import { PagedList, type UiTimers } from '../../../core/ui/index.ts';
import type { PersonSummaryView } from '../../../schemas/wire/people.ts';
import { PersonStore } from '../person/person-store.ts';
import type { PeopleFilter, UsersPart } from './people-filter.ts';

const pageSize = 100;
/** Whoever types is not asked for with every letter. */
const typingMs = 250;

/** One reading of the list under one filter, page by page. */
class PeopleReading {
  total = 0;
  readonly list: PagedList<PersonSummaryView>;

  constructor(api: Pick<Api, 'call'>, filter: PeopleFilter) {
    this.list = new PagedList(async (after) => {
      const page = await api.call('peopleList', { query: { ...filter, limit: pageSize, ...(after === null ? {} : { after }) } });
      if (page.ok) runInAction(() => (this.total = page.value.total));
      return page;
    });
    makeAutoObservable(this, { list: false });
  }
}

/** The people of the house as the server hands them out, what narrows them, and who is open. */
export class PeopleStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #timers: Pick<UiTimers, 'after' | 'nowMs'>;
  readonly #timeZone: () => string;
  filter: PeopleFilter;
  /** Those of plugins too, once they are known. */
  roles: readonly Role[] = houseRoles;
  /** The list was asked for anew, and what is shown is the one before. */
  reading = true;
  open: PersonStore | null = null;
  part: UsersPart = 'people';
  private shown: PeopleReading;
  private begun = 0;
  private stopTyping: () => void = () => undefined;
  /** Whose form has something typed in it that was not saved: it is there again when they are opened again. */
  private readonly unsaved = new Map<string, PersonStore>();

  constructor(
    api: Pick<Api, 'call'>,
    timers: Pick<UiTimers, 'after' | 'nowMs'>,
    more: { readonly filter: PeopleFilter; readonly timeZone: () => string },
  ) {
    this.#api = api;
    this.#timers = timers;
    this.#timeZone = more.timeZone;
    this.filter = more.filter;
    this.shown = new PeopleReading(api, this.filter);
    makeAutoObservable<this, 'shown' | 'begun' | 'stopTyping' | 'unsaved'>(
      this,
      {
        filter: observableRef,
        roles: observableRef,
        open: observableRef,
        shown: observableRef,
        begun: false,
        stopTyping: false,
        unsaved: false,
      },
      { autoBind: true },
    );
  }

  get list(): PagedList<PersonSummaryView> {
    return this.shown.list;
  }

  /** How many pass the filter, on all pages. */
  get total(): number {
    return this.shown.total;
  }

  get isNarrowed(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  async load(): Promise<void> {
    await Promise.all([this.readRoles(), this.read(1)]);
  }

  /** What is undefined or empty asks for nothing. */
  narrow(change: { readonly [K in keyof PeopleFilter]?: PeopleFilter[K] | undefined }): void {
    const entries = Object.entries({ ...this.filter, ...change }).filter(([, value]) => value !== undefined && value !== '');
    this.filter = Object.fromEntries(entries) as PeopleFilter;
    this.stopTyping();
    if (change.search === undefined || Object.keys(change).length > 1) void this.read(1);
    else this.stopTyping = this.#timers.after(typingMs, () => void this.read(1));
  }

  /** Reads the list anew, as far as it was read. */
  refresh(): Promise<void> {
    return this.read(this.list.items.length);
  }

  show(userId: string): void {
    if (this.open?.userId === userId) return;
    this.close();
    const kept = this.unsaved.get(userId);
    this.unsaved.delete(userId);
    this.open =
      kept ??
      new PersonStore(userId, this.#api, { nowMs: this.#timers.nowMs, timeZone: this.#timeZone, onChange: () => void this.refresh() });
    void this.open.load();
  }

  turnTo(part: UsersPart): void {
    this.part = part;
  }

  close(): void {
    if (this.open?.isEdited === true) this.unsaved.set(this.open.userId, this.open);
    this.open = null;
  }

  dispose(): void {
    this.stopTyping();
  }

  /** An answer that comes when a later question was asked is of no interest any more. */
  private async read(least: number): Promise<void> {
    const round = ++this.begun;
    const { filter } = this;
    this.reading = true;
    const next = new PeopleReading(this.#api, filter);
    do await next.list.more();
    while (next.list.state === 'idle' && next.list.items.length < least);
    if (round !== this.begun) return;
    runInAction(() => {
      this.reading = false;
      this.shown = next;
    });
  }

  private async readRoles(): Promise<void> {
    const matrix = await this.#api.call('adminPluginMatrix', {});
    if (matrix.ok) runInAction(() => (this.roles = [...new Set([...houseRoles, ...matrix.value.map(({ role }) => role)])]));
  }
}
