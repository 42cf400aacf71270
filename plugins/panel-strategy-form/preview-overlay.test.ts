import { expect, it } from 'vitest';
import type { ChartPriceLine, ChartSurface } from '../../core/contract/chart.ts';
import type { StrategyPreview } from '../../core/contract/strategies.ts';
import { isDrawn, previewOverlay } from './preview-overlay.ts';
import type { Services } from './requires.ts';

const texts = { t: (_namespace: string, key: string, params: object = {}) => `${key} ${Object.values(params).join()}`.trim() };
const order = { instrument: 'a/B/spot', price: '90', side: 'BUY', qty: '0.1', key: null } as const;
const fair = { instrument: 'a/B/spot', price: '95', side: null, qty: null, key: 'preview.fair' } as const;
const elsewhere = { ...order, instrument: 'other/B/spot', price: '1' };

function chartOf(preview: StrategyPreview | null): { readonly lines: readonly ChartPriceLine[]; readonly close: () => void } {
  const shown: { lines: readonly ChartPriceLine[] } = { lines: [] };
  const surface = { instrumentId: 'a/B/spot', setPriceLines: (lines: readonly ChartPriceLine[]) => (shown.lines = lines) };
  const stop = previewOverlay.attach?.(surface as unknown as ChartSurface, { strategies: { preview }, texts } as unknown as Services);
  return { lines: shown.lines, close: () => void stop?.() };
}

it('draws the lines of its own market so that nobody takes them for orders: quiet, dashed, called a preview, without a quantity', () => {
  const { lines, close } = chartOf({ plugin: 'strategy-x', lines: [order, fair, elsewhere] });
  expect(lines).toMatchObject([
    { price: 90, label: 'preview.line preview.BUY 0.1', short: 'preview.short.BUY', tone: 'muted', dashed: true },
    { price: 95, label: 'preview.line preview.fair', tone: 'muted', dashed: true },
  ]);
  expect(lines[0]?.several?.(['preview 0', 'preview 1'])).toBe('preview.several 2');
  close();
  const empty = chartOf(null);
  expect(empty.lines).toEqual([]);
  empty.close();
});

it('is drawn while charts in sight show all of its markets', () => {
  const { close } = chartOf(null);
  expect([isDrawn([order, fair]), isDrawn([order, elsewhere])]).toEqual([true, false]);
  close();
  expect(isDrawn([order])).toBe(false);
});
