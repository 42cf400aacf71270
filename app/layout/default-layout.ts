import type { LayoutNode } from './layout-tree.ts';

const markets = 'panel-markets/markets';
const chart = 'panel-chart/chart';
const depth = 'panel-depth/depth';
const trades = 'panel-trades/trades';
const ticket = 'panel-order-ticket/order-ticket';
const orders = ['panel-orders/open-orders', 'panel-orders/order-history', 'panel-orders/fills', 'panel-balances/balances'];

export const phoneWidth = 640;
const twoColumnWidth = 1024;
const wideWidth = 1800;

const stack = (size: number, ...panels: string[]): LayoutNode => ({ kind: 'stack', size, panels });
const column = (size: number, ...content: LayoutNode[]): LayoutNode => ({ kind: 'column', size, content });
const row = (size: number, ...content: LayoutNode[]): LayoutNode => ({ kind: 'row', size, content });

/** LOOK "Default workspaces", Trade, for a workspace of this width in px. */
export function tradeLayout(width: number): LayoutNode {
  if (width < phoneWidth) return stack(100, chart, depth, ticket, ...orders, markets, trades);
  if (width <= twoColumnWidth) {
    return row(100, column(64, stack(58, chart), stack(42, ...orders, markets)), column(36, stack(52, depth, trades), stack(48, ticket)));
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
      stack(share(290), depth),
      stack(share(250), trades),
      stack(ticketSize, ticket),
    );
  }
  const marketSize = fitted(252, 0.17, 272);
  const bookSize = fitted(232, 0.18, 280);
  return row(
    100,
    stack(marketSize, markets),
    column(100 - marketSize - bookSize - ticketSize, stack(62, chart), stack(38, ...orders)),
    column(bookSize, stack(62, depth), stack(38, trades)),
    stack(ticketSize, ticket),
  );
}
