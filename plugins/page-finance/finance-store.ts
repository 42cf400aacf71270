import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api, Stream } from '../../core/contract/client-services.ts';
import { itemsOf } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { approvingRoles } from '../../core/domain/accounts/money-movement.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import { PagedList, type UiTimers } from '../../core/ui/index.ts';
import type { DayProof, FinanceAccount, FinanceMovement } from './finance-words.ts';

export const tabs = ['accounts', 'movements', 'proof'] as const;
export type FinanceTab = (typeof tabs)[number];

export interface MovementSearch {
  readonly search?: string;
  readonly state?: FinanceMovement['state'];
  readonly kind?: FinanceMovement['kind'];
}

interface FinanceState {
  readonly limit: string;
  /** Of the limit, in USDT: what the person has moved alone in the last 24 hours. */
  readonly used: string;
  readonly waiting: number;
  readonly proofs: readonly DayProof[];
}

/** Whoever types is not asked for with every letter. */
const typingMs = 250;
const pageSize = 50;
const accountsAtOnce = 500;

/** What finance sees: the accounts of everybody, movements of money, and what the daily proof has found. */
export class FinanceStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #timers: Pick<UiTimers, 'after'>;
  readonly role: Role;
  tab: FinanceTab = 'accounts';
  search = '';
  exchange = '';
  accounts: readonly FinanceAccount[] = [];
  /** How many match, of which only the first are read. */
  matching = 0;
  prices: Readonly<Record<string, string>> = {};
  accountsState: 'loading' | 'done' | 'failed' = 'loading';
  openAccount: number | null = null;
  movementSearch: MovementSearch = {};
  movements: PagedList<FinanceMovement>;
  openMovement: FinanceMovement | null = null;
  state: FinanceState = { limit: '', used: '0', waiting: 0, proofs: [] };
  private begun = 0;
  private stopTyping: () => void = () => undefined;

  constructor(api: Pick<Api, 'call'>, timers: Pick<UiTimers, 'after'>, role: Role) {
    this.#api = api;
    this.#timers = timers;
    this.role = role;
    this.movements = this.pages();
    makeAutoObservable<this, 'begun' | 'stopTyping' | 'pages'>(
      this,
      {
        ...{ accounts: observableRef, prices: observableRef, movementSearch: observableRef, movements: observableRef },
        ...{ openMovement: observableRef, state: observableRef, role: false, begun: false, stopTyping: false, pages: false },
      },
      { autoBind: true },
    );
  }

  get mayFund(): boolean {
    return this.role === 'finance' || this.role === 'finance_manage';
  }

  get mayDecide(): boolean {
    return approvingRoles.some((role) => role === this.role);
  }

  get account(): FinanceAccount | null {
    return this.accounts.find(({ apiId }) => apiId === this.openAccount) ?? null;
  }

  get exchanges(): readonly string[] {
    return [...new Set(this.accounts.map(({ exchange }) => exchange))].sort();
  }

  get isNarrowed(): boolean {
    return this.search !== '' || this.exchange !== '';
  }

  async load(): Promise<void> {
    await Promise.all([this.readAccounts(), this.readMovements(), this.readState()]);
  }

  /** Hears of every step of a movement. */
  follow(stream: Pick<Stream, 'subscribe'>): Disposer {
    return stream.subscribe(`movements-${this.role.replace('_', '-')}`, (message) => {
      for (const { waiting } of itemsOf<{ readonly waiting: number }>(message))
        runInAction(() => (this.state = { ...this.state, waiting }));
      void this.readMovements();
      void this.readAccounts();
      // What of the limit is used, in another window too.
      void this.readState();
    });
  }

  show(tab: FinanceTab): void {
    this.tab = tab;
    // Nothing tells of an account that somebody has opened meanwhile.
    if (tab === 'accounts') void this.readAccounts();
  }

  narrowAccounts(change: { readonly search?: string; readonly exchange?: string }): void {
    if (change.exchange !== undefined) this.exchange = change.exchange;
    this.stopTyping();
    if (change.search === undefined) {
      void this.readAccounts();
      return;
    }
    this.search = change.search;
    this.stopTyping = this.#timers.after(typingMs, () => void this.readAccounts());
  }

  narrowMovements(change: { readonly [K in keyof MovementSearch]?: MovementSearch[K] | undefined }): void {
    const entries = Object.entries({ ...this.movementSearch, ...change }).filter(([, value]) => value !== undefined && value !== '');
    this.movementSearch = Object.fromEntries(entries) as MovementSearch;
    this.stopTyping();
    if (change.search === undefined) void this.readMovements();
    else this.stopTyping = this.#timers.after(typingMs, () => void this.readMovements());
  }

  showAccount(apiId: number | null): void {
    this.openAccount = apiId;
  }

  showMovement(movement: FinanceMovement | null): void {
    this.openMovement = movement;
  }

  async readAccounts(): Promise<void> {
    const query = {
      limit: accountsAtOnce,
      ...(this.search === '' ? {} : { search: this.search }),
      ...(this.exchange === '' ? {} : { exchange: this.exchange }),
    };
    const read = await this.#api.call('financeAccounts', { query });
    runInAction(() => {
      this.accountsState = read.ok ? 'done' : 'failed';
      if (!read.ok) return;
      this.accounts = read.value.accounts;
      this.matching = read.value.total;
      this.prices = read.value.prices;
    });
  }

  /** An answer that comes when a later question was asked is of no interest any more. */
  async readMovements(): Promise<void> {
    const round = ++this.begun;
    const next = this.pages();
    await next.more();
    if (round !== this.begun) return;
    runInAction(() => {
      this.movements = next;
      const open = this.openMovement;
      if (open !== null) this.openMovement = next.items.find(({ movement_id }) => movement_id === open.movement_id) ?? open;
    });
  }

  async readState(): Promise<void> {
    const read = await this.#api.call('financeState', {});
    if (read.ok) runInAction(() => (this.state = read.value));
  }

  /** Null when it was done. */
  async decide(movementId: string, approve: boolean, reason: string): Promise<AppError | null> {
    const decided = await this.#api.call('movementDecide', { body: { movement_id: movementId, approve, reason } });
    await Promise.all([this.readMovements(), this.readState(), this.readAccounts()]);
    if (decided.ok) runInAction(() => (this.openMovement = decided.value));
    return decided.ok ? null : decided.error;
  }

  /** By who has asked for it; null when it was done. */
  async takeBack(movementId: string): Promise<AppError | null> {
    const back = await this.#api.call('withdrawalTakeBack', { body: { movement_id: movementId } });
    await Promise.all([this.readMovements(), this.readState()]);
    return back.ok ? null : back.error;
  }

  async saveLimit(limit: string, reason: string): Promise<AppError | null> {
    const saved = await this.#api.call('financeLimitSave', { body: { limit, reason } });
    await this.readState();
    return saved.ok ? null : saved.error;
  }

  async prove(): Promise<AppError | null> {
    const proven = await this.#api.call('financeProve', {});
    await this.readState();
    return proven.ok ? null : proven.error;
  }

  dispose(): void {
    this.stopTyping();
  }

  private pages(): PagedList<FinanceMovement> {
    const query = { ...this.movementSearch, limit: pageSize };
    return new PagedList((after) => this.#api.call('movementList', { query: after === null ? query : { ...query, after } }));
  }
}
