import { autorun, reaction } from 'mobx';
import { type ChartLine, type ChartMark, defineChartOverlay } from '../../../core/contract/chart.ts';
import type { Texts } from '../../../core/contract/client-services.ts';
import type { Plot, PlotMark } from '../../../core/contract/strategies.ts';
import { intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import type { requires } from '../requires.ts';
import { chartedInstance } from './charted-instance.ts';
import { PlotStore } from './plot-store.ts';

/** Between two looks at what a running instance has plotted. */
const pauseMs = 1_000;

/** Lines and marks that the instance which charts show has plotted, on the charts of its markets. */
export const plotsOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-strategy-instances.plots.title',
  shownAtFirst: true,
  attach: (surface, { api, strategies, texts }) => {
    const { instrumentId, interval } = surface;
    let stopChosen: () => void = () => undefined;
    const show = (views: readonly Plot[]): void => {
      const view = views.find(({ instrument }) => instrument === instrumentId);
      surface.setLines(view === undefined ? [] : linesOf(view, texts));
      surface.setMarks((view?.marks ?? []).map((mark) => markOf(mark, intervalOpenMs(interval, mark.timeMs), view?.plugin ?? '', texts)));
    };
    const stop = reaction(
      () => chartedInstance(strategies),
      (chosen) => {
        stopChosen();
        stopChosen = () => undefined;
        if (chosen === null) return show([]);
        const store = new PlotStore(async (since) => {
          const plots = await api.call('instancePlots', { query: { instanceId: chosen, ...(since === null ? {} : { since }) } });
          // A strategy has no part in the page that would have brought its texts.
          if (plots.ok) await texts.load(plots.value.map(({ plugin }) => plugin));
          return plots;
        });
        const stops = [
          autorun(() => show(store.views)),
          reaction(
            () => strategies.running.find(({ instanceId }) => instanceId === chosen)?.step,
            () => void store.renew(),
            { delay: pauseMs },
          ),
        ];
        void store.renew();
        stopChosen = () => {
          for (const end of stops) end();
        };
      },
      { fireImmediately: true },
    );
    return () => {
      stop();
      stopChosen();
    };
  },
});

const linesOf = ({ plugin, lines }: Plot, texts: Texts): readonly ChartLine[] =>
  lines.map(({ series, points }) => ({
    id: series,
    label: texts.t(plugin, `plot.${series}`, { defaultValue: series }),
    points: points.map(([timeMs, price]) => ({ timeMs, price })),
  }));

const markOf = ({ key, params, side, price }: PlotMark, timeMs: number, plugin: string, texts: Texts): ChartMark => ({
  timeMs,
  side: side === 'BUY' ? 'below' : 'above',
  tone: side === null ? 'accent' : side === 'BUY' ? 'up' : 'down',
  text: texts.t(plugin, key, params),
  ...(price === null ? {} : { price }),
});
