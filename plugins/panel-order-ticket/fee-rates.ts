import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { Api } from '../../core/contract/client-services.ts';
import type { Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';

/** What an account pays in a market, as fractions of what is received. */
export interface FeeRate {
  readonly makerFee: string;
  readonly takerFee: string;
}

/** What the user's accounts pay in the markets that were looked at, as the server says; until then the market's own fees stand for them. */
export class FeeRates {
  private readonly api: Pick<Api, 'call'>;
  private readonly known = observable.map<string, FeeRate>({}, { deep: false });

  constructor(api: Pick<Api, 'call'>) {
    this.api = api;
    makeAutoObservable<this, 'api' | 'known'>(this, { api: false, known: false });
  }

  /** Null while nobody has said so. */
  of(apiId: number, id: InstrumentId): FeeRate | null {
    return this.known.get(`${apiId} ${id}`) ?? null;
  }

  /** Asks for a market at every exchange, so that those of linked accounts are here as well. What cannot be had stays as it was. */
  async load({ symbol, accountType }: Pick<Instrument, 'symbol' | 'accountType'>): Promise<void> {
    const reply = await this.api.call('accountFees', { query: { symbol, accountType: accountType } });
    if (!reply.ok) return;
    runInAction(() => {
      for (const { apiId, instrumentId, makerFee, takerFee } of reply.value)
        this.known.set(`${apiId} ${instrumentId}`, { makerFee: makerFee, takerFee: takerFee });
    });
  }
}
