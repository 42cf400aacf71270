import { beforeEach, describe, expect, it } from 'vitest';
import type { TicketTerms } from '../../contract/client-services.ts';
import type { StreamClient } from '../connection/stream-client.ts';
import { MarketsStore } from '../markets/markets-store.ts';
import { UserConfigStore } from '../settings/user-config-store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { someInstrument } from '../testing/views.ts';
import { WorkspaceStore } from './workspace-store.ts';

const [a, b, c] = ['aurora/BTCUSDT/spot', 'meridian/BTCUSDT/spot', 'polaris/BTCUSDT/spot'] as const;
let config: UserConfigStore;
let markets: MarketsStore;
let workspace: WorkspaceStore;

beforeEach(async () => {
  const api = new FakeApi({
    symbols: () => [
      ...['polaris', 'tessera', 'meridian', 'aurora'].map((exchange) => someInstrument(exchange)),
      someInstrument('aurora', 'ETHUSDT'),
    ],
    exchangeInfo: () => [],
  });
  config = new UserConfigStore(api, new FakeTimers());
  markets = new MarketsStore(api, {} as StreamClient);
  workspace = new WorkspaceStore(config, markets);
  await markets.loadSymbols();
  workspace.ensureTabs();
});

const keys = (): readonly string[] => workspace.tabs.map((tab) => tab.key);

describe('tabs', () => {
  it('begin with the major pair on three exchanges', () => {
    expect(keys()).toEqual([a, b, c]);
    expect(workspace.activeKey).toBe(a);
  });

  it('are only selected when they exist already', () => {
    workspace.openTab(b);
    expect(keys()).toEqual([a, b, c]);
    expect(workspace.activeKey).toBe(b);
  });

  it('select the previous one when the selected is removed, or the first after the first', () => {
    workspace.selectTab(c);
    workspace.closeTab(c);
    expect(workspace.activeKey).toBe(b);
    workspace.selectTab(a);
    workspace.closeTab(a);
    expect(workspace.activeKey).toBe(b);
    workspace.closeTab(b);
    expect(workspace.activeKey).toBeNull();
  });

  it('are swapped in place and selected', () => {
    workspace.replaceTab(b, 'aurora/ETHUSDT/spot');
    expect(keys()).toEqual([a, 'aurora/ETHUSDT/spot', c]);
    expect(workspace.activeKey).toBe('aurora/ETHUSDT/spot');
  });

  it('never stand twice after a swap', () => {
    workspace.replaceTab(a, c);
    expect(keys()).toEqual([b, c]);
    expect(workspace.activeKey).toBe(c);
  });

  it('come back as they were saved, with their fields', () => {
    workspace.openTab('aurora/ETHUSDT/spot');
    expect(config.section('tabs')).toContainEqual({
      key: 'aurora/ETHUSDT/spot',
      title: 'ETHUSDT',
      closable: true,
      value: { exchange: 'aurora', currency: 'ETH', valuation: 'USDT', account_type: 'spot', symbol: 'ETHUSDT' },
    });
    expect(config.section('dashboard')).toMatchObject({
      currentDashBoard: 'aurora/ETHUSDT/spot',
      NowSyncRatio: 100,
    });
    const later = new WorkspaceStore(config, markets);
    later.restore();
    expect(later.tabs).toEqual(workspace.tabs);
    expect(later.activeKey).toBe('aurora/ETHUSDT/spot');
  });

  it('survive damaged settings', () => {
    config.set('tabs', [{ key: 'nonsense' }, null, { key: a }, { key: a }]);
    const later = new WorkspaceStore(config, markets);
    later.restore();
    expect(later.tabs.map((tab) => tab.key)).toEqual([a]);
  });
});

describe('link groups', () => {
  it('blue goes through the tabs, the others keep their own market', () => {
    workspace.setGroupInstrument('blue', 'aurora/ETHUSDT/spot');
    expect(keys()).toEqual(['aurora/ETHUSDT/spot', b, c]);
    workspace.setGroupInstrument('teal', c);
    expect(workspace.groupInstrument('teal')).toBe(c);
    expect(workspace.groupInstrument('orange')).toBe('aurora/ETHUSDT/spot');
  });
});

it('counts every picked price, so that the same price twice is two picks', () => {
  workspace.pickPrice(a, '1');
  workspace.pickPrice(a, '1');
  expect(workspace.pickedPrice?.at).toBe(2);
});

it('brings the market of a reused order to the screen', () => {
  const content = { side: 'BUY', type: 'LIMIT', price: '1' } as TicketTerms;
  workspace.reuseOrder('aurora/ETHUSDT/spot', content);
  workspace.reuseOrder('aurora/ETHUSDT/spot', content);
  expect(workspace.activeKey).toBe('aurora/ETHUSDT/spot');
  expect(workspace.reusedOrder).toEqual({ instrumentId: 'aurora/ETHUSDT/spot', content, at: 2 });
});

describe('tickets', () => {
  it('are asked for an order: the one that came last, or the next that comes', () => {
    const asked: string[] = [];
    expect(workspace.askForOrder('SELL')).toBe(false);
    workspace.offerTicket((side) => asked.push(`first ${side}`));
    const leave = workspace.offerTicket((side) => asked.push(`second ${side}`));
    expect(workspace.askForOrder('BUY')).toBe(true);
    void leave();
    workspace.askForOrder('BUY');
    expect(asked).toEqual(['first SELL', 'second BUY', 'first BUY']);
  });
});

describe('the dashboard state', () => {
  it('begins with its defaults', () => {
    workspace.selectTab(b);
    expect(config.section('dashboard')).toEqual({
      currentDashBoard: b,
      NowSyncMode: true,
      NowQuickMode: true,
      NowAffixedIntervals: ['1m', '5m', '15m', '1h', '4h', '1d'],
      NowSyncRatio: 100,
    });
  });

  it('comes back as it was left, beside what other screens and earlier versions kept there', () => {
    const kept = { other_screen: [1], spotLeverageActivate: true, currentCommandTab: 'history' };
    config.set('dashboard', kept);
    const changed = {
      affixedIntervals: ['1h'],
      syncMode: false,
      quickMode: false,
      syncRatio: 50,
    } as const;
    workspace.setDashboard(changed);
    const later = new WorkspaceStore(config, markets);
    later.restore();
    expect(later.dashboard).toEqual(changed);
    expect(config.section('dashboard')).toMatchObject(kept);
  });

  it('takes nothing that cannot be meant', () => {
    config.set('dashboard', {
      NowSyncRatio: -1,
      NowAffixedIntervals: ['7m', '1h'],
    });
    const later = new WorkspaceStore(config, markets);
    later.restore();
    expect(later.dashboard).toMatchObject({
      syncRatio: 100,
      affixedIntervals: ['1h'],
    });
  });
});

it('brings the panel that was asked for last while no layout was there, once', () => {
  const opened: string[] = [];
  workspace.openPanel('panel-depth/depth');
  workspace.openPanel('panel-strategy-form/strategy-form');
  const detach = workspace.attachLayout((id) => opened.push(id));
  workspace.openPanel('panel-chart/chart');
  void detach();
  workspace.attachLayout((id) => opened.push(`again ${id}`));
  expect(opened).toEqual(['panel-strategy-form/strategy-form', 'panel-chart/chart']);
});
