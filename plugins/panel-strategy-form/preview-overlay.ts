import { autorun } from 'mobx';
import { type ChartPriceLine, type ChartTone, defineChartOverlay } from '../../core/contract/chart.ts';
import type { PreviewChartLine } from '../../core/contract/strategies.ts';
import type { requires, Services } from './requires.ts';

const tones: Readonly<Record<'BUY' | 'SELL', ChartTone>> = { BUY: 'up', SELL: 'down' };

/** What the strategy in the form would place, as dashed lines: nothing of it is an order yet. */
export const previewOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-strategy-form.preview',
  shownAtFirst: true,
  attach: (surface, services) => autorun(() => surface.setPriceLines(linesOf(surface.instrumentId, services))),
});

export function linesOf(instrumentId: string, { strategies, texts }: Pick<Services, 'strategies' | 'texts'>): readonly ChartPriceLine[] {
  const { preview } = strategies;
  if (preview === null) return [];
  const label = ({ side, qty, key }: PreviewChartLine): string =>
    key !== null ? texts.t(preview.plugin, key) : texts.t('panel-strategy-form', `preview.${side ?? 'BUY'}`, { qty: qty ?? '' });
  const short = ({ side, qty }: PreviewChartLine): string =>
    texts.t('panel-strategy-form', `preview.short.${side ?? 'BUY'}`, { qty: qty ?? '' });
  return preview.lines
    .filter(({ instrument }) => instrument === instrumentId)
    .map((line, at) => ({
      id: `preview ${at}`,
      price: Number(line.price),
      label: label(line),
      ...(line.key === null ? { short: short(line) } : {}),
      tone: line.side === null ? 'muted' : tones[line.side],
      dashed: true,
    }));
}
