import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { pluginSource, startTestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';
import { median, p95 } from './p95.ts';

const followers = 50;
const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 40);
const goalMs = 100;

/** From the first copy of an order to the last of fifty, as their exchange took them; and from the main order to the last. */
export async function copying(): Promise<Figure[]> {
  const server = await startTestServer({
    checkReplies: false,
    plugins: ['venue-house', 'service-accounts', 'service-copying'].map(pluginSource),
  });
  try {
    const trader = await server.signIn('trader1');
    const open = async (name: string): Promise<number> => {
      const body = { name, exchange: 'tessera', permissions: ['spot' as const], group_id: null, expire_time: null };
      const { api_id } = await trader.call('accountSave', { body });
      await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '1000000', `bench-${api_id}`);
      return api_id;
    };
    const main = await open('Main');
    const all: number[] = [];
    for (let at = 0; at < followers; at++) all.push(await open(`Follower ${at}`));
    const plan = { main_api_id: main, on: true, sync_ratio: '100' };
    await trader.call('copyPlanSave', {
      body: { ...plan, followers: all.map((api_id) => ({ api_id, ratio: '50', max_amount: null, on: true })) },
    });
    const spread: number[] = [];
    const whole: number[] = [];
    const copies = new Set(all);
    let heard: { apiId: number; ms: number }[] = [];
    const stop = server.room.venues.addListener({
      opened: () => undefined,
      batch: ({ events }) => {
        for (const event of events)
          if (event.type === 'order' && event.order.status === 'UNFILLED' && copies.has(event.order.apiId))
            heard.push({ apiId: event.order.apiId, ms: performance.now() });
      },
    });
    for (let round = 0; round < rounds + 5; round++) {
      heard = [];
      const sentMs = performance.now();
      const body = { api_id: main, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
      const [placed] = await trader.call('doOrder', { body: { ...body, side: 'BUY', type: 'LIMIT', price: '100', qty: '1' } });
      while (new Set(heard.map(({ apiId }) => apiId)).size < followers) await new Promise((resolve) => setTimeout(resolve, 2));
      const [first, last] = [heard[0]?.ms ?? Number.NaN, heard.at(-1)?.ms ?? Number.NaN];
      if (round >= 5) {
        spread.push(last - first);
        whole.push(last - sentMs);
      }
      await trader.call('cancelOrder', { body: { ...body, order_id: placed?.order_id ?? '' } });
      while (server.room.trading.openOrders(all).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    stop();
    return [
      figure(`copies to ${followers} accounts: the last after the first, p95 of ${spread.length}`, p95(spread), 'ms', goalMs),
      figure(`copies to ${followers} accounts: the last after its main order was sent, median`, median(whole), 'ms'),
    ];
  } finally {
    await server.close();
  }
}
