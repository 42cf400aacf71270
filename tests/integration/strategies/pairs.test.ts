import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import type { InstanceInfoView } from '../../../schemas/wire/strategy.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { infoOf, startKit, trade, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const serve = () => startTestServer({ plugins: [pluginSource('venue-house'), strategyKit], dataFolder });

const heard = ({ events }: InstanceInfoView): readonly string[] =>
  events.flatMap(({ kind, params }) => (kind === 'note' ? [String(params.key)] : [])).reverse();

it('an instance’s books know what every leg of its pairs has filled, live and while the server was away', async () => {
  const first = await serve();
  let client = await first.signIn('trader1');
  await tradeAt(first, '50000');
  const bracket = await startKit(client, 'bracket', { qty: '0.1' });
  await until(
    () => infoOf(client, bracket),
    ({ orders }) => orders.length === 3,
    'entry and legs work',
  );
  await trade(first, 'SELL', '50000', '0.1');
  await until(
    () => infoOf(client, bracket),
    ({ positions }) => positions[0]?.qty === '0.0999' || positions[0]?.qty === '0.1',
    'the entry is held',
  );
  const oco = await startKit(client, 'oco', { qty: '0.1' });
  await until(
    () => infoOf(client, oco),
    ({ orders }) => orders.length === 2,
    'both legs work',
  );
  // The bracket's take profit fills live.
  await trade(first, 'BUY', '51000', '0.2');
  const sold = await until(
    () => infoOf(client, bracket),
    ({ instance, orders }) => instance.fills === 2 && orders.length === 0,
    'its take profit was booked',
  );
  expect(heard(sold)).toEqual(expect.arrayContaining(['filled pair', 'filled pair.takeProfit', 'canceled pair.stopLoss']));
  expect(Number(sold.instance.profit)).toBeGreaterThan(50);
  await until(
    () => infoOf(client, oco),
    ({ instance, orders }) => instance.fills === 1 && orders.length === 0,
    'the other pair’s take profit was booked',
  );

  // A stop fires while its instance's server is about to go, and another one at the next one.
  await tradeAt(first, '50000');
  const later = await startKit(client, 'oco', { qty: '0.1' });
  await until(
    () => infoOf(client, later),
    ({ orders }) => orders.length === 2,
    'both legs work',
  );
  await first.close();
  const second = await serve();
  client = await second.signIn('trader1');
  await trade(second, 'BUY', '48900', '0.4', 'trader2');
  await trade(second, 'SELL', '48900', '0.01', 'trader3');
  const stopped = await until(
    () => infoOf(client, later),
    ({ instance, orders }) => instance.fills === 1 && orders.length === 0,
    'its stop was booked',
  );
  expect(heard(stopped)).toEqual(
    expect.arrayContaining(['accepted pair', 'accepted pair.stopLoss', 'filled pair.stopLoss', 'canceled pair']),
  );
  expect(stopped.positions).toMatchObject([{ side: 'SHORT', qty: '0.1' }]);
  await second.close();
}, 150_000);

it('a bracket is rehearsed beside the live market, and its legs are armed when the server comes back', async () => {
  const first = await serve();
  let client = await first.signIn('trader1');
  await tradeAt(first, '50000');
  const one = await startKit(client, 'bracket', { qty: '0.1' }, {}, 'shadow');
  await until(
    () => infoOf(client, one),
    ({ orders }) => orders.length === 3,
    'entry and legs work',
  );
  // What others trade below its limit fills the entry.
  await tradeAt(first, '49900', '0.5');
  await until(
    () => infoOf(client, one),
    ({ instance, orders }) => instance.fills > 0 && orders.length === 2 && orders.every(({ open_qty }) => open_qty === '0.1'),
    'its legs are armed',
  );
  await first.close();
  const second = await serve();
  client = await second.signIn('trader1');
  await trade(second, 'BUY', '48900', '0.4', 'trader2');
  await trade(second, 'SELL', '48900', '0.01', 'trader3');
  const stopped = await until(
    () => infoOf(client, one),
    ({ orders }) => orders.length === 0,
    'its stop was booked',
  );
  expect(heard(stopped)).toEqual(expect.arrayContaining(['filled pair', 'filled pair.stopLoss', 'canceled pair.takeProfit']));
  expect(stopped.instance.fills).toBe(2);
  await second.close();
}, 150_000);
