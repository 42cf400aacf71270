import { autorun } from 'mobx';
import { type ChartPriceLine, defineChartOverlay } from '../../core/contract/chart.ts';
import type { PreviewChartLine } from '../../core/contract/strategies.ts';
import { CountedSet } from '../../core/ui/counted-set.ts';
import type { requires, Services } from './requires.ts';

/** Markets of charts in sight: a chart behind another tab has no overlays. */
const charted = new CountedSet();

/** What the strategy in the form would place: nothing of it is an order yet, and nothing of it looks like one. */
export const previewOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-strategy-form.preview',
  shownAtFirst: true,
  attach: (surface, services) => {
    const stops = [charted.hold(surface.instrumentId), autorun(() => surface.setPriceLines(linesOf(surface.instrumentId, services)))];
    return () => {
      for (const stop of stops) void stop();
    };
  },
});

/** All of them are on charts in sight. Observable. */
export const isDrawn = (lines: readonly PreviewChartLine[]): boolean => lines.every(({ instrument }) => charted.has(instrument));

function linesOf(instrumentId: string, { strategies, texts }: Pick<Services, 'strategies' | 'texts'>): readonly ChartPriceLine[] {
  const { preview } = strategies;
  if (preview === null) return [];
  const t = (key: string, params?: Readonly<Record<string, string | number>>): string => texts.t('panel-strategy-form', key, params);
  return preview.lines
    .filter(({ instrument }) => instrument === instrumentId)
    .map(({ price, side, qty, key }, at) => ({
      id: `preview ${at}`,
      price: Number(price),
      label: t('preview.line', { what: key !== null ? texts.t(preview.plugin, key) : t(`preview.${side ?? 'BUY'}`, { qty: qty ?? '' }) }),
      ...(key === null ? { short: t(`preview.short.${side ?? 'BUY'}`) } : {}),
      several: (ids) => t('preview.several', { count: ids.length }),
      tone: 'muted',
      dashed: true,
    }));
}
