import { describe, expect, it } from 'vitest';
import texts from '../../plugins/panel-backtest/locales/en.json' with { type: 'json' };
import type { BacktestTrade } from '../contract/backtest-runs.ts';
import type { NamedSchema } from './param-rows.ts';
import { namedParts, type Report, setupRows, type Words } from './report.ts';
import { reportTables } from './report-csv.ts';
import { reportHtml } from './report-html.ts';

const t: Words = (key, values = {}) =>
  String(
    key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts) ?? `MISSING ${key}`,
  ).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

const hour = 3_600_000;
const hostile = `"><img src=x onerror=alert(1)></script><script>alert('x')</script>&amp;`;

const trade = (number: number, more: Partial<BacktestTrade> = {}): BacktestTrade => ({
  ...{
    number,
    timeMs: number * hour,
    instrument: 'replay-some-spot/BTCUSDT/spot',
    side: 'BUY',
    price: '100.50',
    qty: '0.10',
    fee: '0.0001',
  },
  ...{ feeAsset: 'BTC', maker: true, profit: null, ...more },
});

const report = (more: Partial<Report> = {}): Report => ({
  ...{ name: 'Grid of June', strategy: 'Shock grid', money: 'USDT', params: [['Levels', '24']], axes: [], marketNames: {} },
  setup: setupRows(
    {
      data: 'Recorded',
      balances: { USDT: '1000' },
      makerFee: '0.0002',
      takerFee: null,
      latencyMs: 50,
      optimistic: false,
      leverage: 3,
      seed: 7,
    },
    t,
    'en',
  ),
  range: { from: 0, to: 48 * hour - 1 },
  figures: {
    ...{
      startEquity: 1_000,
      endEquity: 1_100.5,
      totalReturn: 0.1005,
      annualReturn: 0.9,
      maxDrawdown: 0.0161,
      sharpe: 1.784,
      period: 'day',
    },
    ...{ trades: 1, winRate: 1, profitFactor: null, openProfit: -2.25, fees: 3.5, funding: null, fills: 2, denied: 3 },
  },
  curve: { times: [0, hour, 2 * hour, 3 * hour], equity: [1_000, 1_050, 990, 1_100.5] },
  periods: { times: [0, hour, 2 * hour], equity: [1_000, 1_050, 945] },
  denials: [['Not enough USDT: <b>limit</b>', 3]],
  assumed: [],
  trades: [
    trade(0),
    trade(1, {
      side: 'SELL',
      maker: false,
      fee: '0.02',
      feeAsset: 'USDT',
      profit: 4.2,
      closedQty: 0.0999,
      entryPrice: 100.6,
      exitPrice: 101,
    }),
  ],
  folds: [],
  ...more,
});

const words: Readonly<Record<string, string>> = {
  ...{ 's.market': 'Market', 's.low': 'Lowest price', 's.qty': 'Quantity', 's.step': 'Step', 's.mode': 'Mode', 's.mode.SLOW': 'Slow' },
  ...{ 's.sell': 'Sell at the stop', 's.wait': 'Wait', 's.far': 'Distance' },
};
const schema: NamedSchema = {
  properties: {
    apiId: { title: 's.account', 'x-picker': 'account' },
    market: { title: 's.market', 'x-picker': 'instrument' },
    low: { title: 's.low', 'x-unit': 'quote' },
    qty: { title: 's.qty', 'x-unit': 'base' },
    step: { title: 's.step', 'x-unit': 'rate' },
    mode: { title: 's.mode', enum: ['SLOW'] },
    sell: { title: 's.sell' },
    inside: { properties: { wait: { title: 's.wait', 'x-unit': 'seconds' }, far: { title: 's.far', 'x-unit': 'basisPoints' } } },
    left: { title: 's.left' },
  },
};
const told = {
  ...{ apiId: 3, market: 'replay-some-spot/BTCUSDT/spot', low: '61000.1234', qty: '0.5', step: '0.005', mode: 'SLOW', sell: false },
  ...{ inside: { wait: 30, far: 7 }, weights: [1, 2] },
};

const style = { language: 'en', redUp: false };

