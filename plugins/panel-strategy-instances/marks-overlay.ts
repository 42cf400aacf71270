import { autorun, reaction } from 'mobx';
import { defineChartOverlay } from '../../core/contract/chart.ts';
import { fillsByBar } from '../../core/domain/fills-by-bar.ts';
import type { InstanceMarkView } from '../../schemas/wire/strategy.ts';
import { EventPages } from './event-pages.ts';
import type { requires } from './requires.ts';

/** Fills that are put on a chart. */
const mostMarks = 500;

/** Fills of the chosen instance on the charts of its markets, as they happen. */
export const marksOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-strategy-instances.marks.title',
  shownAtFirst: true,
  attach: (surface, { api, strategies, texts }) => {
    const { instrumentId, interval } = surface;
    let stopChosen: () => void = () => undefined;
    const show = (marks: readonly InstanceMarkView[]): void => {
      const here = marks.filter(({ instrument }) => instrument === instrumentId);
      surface.setMarks(
        fillsByBar(here, interval, 0).map(({ timeMs, side, qty }) => ({
          timeMs,
          side: side === 'BUY' ? 'below' : 'above',
          tone: side === 'BUY' ? 'up' : 'down',
          strong: true,
          text: texts.t('panel-strategy-instances', `marks.${side}`, { qty }),
        })),
      );
    };
    const stop = reaction(
      () => strategies.chosen,
      (chosen) => {
        stopChosen();
        stopChosen = () => undefined;
        if (chosen === null) return surface.setMarks([]);
        const pages = new EventPages<InstanceMarkView>(
          (page) => api.call('instanceMarks', { query: { instance_id: chosen, ...page } }),
          mostMarks,
        );
        const stops = [
          autorun(() => show(pages.items)),
          reaction(
            () => strategies.running.find(({ instance_id }) => instance_id === chosen)?.fills,
            () => void pages.renew(),
            { fireImmediately: true },
          ),
        ];
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
