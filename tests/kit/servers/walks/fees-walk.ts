import type { RouteName } from '../../../../schemas/wire/index.ts';
import type { HttpClient } from '../http-client.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

interface Charged {
  readonly trader: HttpClient;
  /** Of another VIP level. */
  readonly other: HttpClient;
  readonly admin: HttpClient;
  /** Of the trader. */
  readonly apiId: number;
}

/** What is charged and asked of a market, changed by an administrator. */
export async function walkFees(walk: CallWalk, { trader, other, admin, apiId }: Charged): Promise<void> {
  const market = { symbol: 'BTCUSDT', account_type: 'spot' };
  const fees = ask(trader, 'accountFees', market);
  await walk.differs(fees, ask(other, 'accountFees', market));
  const charged = { id: 'tessera/BTCUSDT/spot', maker_fee: '0.0007', taker_fee: '0.0009', reason: 'a test' };
  await walk.changes(act(admin, 'adminMarketFees', charged), fees);
  await walk.changes(act(admin, 'adminMarketTerms', { id: charged.id, min_notional: '4', reason: 'a test' }), ask(admin, 'adminMarkets'));
  const tier = { exchange: 'tessera', tier: 2, maker_share: '0.5', taker_share: '0.5', reason: 'a test' };
  await walk.changes(act(admin, 'adminFeeTier', tier), fees, ask(admin, 'adminExchangeFees'));
  await walk.changes(act(admin, 'adminAccountDiscount', { api_id: apiId, discount: '0.1', reason: 'a test' }), fees);
}
