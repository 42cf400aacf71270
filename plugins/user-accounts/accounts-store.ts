import { makeAutoObservable, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { AccountGroupView, AuthorisationView, exchangeAccountRoutes, OwnAccountView } from '../../schemas/wire/exchange-account.ts';
import type { BodyOf, ReplyOf } from '../../schemas/wire/route.ts';

type Routes = typeof exchangeAccountRoutes;
export type ExchangeView = ReplyOf<Routes['accountOwn']>['exchanges'][number];
export type HeldView = ReplyOf<Routes['observerAccounts']>[number];
export type CandidateView = ReplyOf<Routes['observerSelectList']>[number];

/** Accounts of one group, in order of creation. */
export interface GroupedAccounts {
  /** Null: those in no group. */
  readonly group: AccountGroupView | null;
  readonly accounts: readonly OwnAccountView[];
}

/** The accounts of who is signed in, who may do what with them, and what he may with those of others. Every change is read again from the server. */
export class AccountsSectionStore {
  readonly #api: Pick<Api, 'call'>;
  state: 'loading' | 'failed' | 'ready' = 'loading';
  busy = false;
  accounts: readonly OwnAccountView[] = [];
  exchanges: readonly ExchangeView[] = [];
  groups: readonly AccountGroupView[] = [];
  authorisations: readonly AuthorisationView[] = [];
  held: readonly HeldView[] = [];
  candidates: readonly CandidateView[] = [];

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this);
  }

  get grouped(): readonly GroupedAccounts[] {
    const of = (groupId: number | null) => this.accounts.filter(({ group_id }) => group_id === groupId);
    const named = [...this.groups].sort((a, b) => a.name.localeCompare(b.name)).map((group) => ({ group, accounts: of(group.group_id) }));
    return [...named, { group: null, accounts: of(null) }];
  }

  authorisedFor(apiId: number): readonly AuthorisationView[] {
    return this.authorisations.filter(({ api_id }) => api_id === apiId);
  }

  async load(): Promise<void> {
    const replies = await Promise.all([
      this.#api.call('accountOwn', {}),
      this.#api.call('authorisationList', {}),
      this.#api.call('observerAccounts', {}),
      this.#api.call('observerSelectList', {}),
    ]);
    const [own, given, held, candidates] = replies;
    runInAction(() => {
      if (!own.ok || !given.ok || !held.ok || !candidates.ok) {
        // What stands there is older than wished, and better than nothing.
        if (this.state === 'loading') this.state = 'failed';
        return;
      }
      ({ accounts: this.accounts, exchanges: this.exchanges, groups: this.groups } = own.value);
      this.authorisations = given.value;
      this.held = held.value;
      this.candidates = candidates.value;
      this.state = 'ready';
    });
  }

  save(body: BodyOf<Routes['accountSave']>): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountSave', { body }));
  }

  setActive(apiId: number, active: boolean): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountSaveActive', { body: { api_id: apiId, active } }));
  }

  delete(apiId: number): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountDelete', { body: { api_id: apiId } }));
  }

  saveGroup(groupId: number | null, name: string): Promise<AppError | null> {
    const body = groupId === null ? { name } : { group_id: groupId, name };
    return this.#change(() => this.#api.call('accountGroupSave', { body }));
  }

  deleteGroup(groupId: number): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountGroupDelete', { body: { group_id: groupId } }));
  }

  give(body: BodyOf<Routes['authorisationGive']>): Promise<AppError | null> {
    return this.#change(() => this.#api.call('authorisationGive', { body }));
  }

  take({ api_id, grantee_id }: AuthorisationView): Promise<AppError | null> {
    return this.#change(() => this.#api.call('authorisationTake', { body: { api_id, grantee_id } }));
  }

  /** The refusal; null when it was done. One at a time: a second click while the first is under way does nothing. */
  async #change(ask: () => Promise<Outcome<unknown>>): Promise<AppError | null> {
    if (this.busy) return null;
    this.busy = true;
    const reply = await ask();
    await this.load();
    runInAction(() => {
      this.busy = false;
    });
    return reply.ok ? null : reply.error;
  }
}
