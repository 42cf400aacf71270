import { column, type PresetNode, phoneWidth, row, stack, twoColumnWidth, wideWidth } from './layout-preset.ts';

const markets = 'panel-markets/markets';
const chart = 'panel-chart/chart';
const depth = 'panel-depth/depth';
const depthChart = 'panel-depth-chart/depth-chart';
const trades = 'panel-trades/trades';
const flow = 'panel-order-flow/order-flow';
const ticketPanel = 'panel-order-ticket/order-ticket';
const orders = [
  'panel-orders/open-orders',
  'panel-orders/order-history',
  'panel-orders/fills',
  'panel-balances/balances',
  'panel-positions/positions',
  'panel-positions/closes',
];

/** The default workspace of the trading dashboard, for a workspace of this width in px. */
export function tradeLayout(width: number): PresetNode {
  if (width < phoneWidth) return stack(100, chart, depth, ticketPanel, ...orders, markets, trades, depthChart, flow);
  if (width <= twoColumnWidth) {
    return row(
      100,
      column(64, stack(58, chart), stack(42, ...orders, markets)),
      column(36, stack(52, depth, trades, depthChart, flow), stack(48, ticketPanel)),
    );
  }
  const share = (pixels: number): number => (pixels / width) * 100;
  const fitted = (least: number, part: number, most: number): number => share(Math.max(least, Math.min(most, width * part)));
  const ticketSize = fitted(252, 0.19, 300);
  if (width >= wideWidth) {
    const sides = share(264) + share(290) + share(250) + ticketSize;
    return row(
      100,
      stack(share(264), markets),
      column(100 - sides, stack(64, chart), stack(36, ...orders)),
      stack(share(290), depth, depthChart),
      stack(share(250), trades, flow),
      stack(ticketSize, ticketPanel),
    );
  }
  // The least shows every column beside a scrollbar.
  const marketSize = fitted(262, 0.17, 272);
  const bookSize = fitted(250, 0.18, 280);
  return row(
    100,
    stack(marketSize, markets),
    column(100 - marketSize - bookSize - ticketSize, stack(62, chart), stack(38, ...orders)),
    column(bookSize, stack(62, depth, depthChart), stack(38, trades, flow)),
    stack(ticketSize, ticketPanel),
  );
}
