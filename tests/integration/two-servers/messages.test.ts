import { afterAll, describe, expect, it } from 'vitest';
import type { MessageNewsView } from '../../../schemas/wire/user.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair } from '../../kit/servers/server-pair.ts';
import { apiOf, trade } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';

const databaseUrl = await postgresUrl();

describe.skipIf(databaseUrl === null)('messages of a user at two servers of one PostgreSQL', () => {
  const servers = new ServerPair(databaseUrl ?? '');
  afterAll(() => servers.end());

  it('are told to his pages when another server has marked them read', { timeout: 300_000 }, async () => {
    const first = await servers.start(await freePort());
    const second = await servers.standBy(await freePort());
    second.trading.catch(() => undefined);
    const reader = new HttpClient(second.url);
    await reader.signIn('trader2', first.account('trader2').password);
    const page = await StreamProbe.open(first.url);
    await page.request({ op: 'auth', token: reader.token });
    await page.request({ op: 'subscribe', topics: ['messages'] });
    const unread = () => (page.ofTopic('messages').at(-1)?.d as MessageNewsView | undefined)?.unread.deal;
    await trade(first as never, 'SELL', '50000', '0.01', 'trader3');
    await reader.call('doOrder', {
      body: {
        ...{ api_id: await apiOf(reader), exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' },
        ...{ side: 'BUY', type: 'LIMIT', qty: '0.01', price: '50000' },
      },
    });
    await page.until(() => unread() === 1, 20_000);
    const [deal] = await reader.call('messageList', { query: { type: 1 } });
    await reader.call('messageRead', { body: { until: deal?.id ?? '' } });
    await page.until(() => unread() === 0, 20_000);
    expect((await reader.call('messageList', { query: { type: 1 } }))[0]).toMatchObject({ id: deal?.id, is_read: true });
    page.close();
  });
});
