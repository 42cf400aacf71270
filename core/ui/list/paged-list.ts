import { makeAutoObservable, observableRef } from 'mobx';
import type { AppError, Outcome } from '../../contract/app-error.ts';

export interface ListPage<T> {
  readonly results: readonly T[];
  readonly next: string | null;
}

/** A list that the server hands out in pages, newest first. One request at a time. */
export class PagedList<T> {
  items: readonly T[] = [];
  /** `idle` after a page, `done` when there is no older one. */
  state: 'loading' | 'idle' | 'done' | 'failed' = 'loading';
  error: AppError | null = null;
  private readonly load: (cursor: string | null, signal: AbortSignal) => Promise<Outcome<ListPage<T>>>;
  private cursor: string | null = null;
  private busy = false;
  private asking = new AbortController();

  constructor(load: (cursor: string | null, signal: AbortSignal) => Promise<Outcome<ListPage<T>>>) {
    this.load = load;
    makeAutoObservable(this, { items: observableRef, error: observableRef }, { autoBind: true });
  }

  /** Fetches the next page; the first call the first one. A page without a line that has a next one is none to whoever looks: it goes on to that. */
  async more(): Promise<void> {
    if (this.busy || this.state === 'done') return;
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.busy = true;
    this.begin();
    let outcome = await this.load(this.cursor, signal);
    while (outcome.ok && outcome.value.results.length === 0 && outcome.value.next !== null && !signal.aborted) {
      this.goOnFrom(outcome.value.next);
      outcome = await this.load(this.cursor, signal);
    }
    this.take(outcome);
    this.busy = false;
  }

  /** Nobody waits any more for what is being looked for: the page that is under way is called off, and no further one is asked for. */
  stop(): void {
    this.asking.abort();
  }

  goOnFrom(cursor: string): void {
    this.cursor = cursor;
  }

  begin(): void {
    this.state = 'loading';
  }

  take(outcome: Outcome<ListPage<T>>): void {
    if (!outcome.ok && this.asking.signal.aborted) {
      this.state = 'idle';
      return;
    }
    if (!outcome.ok) {
      this.state = 'failed';
      this.error = outcome.error;
      return;
    }
    this.items = [...this.items, ...outcome.value.results];
    this.cursor = outcome.value.next;
    this.state = outcome.value.next === null ? 'done' : 'idle';
    this.error = null;
  }
}
