import { column, type PresetNode, row, stack, wide } from './layout-preset.ts';

const markets = 'panel-markets/markets';
const chart = 'panel-chart/chart';
const depth = 'panel-depth/depth';
const depthChart = 'panel-depth-chart/depth-chart';
const trades = 'panel-trades/trades';
const flow = 'panel-order-flow/order-flow';
const ticket = 'panel-order-ticket/order-ticket';
const openOrders = 'panel-orders/open-orders';
const orderHistory = 'panel-orders/order-history';
const fills = 'panel-orders/fills';
const positions = 'panel-positions/positions';
const closes = 'panel-positions/closes';
const balances = 'panel-balances/balances';
const transfer = 'panel-transfer/transfer';
const alerts = 'panel-alerts/alerts';
const spreads = 'panel-spread-list/spread-list';
const form = 'panel-strategy-form/strategy-form';
const running = 'panel-strategy-instances/running';
const ended = 'panel-strategy-instances/history';
const details = 'panel-strategy-instances/details';

const side = (width: number, ...parts: PresetNode[]): PresetNode => wide(width, column(100, ...parts));

/** Workspaces to begin with, by kind of work; `workspace.ready.<id>` names one in each language. Whose role lacks a panel gets the rest. */
export const readyLayouts = {
  scalper: row(
    100,
    wide(252, stack(100, depth)),
    column(100, stack(66, chart), stack(34, openOrders, fills, positions, balances)),
    side(236, stack(50, trades), stack(50, flow, depthChart)),
    wide(262, stack(100, ticket)),
  ),
  swing: row(
    100,
    side(264, stack(62, markets), stack(38, alerts)),
    column(100, stack(72, chart), stack(28, positions, openOrders, orderHistory, closes, balances)),
    wide(290, stack(100, ticket, depth)),
  ),
  arbitrage: row(
    100,
    column(
      100,
      stack(30, spreads),
      stack(38, chart, depthChart),
      stack(32, running, ended, details, openOrders, fills, balances, transfer),
    ),
    wide(340, stack(100, form, ticket)),
  ),
  maker: row(
    100,
    side(270, stack(60, depth, depthChart), stack(40, trades, flow)),
    column(100, stack(52, chart), stack(48, running, ended, details, openOrders, fills, positions, balances)),
    wide(330, stack(100, form, ticket)),
  ),
} as const satisfies Readonly<Record<string, PresetNode>>;

export type ReadyLayout = keyof typeof readyLayouts;
export const readyNames = Object.keys(readyLayouts) as readonly ReadyLayout[];
