import { beforeEach, describe, expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import type { Accounts, Order } from '../../core/contract/client-services.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';
import { FrameTopics } from './frame-topics.ts';
import { Granted } from './granted.ts';
import type { FrameQuestion } from './order-question.ts';
import { PageEnd } from './page-end.ts';

const order = { orderId: '7', apiId: 1, instrumentId: 'aurora/BTCUSDT/spot', price: '100' } as Order;
const wanted = { apiId: 1, instrumentId: 'aurora/BTCUSDT/spot', side: 'BUY', type: 'LIMIT', price: '1', qty: '2' };

let asked: FrameQuestion[];
let sent: unknown[];
let calls: unknown[];
let topics: string[];
let saved: unknown[];
let says: boolean;
beforeEach(() => {
  [asked, sent, calls, topics, saved] = [[], [], [], [], []];
  says = true;
});

function pageOf(manifest: Partial<PluginManifest>) {
  const granted = new Granted(manifest as PluginManifest);
  const listen = (topic: string) => {
    topics.push(topic);
    return () => void topics.push(`-${topic}`);
  };
  const act = (...what: unknown[]) => {
    sent.push(what);
    return Promise.resolve(accepted([]));
  };
  const accounts = { openOrders: [order], place: act, amend: act, cancel: act } as unknown as Accounts;
  const end = new PageEnd({
    granted,
    api: { call: async (name: string, input: unknown) => accepted(calls.push([name, input])) } as never,
    accounts,
    topics: new FrameTopics({
      stream: { subscribe: listen, resync: () => undefined },
      mayHear: (topic) => granted.topic(topic),
      tell: () => undefined,
      schedule: () => undefined,
    }),
    notices: { show: (...what: unknown[]) => void sent.push(what), error: () => undefined },
    name: () => 'panel-guest',
    ask: async (question) => {
      asked.push(question);
      return says;
    },
    config: {},
    updateConfig: (patch) => void saved.push(patch),
    touched: () => undefined,
    runShortcut: () => undefined,
    nowMs: () => 0,
  });
  return end.methods({ setDrawn: () => undefined, fail: () => undefined });
}

const reader = { requires: ['tessera.markets'] };
const trader: Partial<PluginManifest> = { requires: ['tessera.accounts'], capabilities: ['orders.place'] };

describe('the page', () => {
  it('makes the calls that a capability names and no others, with nothing but a query', async () => {
    const page = pageOf(reader);
    await page.call('klinesHistory', { query: { symbol: 'X' }, body: { evil: true } });
    expect(calls).toEqual([['klinesHistory', { query: { symbol: 'X' } }]]);
    for (const name of ['doOrder', 'apiList', 'adminPluginSets', 'balances', 'constructor', '__proto__', 'outLogin'])
      expect(await page.call(name, {}), name).toMatchObject({ ok: false, code: 'PACKAGE_NOT_GRANTED' });
    expect(await pageOf({}).call('symbols', {})).toMatchObject({ code: 'PACKAGE_NOT_GRANTED' });
    expect(calls).toHaveLength(1);
  });

  it('answers no more calls than a person could look at', async () => {
    const page = pageOf(reader);
    const replies = await Promise.all(Array.from({ length: 40 }, () => page.call('symbols', {})));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(30);
    expect(replies.at(-1)).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('lets a frame hear markets, and nobody’s orders, alerts or plugins', () => {
    const page = pageOf(reader);
    for (const topic of ['tickers', 'depth:aurora/BTCUSDT/spot', 'orders', 'fills', 'balances', 'alerts', 'plugins', 'depth:', 'tickers\n'])
      page.subscribe(topic);
    expect(topics).toEqual(['tickers', 'depth:aurora/BTCUSDT/spot']);
  });

  it('asks the user before an order, with a copy that nobody can change any more', async () => {
    const page = pageOf(trader);
    expect(await page.place(wanted as never)).toEqual({ ok: true, value: [] });
    expect(asked).toEqual([{ kind: 'place', order: wanted }]);
    expect(sent).toEqual([[wanted]]);
    expect(asked[0]?.kind === 'place' && asked[0].order).not.toBe(wanted);
    says = false;
    expect(await page.place(wanted as never)).toMatchObject({ code: 'PACKAGE_DECLINED' });
    expect(sent).toHaveLength(1);
  });

  it('asks nothing and sends nothing for what was not granted, or holds what it could not show', async () => {
    expect(await pageOf(reader).place(wanted as never)).toMatchObject({ code: 'PACKAGE_NOT_GRANTED' });
    expect(await pageOf(trader).cancel(order)).toMatchObject({ code: 'PACKAGE_NOT_GRANTED' });
    for (const more of [{ hidden: 1 }, { qty: { toString: 1 } }, { price: 'x'.repeat(100) }, { takeProfit: { oops: '1' } }])
      expect(await pageOf(trader).place({ ...wanted, ...more } as never)).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await pageOf(trader).place(null as never)).toMatchObject({ code: 'REQUEST_INVALID' });
    expect([asked, sent]).toEqual([[], []]);
  });

  it('amends and cancels the order that it knows itself, whatever the frame says of it', async () => {
    const page = pageOf({ requires: ['tessera.accounts'], capabilities: ['orders.place', 'orders.cancel'] });
    await page.amend({ ...order, price: '999' }, { price: '90' });
    await page.cancel({ ...order, qty: '999' } as Order);
    expect(sent).toEqual([[order, { price: '90' }], [order]]);
    expect(asked.map((question) => 'order' in question && question.order)).toEqual([order, order]);
    expect(await page.cancel({ ...order, orderId: '8' })).toMatchObject({ code: 'ORDER_UNKNOWN' });
    expect(await page.cancel(null as never)).toMatchObject({ code: 'ORDER_UNKNOWN' });
  });

  it('shows messages under the name of the plugin, few and short, and saves small configs', () => {
    const page = pageOf({ requires: ['tessera.notices'] });
    for (let at = 0; at < 5; at++) page.notify('info', 'x'.repeat(500));
    page.notify('fatal' as never, 'x');
    expect(sent).toEqual(new Array(3).fill(['info', `panel-guest: ${'x'.repeat(200)}`]));
    page.updateConfig({ rows: 5 });
    page.updateConfig({ rows: 'x'.repeat(5_000) });
    page.updateConfig([] as never);
    expect(saved).toEqual([{ rows: 5 }]);
  });

  it('keeps no config that grows change by change, nor one that the server would refuse with the whole workspace', () => {
    const page = pageOf({});
    for (let at = 0; at < 50; at++) page.updateConfig({ [`field${at}`]: 'x'.repeat(1_000) });
    expect(saved.length).toBeLessThan(5);
    saved = [];
    const deep = JSON.parse(`${'['.repeat(20)}1${']'.repeat(20)}`);
    for (const value of ['a\0', '\ud800', 1e300, Number.POSITIVE_INFINITY, deep, { '\0': 1 }]) page.updateConfig({ value });
    expect(saved).toEqual([]);
    page.updateConfig({ field0: undefined, field1: undefined });
    page.updateConfig({ rows: 7, name: '价差 🙂', share: 0.1 });
    expect(saved).toHaveLength(2);
  });
});
