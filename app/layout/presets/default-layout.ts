import { column, type PresetNode, phoneWidth, row, stack, twoColumnWidth, wide, wideWidth } from './layout-preset.ts';

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
  const fitted = (least: number, part: number, most: number): number => Math.round(Math.max(least, Math.min(most, width * part)));
  const ticketWidth = fitted(252, 0.19, 300);
  if (width >= wideWidth) {
    return row(
      100,
      wide(264, stack(0, markets)),
      column(100, stack(64, chart), stack(36, ...orders)),
      wide(290, stack(0, depth, depthChart)),
      wide(250, stack(0, trades, flow)),
      wide(ticketWidth, stack(0, ticketPanel)),
    );
  }
  // The least shows every column beside a scrollbar.
  return row(
    100,
    wide(fitted(262, 0.17, 272), stack(0, markets)),
    column(100, stack(62, chart), stack(38, ...orders)),
    wide(fitted(250, 0.18, 280), column(0, stack(62, depth, depthChart), stack(38, trades, flow))),
    wide(ticketWidth, stack(0, ticketPanel)),
  );
}
