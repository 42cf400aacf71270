import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';
import { type AlertDraft, type AlertView, maxAlerts } from '../../../schemas/wire/alert.ts';
import { SystemClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const instrument = 'tessera/BTCUSDT/spot';
const draft = (price: string, over: Partial<AlertDraft> = {}): AlertDraft => ({
  instrument,
  condition: { kind: 'CROSS', price },
  duration: 'CLOSE_MANUALLY',
  note: '',
  ...over,
});

/** Makes a trade at a price, between two people of the demo. */
async function tradeAt(server: TestServer, price: string): Promise<void> {
  for (const [name, side] of [
    ['trader2', 'SELL'],
    ['trader3', 'BUY'],
  ] as const) {
    const client = await server.signIn(name);
    const api_id = (await client.call('apiList'))[0]?.api_id ?? 0;
    const body = { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', side, type: 'LIMIT', qty: '0.01', price } as const;
    await client.call('doOrder', { body });
  }
}

async function statusOf(client: HttpClient, id: string, wanted: AlertView['status']): Promise<AlertView> {
  for (let tries = 0; tries < 100; tries++) {
    const alert = (await client.call('alertList')).find(({ alert_id }) => alert_id === id);
    if (alert?.status === wanted) return alert;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the alert did not become ${wanted}`);
}

describe('price alerts', () => {
  it('are raised once by the trade that crosses them, told live and as a message, and stay with their owner', async () => {
    const server = await startTestServer();
    await tradeAt(server, '50000');
    const client = await server.signIn('trader1');
    const { alert_id, reference } = await client.call('alertSave', { body: draft('50500', { note: 'Sell here' }) });
    expect(reference).toBe('50000');
    const [told] = await client.call('alertList');
    expect(told?.channels, 'both, where nothing was said').toEqual(['WEB', 'APP']);
    await expect(client.call('alertSave', { body: draft('1', { channels: [] }) })).rejects.toThrow(/REQUEST_INVALID .*channels/);
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: client.token });
    await probe.request({ op: 'subscribe', topics: ['alerts'] });

    await tradeAt(server, '50400');
    await tradeAt(server, '50600');
    await probe.until(() => probe.ofTopic('alerts').some(({ d }) => (d as AlertView[])[0]?.status === 'RAISED'));
    await tradeAt(server, '50300');
    await tradeAt(server, '50700');
    expect(await statusOf(client, alert_id, 'RAISED')).toMatchObject({ raised_price: '50600' });
    expect(await client.call('alertHistory', { query: {} })).toMatchObject([{ alert_id, price: '50600', note: 'Sell here' }]);
    const messages = await client.call('messageList', { query: { type: 3 } });
    expect(messages).toMatchObject([{ title: 'BTCUSDT at 50,600', body: 'Crossed 50,500 · Sell here · Tessera', is_read: false }]);
    // Without a type: what a page asks for when it starts.
    expect(await client.call('messageList', { query: {} })).toEqual(expect.arrayContaining(messages));
    const [{ msg_time = 0 } = {}] = messages;
    expect(await client.call('messageLoad', { query: { last_time: msg_time - 1 } })).toEqual(expect.arrayContaining(messages));
    expect(await client.call('messageLoad', { query: { last_time: msg_time } })).not.toEqual(expect.arrayContaining(messages));

    const other = await server.signIn('trader2');
    expect(await other.call('alertList')).toEqual([]);
    await expect(other.call('alertStatus', { body: { alert_id, status: 'ENDED' } })).rejects.toThrow('ALERT_UNKNOWN');
    await other.call('alertDelete', { body: { alert_id } });

    expect((await client.call('alertStatus', { body: { alert_id, status: 'ENDED' } })).status).toBe('ENDED');
    await expect(client.call('alertStatus', { body: { alert_id, status: 'PAUSED' } })).rejects.toThrow('ALERT_STATUS');
    await client.call('alertDelete', { body: { alert_id } });
    expect(await client.call('alertList')).toEqual([]);
    expect(await client.call('alertHistory', { query: {} })).toHaveLength(1);
    probe.close();
    await server.close();
  }, 60_000);

  it('keep what they wait for over a restart, sleep while paused, and end a minute after they were raised when asked to', async () => {
    const first = await startTestServer({ dataFolder });
    await tradeAt(first, '40000');
    const before = await first.signIn('trader1');
    const minute = await before.call('alertSave', { body: draft('41000', { duration: 'ONE_MINUTE' }) });
    const paused = await before.call('alertSave', { body: draft('40500') });
    await before.call('alertStatus', { body: { alert_id: paused.alert_id, status: 'PAUSED' } });
    await first.close();

    let aheadMs = 0;
    const system = new SystemClock(createLogger('error', () => undefined));
    const clock = {
      nowMs: () => system.nowMs() + aheadMs,
      notBefore: system.notBefore.bind(system),
      elapsedMs: system.elapsedMs.bind(system),
      every: system.every.bind(system),
      after: system.after.bind(system),
    };
    const second = await startTestServer({ dataFolder, clock });
    const client = await second.signIn('trader1');
    await tradeAt(second, '41500');
    await statusOf(client, minute.alert_id, 'RAISED');
    expect((await client.call('alertList')).find(({ alert_id }) => alert_id === paused.alert_id)?.status).toBe('PAUSED');
    aheadMs = 60_000;
    await statusOf(client, minute.alert_id, 'ENDED');
    await second.close();
  }, 60_000);

  it('look at the index of the pair where asked to, whatever is traded at the market itself', async () => {
    const server = await startTestServer({ plugins: ['venue-house', 'venue-paper', 'service-alerts'].map(pluginSource) });
    const client = await server.signIn('trader1');
    await expect
      .poll(async () => (await client.call('indexes')).find(({ base }) => base === 'BTC')?.stale, { timeout: 20_000 })
      .toBe(false);
    const far = await client.call('alertSave', { body: draft('1000000', { watched_price: 'INDEX' }) });
    const condition = { kind: 'AMPLITUDE', percent: '0.000001' } as const;
    const near = await client.call('alertSave', { body: draft('1', { watched_price: 'INDEX', condition }) });
    expect(near).toMatchObject({ watched_price: 'INDEX', reference: expect.stringMatching(/^[0-9.]+$/) });
    await tradeAt(server, '50000');
    const raised = await statusOf(client, near.alert_id, 'RAISED');
    expect(Number(raised.raised_price) / Number(near.reference)).toBeCloseTo(1, 1);
    expect(await client.call('alertHistory', { query: {} })).toMatchObject([{ alert_id: near.alert_id, watched_price: 'INDEX' }]);
    expect(await client.call('messageList', { query: { type: 3 } })).toMatchObject([
      { title: `BTCUSDT index at ${formatDecimal(raised.raised_price ?? '')}` },
    ]);
    await statusOf(client, far.alert_id, 'MONITORING');
    await server.close();
  }, 120_000);

  it('refuse what cannot be met, unknown markets, and more than the most', async () => {
    const server = await startTestServer();
    const client = await server.signIn('trader1');
    const save = (over: Partial<AlertDraft>) => client.call('alertSave', { body: draft('1', over) });
    await expect(save({ condition: { kind: 'RANGE', low: '5', high: '4' } })).rejects.toThrow('ALERT_CONDITION_INVALID');
    await expect(save({ watched_price: 'INDEX' })).rejects.toThrow('ALERT_NO_INDEX');
    await expect(save({ instrument: 'tessera/NOSUCH/spot' })).rejects.toThrow('MARKET_UNKNOWN_INSTRUMENT');
    await expect(save({ alert_id: 'gone' })).rejects.toThrow('ALERT_UNKNOWN');
    for (let count = 0; count < maxAlerts; count++) await save({});
    await expect(save({})).rejects.toThrow('ALERT_TOO_MANY');
    await server.close();
  }, 60_000);
});
