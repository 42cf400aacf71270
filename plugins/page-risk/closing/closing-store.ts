import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Api, ReplyIn } from '../../../core/contract/client-services.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';

export type ClosableLine = ReplyIn<'riskPositions'>['positions'][number];
export type ClosedLine = ReplyIn<'riskClose'>['positions'][number];

/** What is closed: an account, all accounts of somebody, or what everybody holds in a market or at an exchange. */
export type CloseChoice =
  | { readonly about: 'account'; readonly apiId: number }
  | { readonly about: 'user'; readonly username: string }
  | { readonly about: 'market'; readonly instrument: string }
  | { readonly about: 'exchange'; readonly exchange: string };

/** One closing: what it would close, how far it has come, and what became of each position. */
export class ClosingStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #closingId: string;
  target: CloseChoice | null = null;
  positions: readonly ClosableLine[] = [];
  state: 'loading' | 'ready' | 'running' | 'done' = 'loading';
  error: AppError | null = null;
  /** Accounts that are through, of how many. */
  through = 0;
  accounts: readonly number[] = [];
  closed: readonly ClosedLine[] = [];
  /** Accounts that could not be asked, with what stood against it. */
  failed: ReadonlyMap<number, AppError> = new Map();
  /** Accounts that nobody was asked about, for the person was not let in before their turn. */
  unasked: readonly number[] = [];

  /** @param closingId names it at the server: the same positions are asked for again under it, and sold once */
  constructor(api: Pick<Api, 'call'>, closingId: string) {
    this.#api = api;
    this.#closingId = closingId;
    makeAutoObservable(
      this,
      {
        positions: observableRef,
        accounts: observableRef,
        closed: observableRef,
        failed: observableRef,
        unasked: observableRef,
        target: observableRef,
      },
      { autoBind: true },
    );
  }

  /** Those that an order would be sent for. */
  get closable(): readonly ClosableLine[] {
    return this.positions.filter(({ left }) => left === null);
  }

  get staying(): readonly ClosableLine[] {
    return this.positions.filter(({ left }) => left !== null);
  }

  /** In USDT, as far as anybody knows. */
  get value(): string {
    return this.closable.reduce((sum, { value }) => addDecimals(sum, value ?? '0'), '0');
  }

  get hasUnvalued(): boolean {
    return this.closable.some(({ value }) => value === null);
  }

  /** Whether asking again could tell more. */
  get isOpen(): boolean {
    return this.failed.size > 0 || this.closed.some(({ state }) => state === 'UNKNOWN' || state === 'SENT');
  }

  /** Whose an account is, in words; null: none of its positions is known. */
  nameOf(apiId: number): string | null {
    const held = this.positions.find((one) => one.apiId === apiId);
    return held === undefined ? null : `${held.username} · ${held.account}`;
  }

  async look(target: CloseChoice): Promise<void> {
    this.target = target;
    this.state = 'loading';
    const { about, ...query } = target;
    const read = await this.#api.call('riskPositions', { query });
    runInAction(() => {
      if (this.target !== target) return;
      this.error = read.ok ? null : read.error;
      this.positions = read.ok ? read.value.positions : [];
      this.state = 'ready';
    });
  }

  /** Account after account; what was closed stays closed when one cannot be asked. Also the way to ask again. */
  async run(reason: string): Promise<void> {
    const { target } = this;
    if (target === null || this.state === 'running') return;
    this.state = 'running';
    this.through = 0;
    this.accounts = this.closed.length === 0 && this.failed.size === 0 ? this.#accountsOf(this.closable) : this.#openAccounts();
    // What stood against it then is not said of what is on its way.
    this.failed = new Map();
    this.unasked = [];
    for (const [at, apiId] of this.accounts.entries()) {
      const market = target.about === 'market' ? { instrument: target.instrument } : {};
      const done = await this.#api.call('riskClose', { body: { apiId, ...market, closing_id: this.#closingId, reason } });
      runInAction(() => this.#took(apiId, done.ok ? done.value.positions : done.error));
      // Who is not let in is not asked who he is for each account.
      if (!done.ok && isAboutPerson(done.error)) {
        runInAction(() => {
          this.unasked = this.accounts.slice(at + 1);
        });
        break;
      }
    }
    runInAction(() => {
      this.state = 'done';
    });
  }

  #took(apiId: number, answer: readonly ClosedLine[] | AppError): void {
    this.through++;
    const failed = new Map(this.failed);
    if (answer instanceof AppError) failed.set(apiId, answer);
    else {
      failed.delete(apiId);
      this.closed = [...this.closed.filter((one) => one.apiId !== apiId), ...answer];
    }
    this.failed = failed;
  }

  #openAccounts(): readonly number[] {
    return this.#accountsOf([
      ...this.closed.filter(({ state }) => state === 'UNKNOWN' || state === 'SENT'),
      ...[...this.failed.keys(), ...this.unasked].map((apiId) => ({ apiId })),
    ]);
  }

  #accountsOf = (lines: readonly { readonly apiId: number }[]): readonly number[] => [...new Set(lines.map(({ apiId }) => apiId))];
}

/** Whether every further account would be refused as well: the session is over, or whoever has it did not confirm that it is he. */
const isAboutPerson = ({ code }: AppError): boolean => code.startsWith('SESSION_') || code === 'CONFIRMATION_NEEDED';
