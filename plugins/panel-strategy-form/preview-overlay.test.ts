import { expect, it } from 'vitest';
import type { StrategyPreview } from '../../core/contract/strategies.ts';
import { linesOf } from './preview-overlay.ts';
import type { Services } from './requires.ts';

const texts = { t: (namespace: string, key: string, params: object = {}) => `${namespace} ${key} ${Object.values(params).join()}`.trim() };
const linesWith = (preview: StrategyPreview | null) => linesOf('a/B/spot', { strategies: { preview }, texts } as unknown as Services);

it('draws the lines of its own market, orders in the colour of their side, other prices quietly', () => {
  const lines = linesWith({
    plugin: 'strategy-x',
    lines: [
      { instrument: 'a/B/spot', price: '90', side: 'BUY', qty: '0.1', key: null },
      { instrument: 'a/B/spot', price: '95', side: null, qty: null, key: 'preview.fair' },
      { instrument: 'other/B/spot', price: '1', side: 'SELL', qty: '1', key: null },
    ],
  });
  expect(lines).toMatchObject([
    { price: 90, label: 'panel-strategy-form preview.BUY 0.1', tone: 'up', dashed: true },
    { price: 95, label: 'strategy-x preview.fair', tone: 'muted' },
  ]);
  expect(linesWith(null)).toEqual([]);
});