describe('a report of a run', () => {
  it('has figures with their units, set-up, parameters, round trips and fills, and a picture of value and drawdown', () => {
    const html = reportHtml(report(), t, style);
    const text = html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]+>/g, '|');
    for (const said of ['+10.05%', '1.61%', '1.78 (daily)', '1,100.50 USDT', '−2.25 USDT', '1970-01-01 00:00:00 – 1970-01-02 23:59:59 UTC'])
      expect(text).toContain(said);
    for (const said of [
      '0.02 %, Market&#39;s own',
      '1,000 USDT',
      'Levels|',
      '|24|',
      '|0.0999|',
      '|100.6|',
      '|+4.20|',
      '0.0001 BTC',
      '|Taker|',
      '|Denied|',
      '|Not enough USDT: &lt;b&gt;limit&lt;/b&gt;|',
    ])
      expect(text).toContain(said);
    expect(html.match(/<path class="line (equity|drawdown)"/g)).toHaveLength(2);
    expect(html).not.toMatch(/MISSING|undefined|NaN|\[object/);
  });

  it('asks nobody for anything and runs nothing', () => {
    const html = reportHtml(report(), t, style);
    expect(html).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bhref=|url\(|https?:/i);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('prefers-color-scheme:dark');
  });

  it('takes names, parameters and markets for text, whatever stands in them', () => {
    const own = report({
      name: hostile,
      strategy: hostile,
      params: [[hostile, hostile]],
      axes: [hostile],
      marketNames: { [hostile]: hostile },
      setup: [['data', hostile]],
      trades: [trade(0, { instrument: hostile, feeAsset: hostile })],
    });
    const html = reportHtml(own, t, { ...style, language: 'en' });
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/i);
    expect(html).not.toContain(`"${hostile.slice(0, 2)}`);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('says how many rows it leaves out', () => {
    const many = Array.from({ length: 2_100 }, (_, at) => trade(at));
    expect(reportHtml(report({ trades: many, figures: { ...report().figures, fills: 60_000 } }), t, style)).toContain(
      'The first 2000 of 60000',
    );
  });

  it('shows a walk forward by its folds', () => {
    const { figures } = report();
    const fold = {
      train: { from: 0, to: hour },
      test: { from: hour, to: 2 * hour },
      values: ['24', '0.5 %'],
      trained: figures,
      tested: null,
    };
    const html = reportHtml(report({ folds: [fold], axes: ['Levels', 'Fall'], trades: [] }), t, style);
    expect(html).toContain('<th>Levels</th><th>Fall</th>');
    expect(html).toContain('<td>24</td><td>0.5 %</td>');
    expect(html).toMatch(/All tests[^<]*<\/td>.*\+10\.05%<\/td><td>1\.61%<\/td>/);
  });

  it('has titles, units and names in place of keys and ids', () => {
    const parts = namedParts(
      {
        schema,
        params: told,
        tried: [
          { field: 'step', values: ['0.005', '0.01'] },
          { field: 'inside.wait', values: [30] },
        ],
        folds: [],
        trades: [trade(0)],
      },
      {
        language: 'en',
        text: (key, word) => words[key] ?? word,
        market: () => ({ name: 'BTC/USDT Aurora', base: 'BTC', quote: 'USDT' }),
        error: (code) => code,
      },
      t,
    );
    expect(parts.params).toEqual([
      ['Market', 'BTC/USDT Aurora'],
      ['Lowest price', '61,000.1234 USDT'],
      ['Quantity', '0.5 BTC'],
      ['Step', '0.5 %, 1 %'],
      ['Mode', 'Slow'],
      ['Sell at the stop', 'No'],
      ['Wait', '30 s'],
      ['Distance', '7 bps'],
      ['weights', '1, 2'],
    ]);
    expect([parts.axes, parts.money]).toEqual([['Step', 'Wait'], 'USDT']);
    expect(reportHtml(report(parts), t, style)).not.toContain('replay-some-spot/');
  });
});

describe('tables of a run', () => {
  it('have a line for each fill, each round trip and each period, with times in UTC', () => {
    expect(reportTables['fills.csv'](report()).split('\r\n')).toEqual([
      'number,time,market,side,price,quantity,fee,fee_asset,role,profit',
      '1,1970-01-01T00:00:00.000Z,replay-some-spot/BTCUSDT/spot,BUY,100.50,0.10,0.0001,BTC,maker,',
      '2,1970-01-01T01:00:00.000Z,replay-some-spot/BTCUSDT/spot,SELL,100.50,0.10,0.02,USDT,taker,4.2',
      '',
    ]);
    expect(reportTables['trips.csv'](report()).split('\r\n')[1]).toBe(
      '2,1970-01-01T01:00:00.000Z,replay-some-spot/BTCUSDT/spot,SELL,0.0999,100.6,101,4.2',
    );
    expect(reportTables['equity.csv'](report()).split('\r\n').at(-2)).toBe(`1970-01-01T02:00:00.000Z,945,${1 - 945 / 1_050}`);
  });

  it('name beside the net value the rates that it assumes, as the page does', () => {
    const guessed = report({ assumed: [{ asset: 'USD', money: 'USDT' }] });
    const [head, first] = reportTables['equity.csv'](guessed).split('\r\n');
    expect(head).toBe('time,net_value,drawdown,assumed_rates');
    expect(first).toBe('1970-01-01T00:00:00.000Z,1000,0,1 USD = 1 USDT');
    expect(reportHtml(guessed, t, style)).toContain(`<p>${t('assumed', { asset: 'USD', money: 'USDT' })}</p>`);
  });

  it('quote what would end a cell, and let no text be a formula', () => {
    const [, line] = reportTables['fills.csv'](report({ trades: [trade(0, { instrument: '=HYPERLINK("x"),y', fee: '-0.5' })] })).split(
      '\r\n',
    );
    expect(line).toContain(`"'=HYPERLINK(""x""),y"`);
    expect(line).toContain(',-0.5,');
  });
});
