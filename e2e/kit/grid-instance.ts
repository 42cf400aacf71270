import type { InstanceView } from '../../schemas/wire/strategy.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';

const market = 'aurora/BTCUSDT/spot';

/** Somebody at the API starts a grid around the price of now; its coins are bought at the start, which is a fill. */
export async function startGrid(
  client: HttpClient,
  name: string,
  environment: InstanceView['environment'] = 'test',
): Promise<InstanceView> {
  const [accounts, tickers] = [await client.call('apiList'), await client.call('tickers')];
  const last = Number(tickers.find(({ id }) => id === market)?.last);
  const apiId = accounts.find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
  const range = { lowPrice: (last * 0.98).toFixed(0), highPrice: (last * 1.02).toFixed(0), levels: 12 };
  const params = { apiId, instrumentId: market, ...range, orderQty: '0.002', sellAtStop: false };
  return client.call('strategyStart', { body: { strategy: 'strategy-shock-grid/shock-grid', name, environment, params } });
}
