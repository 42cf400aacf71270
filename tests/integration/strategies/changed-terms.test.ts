import { rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { InstanceInfoView, InstanceView } from '../../../schemas/wire/strategy.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, infoOf, stopAndWait, strategyMarket, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** What an administrator changes of a market in which a strategy runs, live and on paper. */

const folders: string[] = [];
const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function serve(dataFolder: string): Promise<TestServer> {
  const plugins = [pluginSource('venue-house'), pluginSource('strategy-shock-grid')];
  const server = await startTestServer({ plugins, dataFolder });
  open.push(server);
  return server;
}

/** Lines at 49000.05, 49500.05, 50000.05, 50500.05 and 51000.05, all but the middle one with an order. */
async function gridOf(client: HttpClient, environment: InstanceView['environment']): Promise<InstanceView> {
  const range = { lowPrice: '49000.05', highPrice: '51000.05', levels: 4 };
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, ...range, orderQty: '0.01003', startPosition: '1' };
  return client.call('strategyStart', {
    body: { strategy: 'strategy-shock-grid/shock-grid', name: 'Grid', environment, params: { ...params, sellAtStop: false } },
  });
}

const drawing = ({ orders }: InstanceInfoView): readonly string[] =>
  orders.map(({ side, open_qty, price }) => `${side} ${open_qty} @ ${price}`).sort();
const drawn = (client: HttpClient, one: InstanceView, lines: readonly string[]): Promise<InstanceInfoView> =>
  until(
    () => infoOf(client, one),
    (info) => JSON.stringify(drawing(info)) === JSON.stringify(lines),
    `its orders are ${lines.join(', ')}`,
  );
/** Fees of its fills, oldest first. */
const feesOf = ({ events }: InstanceInfoView): readonly unknown[] =>
  events.flatMap(({ kind, params }) => (kind === 'fill' ? [params.fee] : [])).reverse();

describe.each(['production', 'test'] as const)('a grid in %s whose market gets other terms', (environment) => {
  it('lays its next orders on the new grid, pays the new fees from the next fill on, and goes on so after a restart', async () => {
    const dataFolder = await freshDataDir();
    folders.push(dataFolder);
    const first = await serve(dataFolder);
    const client = await first.signIn('trader1');
    await tradeAt(first, '50000');
    const one = await gridOf(client, environment);
    await tradeAt(first, '50000');
    await drawn(client, one, ['BUY 0.01003 @ 49000.05', 'BUY 0.01003 @ 49500.05', 'SELL 0.01003 @ 50500.05', 'SELL 0.01003 @ 51000.05']);
    await tradeAt(first, '49499.5', '0.02');
    await drawn(client, one, ['BUY 0.01003 @ 49000.05', 'SELL 0.01001 @ 50000.05', 'SELL 0.01003 @ 50500.05', 'SELL 0.01003 @ 51000.05']);

    const admin = await first.signIn('admin');
    await admin.call('adminMarketTerms', {
      body: { id: strategyMarket, tick: '0.5', lot: '0.001', min_qty: '0.001', min_notional: '20', reason: 'a test' },
    });
    await admin.call('adminMarketFees', { body: { id: strategyMarket, maker_fee: '0.002', taker_fee: '0.002', reason: 'a test' } });
    await tradeAt(first, '50001', '0.02');
    const armed = ['BUY 0.01 @ 49500', 'BUY 0.01003 @ 49000.05', 'SELL 0.01003 @ 50500.05', 'SELL 0.01003 @ 51000.05'];
    const { events } = await drawn(client, one, armed);
    expect(events.filter(({ kind }) => kind === 'terms').map(({ params }) => params)).toMatchObject([
      { instrument: strategyMarket, tick: '0.5', lot: '0.001', minNotional: '20' },
    ]);
    open.splice(0);
    await first.close();

    const second = await serve(dataFolder);
    const again = await second.signIn('trader1');
    await drawn(again, one, armed);
    await tradeAt(second, '49499.5', '0.02');
    const info = await drawn(again, one, [
      'BUY 0.01003 @ 49000.05',
      'SELL 0.009 @ 50000',
      'SELL 0.01003 @ 50500.05',
      'SELL 0.01003 @ 51000.05',
    ]);
    // 0.1 % of 0.01003 BTC, then 0.2 % of 0.01001 × 50000.05 USDT and of 0.01 BTC; up to the next minor unit, which is smaller on paper.
    const sold = environment === 'production' ? '1.00100101' : '1.001001001';
    expect(feesOf(info)).toEqual(['0.00001003', sold, '0.00002']);
    expect(info.events.filter(({ kind }) => kind === 'terms')).toHaveLength(1);
    const ended = await stopAndWait(again, one);
    expect(ended.events.filter(({ kind }) => ['denied', 'rejected', 'refused'].includes(kind))).toEqual([]);
  }, 150_000);
});
