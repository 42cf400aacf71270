import { autorun, observable, reaction, runInAction } from 'mobx';
import { type ChartPriceLine, defineChartOverlay } from '../../../core/contract/chart.ts';
import type { Instance, InstanceInfo, Strategies } from '../../../core/contract/strategies.ts';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';
import { detailsPanel } from '../panel-links.ts';
import type { requires, Services } from '../requires.ts';

/** Between two looks at what a running instance has in the market. */
const pauseMs = 1_000;
/** Their orders are no account's, so no list of orders has them. */
const simulated: readonly Instance['environment'][] = ['test', 'shadow'];

/** The chosen instance while it runs and its orders are simulated, with what tells of each of its steps. */
function simulatedInstance({ chosen, running }: Pick<Strategies, 'chosen' | 'running'>): string | null {
  return running.find(({ instanceId, environment }) => instanceId === chosen && simulated.includes(environment))?.instanceId ?? null;
}

/** Simulated orders of the chosen instance as lines on the charts of its markets; real ones are there as their account's. */
export const ordersOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'panel-strategy-instances.simulated.title',
  shownAtFirst: true,
  attach: (surface, services) => {
    const { api, strategies } = services;
    const orders = observable.box<InstanceInfo['orders']>([], { deep: false });
    const stopLines = autorun(() => surface.setPriceLines(linesOf(orders.get(), services)));
    let stopChosen: () => void = () => undefined;
    const stop = reaction(
      () => simulatedInstance(strategies),
      (instanceId) => {
        stopChosen();
        stopChosen = () => undefined;
        orders.set([]);
        if (instanceId === null) return;
        let asked = 0;
        /** Of the newest question that was answered: a slow answer to an earlier one would bring back what has gone. */
        let answered = 0;
        const read = async (): Promise<void> => {
          asked += 1;
          const own = asked;
          const reply = await api.call('instanceInfo', { query: { instanceId, limit: 1 } });
          if (own < answered || !reply.ok) return;
          answered = own;
          runInAction(() => orders.set(reply.value.orders.filter(({ instrument }) => instrument === surface.instrumentId)));
        };
        void read();
        const stopSteps = reaction(
          () => strategies.running.find((one) => one.instanceId === instanceId)?.step,
          () => void read(),
          { delay: pauseMs },
        );
        stopChosen = () => {
          answered = Number.POSITIVE_INFINITY;
          stopSteps();
        };
      },
      { fireImmediately: true },
    );
    return () => {
      stop();
      stopChosen();
      stopLines();
    };
  },
});

function linesOf(orders: InstanceInfo['orders'], { texts, workspace }: Pick<Services, 'texts' | 'workspace'>): readonly ChartPriceLine[] {
  const t = (key: string, params: Readonly<Record<string, string | number>>): string => texts.t('panel-strategy-instances', key, params);
  return orders.flatMap(({ clientOrderId: id, side, price, openQty }): ChartPriceLine[] => {
    if (price === null) return [];
    const qty = openQty === null ? '' : formatDecimal(openQty);
    const [label, short] = [t(`simulated.${side}`, { qty }), t(`simulated.short.${side}`, { qty })];
    return [
      {
        ...{ id, price: Number(price), label, short, tone: side === 'BUY' ? 'up' : 'down', dashed: true },
        several: (ids) => t('simulated.several', { count: ids.length }),
        onSeveral: () => workspace.openPanel(detailsPanel),
      },
    ];
  });
}
