import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../core/contract/client-services.ts';
import { PagedList, type UiTimers } from '../../core/ui/index.ts';
import type { AuditFilterView, AuditLineView } from '../../schemas/wire/audit.ts';
import { type AuditSearch, askedOf } from './audit-filter.ts';

const pageSize = 50;
/** Whoever types is not asked for with every letter. */
const typingMs = 300;
const typed: readonly (keyof AuditSearch)[] = ['actor', 'subject', 'order', 'search'];

interface AuditOptions {
  readonly filter: AuditSearch;
  readonly timeZone: () => string;
}

/** The audit log as the server hands it out, newest first, what narrows it, and which entry is open. */
export class AuditStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #timers: Pick<UiTimers, 'after'>;
  readonly #timeZone: () => string;
  filter: AuditSearch;
  /** The list was asked for anew, and what is shown is the one before. */
  reading = true;
  list: PagedList<AuditLineView>;
  open: AuditLineView | null = null;
  /** What is asked for to be shown next. */
  private sought: PagedList<AuditLineView>;
  private begun = 0;
  private stopTyping: () => void = () => undefined;

  constructor(api: Pick<Api, 'call'>, timers: Pick<UiTimers, 'after'>, { filter, timeZone }: AuditOptions) {
    this.#api = api;
    this.#timers = timers;
    this.#timeZone = timeZone;
    this.filter = filter;
    this.list = this.pages();
    this.sought = this.list;
    makeAutoObservable<this, 'sought' | 'begun' | 'stopTyping' | 'pages'>(
      this,
      {
        ...{ filter: observableRef, list: observableRef, open: observableRef },
        ...{ sought: false, begun: false, stopTyping: false, pages: false },
      },
      { autoBind: true },
    );
  }

  get isNarrowed(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  /** As the calls take it. */
  get asked(): AuditFilterView {
    return askedOf(this.filter, this.#timeZone());
  }

  load(): Promise<void> {
    return this.read(1);
  }

  /** Reads the list anew, as far as it was read. */
  refresh(): Promise<void> {
    return this.read(Math.max(1, this.list.items.length));
  }

  /** What is undefined or empty asks for nothing. */
  narrow(change: { readonly [K in keyof AuditSearch]?: AuditSearch[K] | undefined }): void {
    const entries = Object.entries({ ...this.filter, ...change }).filter(([, value]) => value !== undefined && value !== '');
    this.filter = Object.fromEntries(entries);
    this.stopTyping();
    const isTyped = Object.keys(change).length === 1 && typed.some((name) => name in change);
    if (isTyped) this.stopTyping = this.#timers.after(typingMs, () => void this.read(1));
    else void this.read(1);
  }

  clear(): void {
    this.filter = {};
    this.stopTyping();
    void this.read(1);
  }

  show(line: AuditLineView): void {
    this.open = line;
  }

  close(): void {
    this.open = null;
  }

  dispose(): void {
    this.stopTyping();
    this.leave();
  }

  /** A call looks through a part of a long log; what nobody waits for any more is called off. */
  private leave(): void {
    this.begun++;
    this.list.stop();
    this.sought.stop();
  }

  /** An answer that comes when a later question was asked is of no interest any more. */
  private async read(least: number): Promise<void> {
    this.leave();
    const round = this.begun;
    this.reading = true;
    const next = this.pages();
    this.sought = next;
    do await next.more();
    while (next.state === 'idle' && next.items.length < least && round === this.begun);
    if (round !== this.begun) return;
    runInAction(() => {
      this.reading = false;
      this.list = next;
    });
  }

  private pages(): PagedList<AuditLineView> {
    const query = { ...this.asked, limit: pageSize };
    return new PagedList((after, signal) =>
      this.#api.call('auditList', { query: after === null ? query : { ...query, after } }, { signal }),
    );
  }
}
