import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../core/contract/client-services.ts';
import type { HouseOf } from '../../core/contract/house-words.ts';
import type { SealVerdict } from '../../core/domain/audit/seal-verdict.ts';
import { PagedList } from '../../core/ui/index.ts';
import type { SealedOrderView } from '../../schemas/wire/audit.ts';

export type SealedOrderLine = HouseOf<SealedOrderView>;

const pageSize = 50;

/** The orders that the seal of an entry covers, in the order in which they were hashed, and whether all of them are as they were. */
export class SealStore {
  /** Null: not read yet. */
  verdict: SealVerdict | null = null;
  readonly list: PagedList<SealedOrderLine>;

  /** `order`: what became of this order alone; the verdict speaks of all of them. */
  constructor(api: Pick<Api, 'call'>, entry: number, order?: string) {
    this.list = new PagedList(async (after) => {
      const query = { entry, limit: pageSize, ...(order === undefined ? {} : { order }) };
      const outcome = await api.call('auditSealOrders', { query: after === null ? query : { ...query, after } });
      if (outcome.ok) {
        runInAction(() => {
          this.verdict = outcome.value.verdict;
        });
      }
      return outcome;
    });
    makeAutoObservable(this, { list: observableRef });
  }
}
