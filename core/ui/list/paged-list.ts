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
  private readonly load: (cursor: string | null) => Promise<Outcome<ListPage<T>>>;
  private cursor: string | null = null;
  private busy = false;

  constructor(load: (cursor: string | null) => Promise<Outcome<ListPage<T>>>) {
    this.load = load;
    makeAutoObservable(this, { items: observableRef, error: observableRef }, { autoBind: true });
  }

  /** Fetches the next page; the first call the first one. */
  async more(): Promise<void> {
    if (this.busy || this.state === 'done') return;
    this.busy = true;
    this.begin();
    this.take(await this.load(this.cursor));
    this.busy = false;
  }

  begin(): void {
    this.state = 'loading';
  }

  take(outcome: Outcome<ListPage<T>>): void {
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
