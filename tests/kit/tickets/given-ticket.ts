import { makeAutoObservable } from 'mobx';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { someBalance, someOrder } from '../../../core/client/testing/views.ts';
import { accepted, type Outcome } from '../../../core/contract/app-error.ts';
import type { DashboardState, Order, OrderIntent, Ticker } from '../../../core/contract/client-services.ts';
import type { Instrument, InstrumentTerms } from '../../../core/domain/markets/instrument.ts';
import { DraftShelf, type DraftStorage } from '../../../plugins/panel-order-ticket/templates/draft-shelf.ts';
import { TicketStore, type TicketStoreParts } from '../../../plugins/panel-order-ticket/ticket-store.ts';
import { testInstrument } from '../market-fixtures.ts';

const market = (exchange: string, changes: Partial<InstrumentTerms> = {}): Instrument => ({
  ...{ ...testInstrument, id: `${exchange}/BTCUSDT/spot`, exchange, minNotional: '10' },
  ...changes,
});
export const tessera = market('tessera');
export const aurora = market('aurora', { lot: '0.01', minQty: '0.01' });
const ticker = (instrumentId: string, prices: Pick<Ticker, 'last' | 'bid' | 'ask'>): Ticker => ({
  instrumentId,
  ...prices,
  open24h: null,
  high24h: null,
  low24h: null,
  volume24h: '0',
  quoteVolume24h: '0',
  timeMs: 0,
});

class MemoryStorage implements DraftStorage {
  readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
}

/** A ticket with three accounts, markets whose prices it knows, and an exchange that answers as the test says. */
export class GivenTicket {
  storage = new MemoryStorage();
  sent: OrderIntent[] = [];
  answer: (request: OrderIntent) => Outcome<readonly Order[]> = () => accepted([someOrder('11')]);
  dashboard = makeAutoObservable({ syncMode: true, quickMode: true, syncRatio: 100 } as DashboardState);
  /** Accounts that may not trade. */
  barred: number[] = [];
  /** The markets have prices. */
  known = true;
  /** What they are at. */
  prices = makeAutoObservable({ last: '100', bid: '99.99', ask: '100.02' });

  /** A ticket as a freshly loaded page makes it. */
  open(onFound?: TicketStoreParts['onFound']): TicketStore {
    const account = (apiId: number, exchange: string) => ({
      apiId,
      name: `my ${exchange}`,
      exchange,
      permissions: [],
      createdMs: 0,
      updatedMs: 0,
    });
    const apiAccounts = [account(7, 'tessera'), account(8, 'aurora'), account(9, 'closed')];
    const services = {
      api: new FakeApi(),
      accounts: {
        apiAccounts,
        may: (_act: string, apiId: number) => (this.barred.includes(apiId) ? { outcome: 'absent' } : { outcome: 'granted' }),
        accountFor: (exchange: string) => apiAccounts.find((one) => one.exchange === exchange) ?? null,
        loading: false,
        balances: [7, 8].flatMap((apiId) => [
          someBalance('USDT', '5', { apiId, accountType: 'usdm' }),
          someBalance('USDT', '1000', { apiId }),
          someBalance('BTC', '3', { apiId }),
        ]),
        openOrders: [],
        endedOrders: [],
        place: async (request: OrderIntent) => {
          this.sent.push(request);
          return this.answer(request);
        },
      },
      markets: {
        ticker: (id: string) => (this.known ? ticker(id, this.prices) : null),
        index: () => null,
        instrument: (id: string) => [tessera, aurora].find((one) => one.id === id) ?? null,
      },
      workspace: { dashboard: this.dashboard },
    } as unknown as TicketStoreParts['services'];
    let ids = 0;
    return new TicketStore({
      services,
      shelf: new DraftShelf(this.storage, 'ann'),
      timers: new FakeTimers(),
      makeId: () => `id-${++ids}`,
      ...(onFound === undefined ? {} : { onFound }),
    });
  }
}
