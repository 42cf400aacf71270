import { autorun, reaction } from 'mobx';
import { defineChartOverlay } from '../../../core/contract/chart.ts';
import type { InstanceMark } from '../../../core/contract/strategies.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';
import { fillsByBar } from '../../../core/domain/orders/fills-by-bar.ts';
import { EventPages } from '../details/event-pages.ts';
import type { requires } from '../requires.ts';
import { chartedInstance } from './charted-instance.ts';

/** Fills that are put on a chart. */
const mostMarks = 500;

/** Fills of the instance that charts show on the charts of its markets, at their prices, as they happen. */
export const marksOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-strategy-instances.marks.title',
  shownAtFirst: true,
  attach: (surface, { api, markets, strategies, texts }) => {
    const { instrumentId, interval } = surface;
    let stopChosen: () => void = () => undefined;
    const show = (marks: readonly InstanceMark[]): void => {
      const here = marks.filter(({ instrument }) => instrument === instrumentId);
      const decimals = decimalsOf(markets.instrument(instrumentId)?.tick ?? '0.01');
      surface.setMarks(
        fillsByBar(here, interval, decimals).map(({ timeMs, side, qty, price, fills }) => ({
          timeMs,
          side: side === 'BUY' ? 'below' : 'above',
          tone: side === 'BUY' ? 'up' : 'down',
          strong: true,
          text: texts.t('panel-strategy-instances', `marks.${side}`, { qty: formatDecimal(qty), price: formatDecimal(price, decimals) }),
          price: Number(price),
          tip: true,
          fills,
        })),
      );
    };
    const stop = reaction(
      () => chartedInstance(strategies),
      (chosen) => {
        stopChosen();
        stopChosen = () => undefined;
        if (chosen === null) return surface.setMarks([]);
        const pages = new EventPages<InstanceMark>(
          (page) => api.call('instanceMarks', { query: { instanceId: chosen, ...page } }),
          mostMarks,
        );
        const stops = [
          autorun(() => show(pages.items)),
          reaction(
            () => strategies.running.find(({ instanceId }) => instanceId === chosen)?.fills,
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
