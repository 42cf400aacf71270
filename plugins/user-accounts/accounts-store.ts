import { makeAutoObservable, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Api, ReplyIn } from '../../core/contract/client-services.ts';
import type { AskedOf } from '../../core/contract/house-words.ts';
import type { exchangeAccountRoutes } from '../../schemas/wire/exchange-account.ts';
import type { BodyOf } from '../../schemas/wire/route.ts';

type Routes = typeof exchangeAccountRoutes;
type OwnReply = ReplyIn<'accountOwn'>;
export type OwnAccount = OwnReply['accounts'][number];
export type OwnGroup = OwnReply['groups'][number];
export type OpenExchange = OwnReply['exchanges'][number];
export type GivenAuthorisation = ReplyIn<'authorisationList'>[number];
type HeldAccount = ReplyIn<'observerAccounts'>[number];
export type GivenInstance = ReplyIn<'instanceAuthorisationList'>[number];
type HeldInstance = ReplyIn<'observerHeldInstances'>[number];
export type OwnInstance = ReplyIn<'instanceList'>[number];
type Candidate = ReplyIn<'observerSelectList'>[number];

/** Accounts of one group, in order of creation. */
export interface GroupedAccounts {
  /** Null: those in no group. */
  readonly group: OwnGroup | null;
  readonly accounts: readonly OwnAccount[];
}

/** The accounts of who is signed in, who may do what with them, and what he may with those of others. Every change is read again from the server. */
export class AccountsSectionStore {
  readonly #api: Pick<Api, 'call'>;
  state: 'loading' | 'failed' | 'ready' = 'loading';
  busy = false;
  accounts: readonly OwnAccount[] = [];
  exchanges: readonly OpenExchange[] = [];
  groups: readonly OwnGroup[] = [];
  /** From where and when he came in last. */
  loginIp: string | null = null;
  loginMs: number | null = null;
  authorisations: readonly GivenAuthorisation[] = [];
  held: readonly HeldAccount[] = [];
  candidates: readonly Candidate[] = [];
  givenInstances: readonly GivenInstance[] = [];
  heldInstances: readonly HeldInstance[] = [];
  /** What can be shown to others: running ones, then those that ended last; null until somebody asks. */
  instances: readonly OwnInstance[] | null = null;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this);
  }

  get grouped(): readonly GroupedAccounts[] {
    const of = (groupId: number | null) => this.accounts.filter(({ group_id }) => group_id === groupId);
    const named = [...this.groups].sort((a, b) => a.name.localeCompare(b.name)).map((group) => ({ group, accounts: of(group.group_id) }));
    return [...named, { group: null, accounts: of(null) }];
  }

  authorisedFor(apiId: number): readonly GivenAuthorisation[] {
    return this.authorisations.filter((one) => one.apiId === apiId);
  }

  async load(): Promise<void> {
    const replies = await Promise.all([
      this.#api.call('accountOwn', {}),
      this.#api.call('authorisationList', {}),
      this.#api.call('observerAccounts', {}),
      this.#api.call('observerSelectList', {}),
      this.#api.call('instanceAuthorisationList', {}),
      this.#api.call('observerHeldInstances', {}),
    ]);
    const [own, given, held, candidates, givenInstances, heldInstances] = replies;
    runInAction(() => {
      if (!own.ok || !given.ok || !held.ok || !candidates.ok || !givenInstances.ok || !heldInstances.ok) {
        // What stands there is older than wished, and better than nothing.
        if (this.state === 'loading') this.state = 'failed';
        return;
      }
      ({
        accounts: this.accounts,
        exchanges: this.exchanges,
        groups: this.groups,
        loginIp: this.loginIp,
        loginMs: this.loginMs,
      } = own.value);
      this.authorisations = given.value;
      this.held = held.value;
      this.candidates = candidates.value;
      this.givenInstances = givenInstances.value;
      this.heldInstances = heldInstances.value;
      this.state = 'ready';
    });
  }

  async loadInstances(): Promise<void> {
    const [running, ended] = await Promise.all([
      this.#api.call('instanceList', { query: { state: 'running' } }),
      this.#api.call('instanceList', { query: { state: 'history', limit: 50 } }),
    ]);
    runInAction(() => {
      this.instances = [...(running.ok ? running.value : []), ...(ended.ok ? ended.value : [])];
    });
  }

  save(body: AskedOf<BodyOf<Routes['accountSave']>>): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountSave', { body }));
  }

  saveWithKeys(body: AskedOf<BodyOf<Routes['accountSaveKeys']>>): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountSaveKeys', { body }));
  }

  setActive(apiId: number, active: boolean): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountSaveActive', { body: { apiId, active } }));
  }

  delete(apiId: number): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountDelete', { body: { apiId } }));
  }

  saveGroup(groupId: number | null, name: string): Promise<AppError | null> {
    const body = groupId === null ? { name } : { group_id: groupId, name };
    return this.#change(() => this.#api.call('accountGroupSave', { body }));
  }

  deleteGroup(groupId: number): Promise<AppError | null> {
    return this.#change(() => this.#api.call('accountGroupDelete', { body: { group_id: groupId } }));
  }

  give(body: AskedOf<BodyOf<Routes['authorisationGive']>>): Promise<AppError | null> {
    return this.#change(() => this.#api.call('authorisationGive', { body }));
  }

  take({ apiId, grantee_id }: GivenAuthorisation): Promise<AppError | null> {
    return this.#change(() => this.#api.call('authorisationTake', { body: { apiId, grantee_id } }));
  }

  giveInstance(body: AskedOf<BodyOf<Routes['instanceAuthorisationGive']>>): Promise<AppError | null> {
    return this.#change(() => this.#api.call('instanceAuthorisationGive', { body }));
  }

  takeInstance({ instanceId, grantee_id }: GivenInstance): Promise<AppError | null> {
    return this.#change(() => this.#api.call('instanceAuthorisationTake', { body: { instanceId, grantee_id } }));
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
