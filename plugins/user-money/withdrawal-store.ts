import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { HouseOf } from '../../core/contract/house-words.ts';
import { PagedList } from '../../core/ui/index.ts';
import type { AddressView, MovementView } from '../../schemas/wire/money.ts';

export type OwnMovement = HouseOf<MovementView>;

interface Wanted {
  readonly movementId: string;
  readonly apiId: number;
  readonly addressId: string;
  readonly amount: string;
}

/** Own addresses, and what has come from outside and gone there. */
export class WithdrawalStore {
  readonly #api: Pick<Api, 'call'>;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  addresses: readonly AddressView[] = [];
  movements: PagedList<OwnMovement>;
  private begun = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.movements = this.pages();
    makeAutoObservable<this, 'pages' | 'begun'>(
      this,
      { addresses: observableRef, movements: observableRef, pages: false, begun: false },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    const [read] = await Promise.all([this.#api.call('addressList', {}), this.readMovements()]);
    runInAction(() => {
      this.state = read.ok ? 'ready' : 'failed';
      if (read.ok) this.addresses = read.value;
    });
  }

  /** An answer that comes when a later question was asked is of no interest any more. */
  async readMovements(): Promise<void> {
    const round = ++this.begun;
    const next = this.pages();
    await next.more();
    if (round === this.begun) runInAction(() => (this.movements = next));
  }

  /** Null when it was done. */
  async addAddress(address: Omit<AddressView, 'address_id'>): Promise<AppError | null> {
    const added = await this.#api.call('addressAdd', { body: address });
    if (!added.ok) return added.error;
    await this.load();
    return null;
  }

  async removeAddress(addressId: string): Promise<AppError | null> {
    const removed = await this.#api.call('addressRemove', { body: { address_id: addressId } });
    await this.load();
    return removed.ok ? null : removed.error;
  }

  async ask({ movementId, apiId, addressId, amount }: Wanted): Promise<AppError | null> {
    const body = { movement_id: movementId, apiId, accountType: 'spot', address_id: addressId, amount } as const;
    const asked = await this.#api.call('withdrawalAsk', { body });
    await this.readMovements();
    return asked.ok ? null : asked.error;
  }

  async takeBack(movementId: string): Promise<AppError | null> {
    const back = await this.#api.call('withdrawalTakeBack', { body: { movement_id: movementId } });
    await this.readMovements();
    return back.ok ? null : back.error;
  }

  private pages(): PagedList<OwnMovement> {
    return new PagedList((after) => this.#api.call('withdrawalList', { query: { limit: 20, ...(after === null ? {} : { after }) } }));
  }
}
