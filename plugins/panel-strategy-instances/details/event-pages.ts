import { makeAutoObservable, observableRef } from 'mobx';
import type { Outcome } from '../../../core/contract/app-error.ts';

/** Asks for lines of an instance's history, newest first, older than `beforeEvent` where given. */
type LoadPage<T> = (page: { readonly limit: number; readonly beforeEvent?: number }) => Promise<Outcome<readonly T[]>>;

export const pageSize = 100;

/** Lines of an instance's history in pages, newest first: older ones when asked for, newer ones as they happen. */
export class EventPages<T extends { readonly eventId: number }> {
  items: readonly T[] = [];
  /** `idle` after a page, `done` when there is no older one. */
  state: 'loading' | 'idle' | 'done' | 'failed' = 'loading';
  private readonly load: LoadPage<T>;
  private readonly size: number;
  private busy = false;
  private isStale = false;
  /** What `state` was before lines were asked for. */
  private before: 'idle' | 'done' = 'idle';

  constructor(load: LoadPage<T>, size: number = pageSize) {
    this.load = load;
    this.size = size;
    makeAutoObservable<this, 'load' | 'size' | 'busy' | 'isStale' | 'before'>(
      this,
      { items: observableRef, load: false, size: false, busy: false, isStale: false, before: false },
      { autoBind: true },
    );
  }

  /** Fetches an older page; the first call the first one. */
  async more(): Promise<void> {
    const oldest = this.items.at(-1);
    if (oldest === undefined) return this.renew();
    if (this.busy || this.state === 'done') return;
    await this.ask(oldest.eventId);
  }

  /** Fetches what is new. Calls while one is under way make one more. */
  async renew(): Promise<void> {
    if (this.busy) {
      this.isStale = true;
      return;
    }
    await this.ask(null);
  }

  begin(): void {
    this.state = 'loading';
  }

  take(outcome: Outcome<readonly T[]>, isOlder: boolean): void {
    if (!outcome.ok) {
      this.state = 'failed';
      return;
    }
    const page = outcome.value;
    const known = new Set(this.items.map(({ eventId }) => eventId));
    const fresh = page.filter(({ eventId }) => !known.has(eventId));
    const isFirst = this.items.length === 0;
    // More happened than a page holds: what lies between is read anew from the top.
    const hasGap = !isOlder && !isFirst && fresh.length === page.length && page.length === this.size;
    this.items = hasGap ? page : isOlder ? [...this.items, ...fresh] : [...fresh, ...this.items];
    if (isOlder || isFirst || hasGap) this.state = page.length < this.size ? 'done' : 'idle';
    else this.state = this.before;
  }

  private async ask(oldest: number | null): Promise<void> {
    this.busy = true;
    this.before = this.state === 'done' ? 'done' : 'idle';
    this.begin();
    this.take(await this.load({ limit: this.size, ...(oldest === null ? {} : { beforeEvent: oldest }) }), oldest !== null);
    this.busy = false;
    if (!this.isStale) return;
    this.isStale = false;
    await this.ask(null);
  }
}
