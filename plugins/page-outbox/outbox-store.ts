import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import { PagedList, type UiTimers } from '../../core/ui/index.ts';
import type { DeliveryView, OutboxFilterView } from '../../schemas/wire/outbox.ts';

const pageSize = 50;
/** Whoever types is not asked for with every letter. */
const typingMs = 300;
/** Letters are taken, and are worth nothing any more, while somebody looks. */
const lookAgainMs = 10_000;

/** The words of the letter that is open: not asked for yet, on their way, here, gone, or not to be had. */
export type OpenWords =
  | { readonly kind: 'hidden' | 'reading' | 'gone' }
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: AppError };

/** Letters to people as the server tells of them, newest first, what narrows them, and which is open. */
export class OutboxStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #timers: Pick<UiTimers, 'after'>;
  filter: OutboxFilterView;
  /** The list was asked for anew, and what is shown is the one before. */
  reading = true;
  list: PagedList<DeliveryView>;
  /** Which channels are set; null until the server has said. */
  channels: { readonly mail: boolean; readonly sms: boolean } | null = null;
  openId: string | null = null;
  words: OpenWords = { kind: 'hidden' };
  retrying = false;
  private begun = 0;
  private stopTyping: () => void = () => undefined;
  private stopLooking: () => void = () => undefined;

  constructor(api: Pick<Api, 'call'>, timers: Pick<UiTimers, 'after'>, filter: OutboxFilterView) {
    this.#api = api;
    this.#timers = timers;
    this.filter = filter;
    this.list = this.pages();
    makeAutoObservable<this, 'begun' | 'stopTyping' | 'stopLooking' | 'pages'>(
      this,
      {
        ...{ filter: observableRef, list: observableRef, channels: observableRef, words: observableRef },
        ...{ begun: false, stopTyping: false, stopLooking: false, pages: false },
      },
      { autoBind: true },
    );
  }

  get isNarrowed(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  get open(): DeliveryView | null {
    return this.list.items.find(({ delivery_id }) => delivery_id === this.openId) ?? null;
  }

  load(): Promise<void> {
    this.lookAgain();
    return this.read(1);
  }

  /** Reads the list anew, as far as it was read. */
  refresh(): Promise<void> {
    return this.read(Math.max(1, this.list.items.length));
  }

  /** What is undefined or empty asks for nothing. */
  narrow(change: { readonly [K in keyof OutboxFilterView]?: OutboxFilterView[K] | undefined }): void {
    const entries = Object.entries({ ...this.filter, ...change }).filter(([, value]) => value !== undefined && value !== '');
    this.filter = Object.fromEntries(entries) as OutboxFilterView;
    this.stopTyping();
    if ('search' in change) this.stopTyping = this.#timers.after(typingMs, () => void this.read(1));
    else void this.read(1);
  }

  clear(): void {
    this.filter = {};
    this.stopTyping();
    void this.read(1);
  }

  show({ delivery_id: id }: Pick<DeliveryView, 'delivery_id'>): void {
    if (id === this.openId) return;
    this.openId = id;
    this.words = { kind: 'hidden' };
  }

  close(): void {
    this.openId = null;
    this.words = { kind: 'hidden' };
  }

  /** Each look stands in the audit: so it is asked for. */
  async readWords(): Promise<void> {
    const id = this.openId;
    if (id === null) return;
    this.words = { kind: 'reading' };
    const reply = await this.#api.call('outboxBody', { query: { delivery_id: id } });
    if (this.openId !== id) return;
    runInAction(() => {
      if (!reply.ok) this.words = { kind: 'failed', error: reply.error };
      else this.words = reply.value.body === null ? { kind: 'gone' } : { kind: 'shown', text: reply.value.body };
    });
  }

  /** Null: it waits again. */
  async retry(): Promise<AppError | null> {
    const id = this.openId;
    if (id === null || this.retrying) return null;
    this.retrying = true;
    const reply = await this.#api.call('outboxRetry', { body: { delivery_id: id } });
    await this.refresh();
    runInAction(() => (this.retrying = false));
    return reply.ok ? null : reply.error;
  }

  dispose(): void {
    this.begun++;
    this.stopTyping();
    this.stopLooking();
  }

  private lookAgain(): void {
    this.stopLooking = this.#timers.after(lookAgainMs, () => {
      void this.refresh();
      this.lookAgain();
    });
  }

  /** An answer that comes when a later question was asked is of no interest any more. */
  private async read(least: number): Promise<void> {
    const round = ++this.begun;
    this.reading = true;
    const next = this.pages();
    do await next.more();
    while (next.state === 'idle' && next.items.length < least);
    if (round !== this.begun) return;
    runInAction(() => {
      this.reading = false;
      // What was read before stays in sight when it cannot be read again.
      if (next.state !== 'failed' || this.list.items.length === 0) this.list = next;
    });
  }

  private pages(): PagedList<DeliveryView> {
    const { search, ...same } = this.filter;
    const query = { ...same, ...(search?.trim() ? { search: search.trim() } : {}), limit: pageSize };
    return new PagedList(async (after) => {
      const page = await this.#api.call('outboxList', { query: after === null ? query : { ...query, after } });
      if (page.ok) runInAction(() => (this.channels = page.value.channels));
      return page;
    });
  }
}
