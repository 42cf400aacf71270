import { autorun } from 'mobx';
import { defineChartOverlay } from '../../core/contract/chart.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';
import { fillMarks } from './fill-marks.ts';
import { orderActions } from './order-actions.ts';
import { OrderCosts } from './order-costs.ts';
import { OrderHand } from './order-hand.ts';
import { orderLines } from './order-lines.ts';
import type { requires } from './requires.ts';

const ordersPanel = 'panel-orders/open-orders';

/** The user's orders as lines that can be dragged and taken away, fills as marks, and orders in the chart's menu. */
export const ordersOverlay = defineChartOverlay<typeof requires>({
  titleKey: 'overlay-orders.title',
  shownAtFirst: true,
  Controls: lazyPart(async () => (await import('./click-trading.tsx')).ClickTrading),
  attach: (surface, services) => {
    const { accounts, markets, texts, workspace } = services;
    const { instrumentId, interval } = surface;
    const hand = new OrderHand(services);
    const costs = new OrderCosts(services.api);
    const t = (key: string, params?: Readonly<Record<string, string | number>>): string => texts.t('overlay-orders', key, params);
    const isHere = (one: { readonly instrumentId: string }): boolean => one.instrumentId === instrumentId;
    const openList = (): void => workspace.openPanel(ordersPanel);
    const stops = [
      // The menu's sides go by the last price; a window of charts alone has nobody else who asks for it.
      markets.watchTickers(),
      autorun(() => {
        const quote = markets.instrument(instrumentId)?.quote ?? '';
        surface.setPriceLines(orderLines(accounts.openOrders.filter(isHere), quote, hand, t, costs, openList));
      }),
      autorun(() => {
        const decimals = decimalsOf(markets.instrument(instrumentId)?.tick ?? '0.01');
        costs.renew();
        surface.setMarks(fillMarks(accounts.fills.filter(isHere), interval, decimals, t));
      }),
    ];
    return () => {
      for (const stop of stops) void stop();
    };
  },
  actionsAt: orderActions,
});
