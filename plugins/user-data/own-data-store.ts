import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { OwnDataStateView } from '../../schemas/wire/own-data.ts';

/** The own data as a file, and whether the person leaves. */
export class OwnDataStore {
  readonly #api: Pick<Api, 'call' | 'download'>;
  #abort: AbortController | null = null;
  state: OwnDataStateView | null = null;
  /** It could not be read. */
  failure: AppError | null = null;
  /** The table that is to be taken; empty: everything. */
  table = '';
  /** Lines of a file that is being written, so far; null: none is. */
  rows: number | null = null;
  busy = false;

  constructor(api: Pick<Api, 'call' | 'download'>) {
    this.#api = api;
    makeAutoObservable(this, { state: observableRef, failure: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const reply = await this.#api.call('ownDataState', {});
    runInAction(() => {
      this.failure = reply.ok ? null : reply.error;
      if (reply.ok) this.state = reply.value;
    });
  }

  chooseTable(table: string): void {
    this.table = table;
  }

  /** The file; null when it was called off. */
  async exported(): Promise<Outcome<Blob> | null> {
    if (this.rows !== null) return null;
    this.rows = 0;
    this.#abort = new AbortController();
    const onRows = (rows: number): void => this.#written(rows);
    const query = this.table === '' ? {} : { table: this.table };
    const outcome = await this.#api.download('ownDataExport', { query }, { signal: this.#abort.signal, onRows });
    this.#written(null);
    return outcome !== null && !outcome.ok && outcome.error.code === 'CONFIRMATION_NEEDED' ? null : outcome;
  }

  #written(rows: number | null): void {
    runInAction(() => {
      this.rows = rows;
    });
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Null when it is done; a call that was not confirmed is no failure. */
  leave(username: string): Promise<AppError | null> {
    return this.#act(() => this.#api.call('ownDataLeave', { body: { username } }));
  }

  stay(): Promise<AppError | null> {
    return this.#act(() => this.#api.call('ownDataStay', {}));
  }

  async #act(call: () => Promise<Outcome<OwnDataStateView>>): Promise<AppError | null> {
    this.busy = true;
    const reply = await call();
    runInAction(() => {
      this.busy = false;
      if (reply.ok) this.state = reply.value;
    });
    // What keeps him may be another thing by now.
    if (!reply.ok) await this.load();
    return reply.ok || reply.error.code === 'CONFIRMATION_NEEDED' ? null : reply.error;
  }
}
