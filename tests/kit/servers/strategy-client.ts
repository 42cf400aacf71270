import type { InstanceInfoView, InstanceView } from '../../../schemas/wire/strategy.ts';
import type { LimitNumbers, StrategyLimits } from '../../../schemas/wire/strategy-limits.ts';
import type { HttpClient } from './http-client.ts';
import type { TestServer } from './test-server.ts';

/** What tests of strategy instances do again and again, as people at the API do it. */

export const strategyMarket = 'tessera/BTCUSDT/spot';
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

export const noNumbers: LimitNumbers = {
  max_order_amount: null,
  max_position: null,
  max_daily_loss: null,
  max_orders_per_minute: null,
};
export const unlimited: StrategyLimits = { ...noNumbers, halted: false };

export const apiOf = async (client: HttpClient): Promise<number> => (await client.call('apiList'))[0]?.api_id ?? 0;

export async function trade(server: TestServer, side: 'BUY' | 'SELL', price: string, qty: string, who = 'trader3'): Promise<void> {
  const client = await server.signIn(who);
  await client.call('doOrder', { body: { api_id: await apiOf(client), ...market, side, type: 'LIMIT', qty, price } });
}

/** Two people trade with each other. */
export async function tradeAt(server: TestServer, price: string, qty = '0.01'): Promise<void> {
  await trade(server, 'SELL', price, qty, 'trader3');
  await trade(server, 'BUY', price, qty, 'trader2');
}

export async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean, what: string): Promise<T> {
  let last: T | undefined;
  for (let tries = 0; tries < 1_500; tries++) {
    last = await read();
    if (isSo(last)) return last;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`it did not come to be that ${what}; last: ${JSON.stringify(last)}`);
}

export const infoOf = (client: HttpClient, { instance_id }: Pick<InstanceView, 'instance_id'>): Promise<InstanceInfoView> =>
  client.call('instanceInfo', { query: { instance_id } });

export const untilStatus = (client: HttpClient, one: InstanceView, status: InstanceView['status']): Promise<InstanceInfoView> =>
  until(
    () => infoOf(client, one),
    ({ instance }) => instance.status === status,
    `it is ${status}`,
  );

/** Kinds of the lines of an instance's history, oldest first. */
export const kinds = ({ events }: InstanceInfoView): readonly string[] => events.map(({ kind }) => kind).reverse();

export const kitParams = async (client: HttpClient, over: object = {}): Promise<Record<string, unknown>> => ({
  apiId: await apiOf(client),
  instrumentId: strategyMarket,
  price: '50000',
  qty: '0.01',
  pauseMs: 50,
  ...over,
});

/** Starts a strategy of tests/kit/strategies. */
export async function startKit(
  client: HttpClient,
  id: string,
  over: object = {},
  limits: Partial<StrategyLimits> = {},
  environment: InstanceView['environment'] = 'production',
): Promise<InstanceView> {
  const params = await kitParams(client, over);
  return client.call('strategyStart', {
    body: { strategy: `strategy-kit/${id}`, name: id, environment, params, limits: { ...unlimited, ...limits } },
  });
}

export async function stopAndWait(client: HttpClient, one: InstanceView): Promise<InstanceInfoView> {
  await client.call('strategyStop', { body: { instance_id: one.instance_id } });
  return untilStatus(client, one, 'STOPPED');
}
