import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import type { LetterFilter, LetterState } from '../../core/domain/forms/letter.ts';
import { PagedList, type UiTimers } from '../../core/ui/index.ts';
import type { LetterSummaryView, LetterView } from '../../schemas/wire/inbox.ts';

const pageSize = 100;
/** Whoever types is not asked for with every letter. */
const typingMs = 250;

/** Letters of visitors as the server hands them out, and the one that is read. */
export class InboxStore {
  readonly #api: Pick<Api, 'call' | 'download'>;
  readonly #notices: Pick<Notices, 'error'>;
  readonly #timers: Pick<UiTimers, 'after'>;
  filter: LetterFilter = {};
  list: PagedList<LetterSummaryView>;
  /** How many pass the filter, on all pages. */
  total = 0;
  openId: string | null = null;
  letter: LetterView | null = null;
  letterFailed = false;
  /** Null until it is known. */
  retentionDays: number | null = null;
  busy = false;
  private stopTyping: () => void = () => undefined;
  /** Readings of the list that were begun, and the one that is shown: a slow one never takes the place of a later one. */
  private rounds = { begun: 0, shown: 0 };

  constructor(api: Pick<Api, 'call' | 'download'>, notices: Pick<Notices, 'error'>, timers: Pick<UiTimers, 'after'>) {
    this.#api = api;
    this.#notices = notices;
    this.#timers = timers;
    this.list = this.pages();
    makeAutoObservable<this, 'stopTyping' | 'pages' | 'rounds'>(
      this,
      { filter: observableRef, list: observableRef, letter: observableRef, stopTyping: false, pages: false, rounds: false },
      { autoBind: true },
    );
  }

  get isNarrowed(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  async load(): Promise<void> {
    const [terms] = await Promise.all([this.#api.call('formTerms', {}), this.list.more()]);
    runInAction(() => {
      if (terms.ok) this.retentionDays = terms.value.retention_days;
    });
  }

  /** What is undefined or empty asks for nothing. */
  narrow(change: { readonly [K in keyof LetterFilter]?: LetterFilter[K] | undefined }): void {
    const entries = Object.entries({ ...this.filter, ...change }).filter(([, value]) => value !== undefined && value !== '');
    this.filter = Object.fromEntries(entries) as LetterFilter;
    this.stopTyping();
    if (change.search === undefined) void this.begin();
    else this.stopTyping = this.#timers.after(typingMs, () => void this.begin());
  }

  /** Reads the list anew, as far as it was read. What is on the screen stays until the new one is here. */
  async refresh(): Promise<void> {
    const { list: shown, filter } = this;
    const round = ++this.rounds.begun;
    const next = this.pages();
    do await next.more();
    while (next.state === 'idle' && next.items.length < shown.items.length);
    if (filter !== this.filter || round < this.rounds.shown || next.state === 'failed') return;
    this.rounds.shown = round;
    runInAction(() => (this.list = next));
  }

  /** Something has changed at the server. */
  async hear(): Promise<void> {
    const { openId, busy } = this;
    // What is changed from here is read again by the change itself; it may be gone by now.
    await Promise.all([this.refresh(), openId === null || busy ? undefined : this.read(openId)]);
  }

  async open(letterId: string): Promise<void> {
    this.openId = letterId;
    if (this.letter?.letter_id !== letterId) this.letter = null;
    await this.read(letterId);
  }

  close(): void {
    this.openId = null;
    this.letter = null;
    this.letterFailed = false;
  }

  setState(letterId: string, state: LetterState): Promise<boolean> {
    return this.change(letterId, () => this.#api.call('inboxState', { body: { letter_id: letterId, state } }));
  }

  addNote(letterId: string, body: string): Promise<boolean> {
    return this.change(letterId, () => this.#api.call('inboxNote', { body: { letter_id: letterId, body } }));
  }

  async remove(letterId: string): Promise<boolean> {
    const isDone = await this.change(null, () => this.#api.call('inboxDelete', { body: { letter_id: letterId } }));
    if (isDone && this.openId === letterId) this.close();
    return isDone;
  }

  /** The file of a letter, as it came; null when there is none to be had, which has been said then. */
  async file(letterId: string): Promise<Blob | null> {
    const outcome = await this.#api.download('inboxFile', { query: { letter_id: letterId } });
    if (outcome?.ok === false) this.#notices.error(outcome.error);
    return outcome?.ok === true ? outcome.value : null;
  }

  async keepFor(days: number): Promise<boolean> {
    const reply = await this.#api.call('inboxRetention', { body: { retention_days: days } });
    if (!reply.ok) this.#notices.error(reply.error);
    else runInAction(() => (this.retentionDays = reply.value.retention_days));
    return reply.ok;
  }

  dispose(): void {
    this.stopTyping();
  }

  private async begin(): Promise<void> {
    this.list = this.pages();
    await this.list.more();
  }

  private pages(): PagedList<LetterSummaryView> {
    const { filter } = this;
    return new PagedList(async (cursor) => {
      const page = await this.#api.call('inboxList', { query: { ...filter, limit: pageSize, ...(cursor === null ? {} : { cursor }) } });
      if (page.ok && filter === this.filter) runInAction(() => (this.total = page.value.total));
      return page;
    });
  }

  private async read(letterId: string): Promise<void> {
    const reply = await this.#api.call('inboxLetter', { query: { letter_id: letterId } });
    runInAction(() => {
      if (this.openId !== letterId) return;
      this.letterFailed = !reply.ok && reply.error.code !== 'LETTER_UNKNOWN';
      if (reply.ok) this.letter = reply.value;
      else if (!this.letterFailed) this.close();
    });
  }

  /** The list and the letter are read again: the server's news of it may be late, or not come. */
  private async change(letterId: string | null, call: () => Promise<Outcome<unknown>>): Promise<boolean> {
    this.busy = true;
    const reply = await call();
    if (!reply.ok) this.#notices.error(reply.error);
    await Promise.all([this.refresh(), letterId === null ? undefined : this.read(letterId)]);
    runInAction(() => (this.busy = false));
    return reply.ok;
  }
}
