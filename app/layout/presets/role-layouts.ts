import type { HouseRole, Role } from '../../../core/domain/accounts/role.ts';
import type { WorkspacePlaces } from '../../../schemas/manifest.ts';
import { contributedRoles } from '../../workbench/plugin-sources.ts';
import { tradeLayout } from './default-layout.ts';
import { column, type Preset, phoneWidth, row, stack, twoColumnWidth, wideWidth } from './layout-preset.ts';

const chart = 'panel-chart/chart';
const openOrders = 'panel-orders/open-orders';
const orderHistory = 'panel-orders/order-history';
const fills = 'panel-orders/fills';
const balances = 'panel-balances/balances';
const positions = 'panel-positions/positions';
const closes = 'panel-positions/closes';
const instances = 'panel-strategy-instances/running';
const instanceHistory = 'panel-strategy-instances/history';
const instanceDetails = 'panel-strategy-instances/details';
const limits = 'panel-strategy-instances/limits';
const observed = 'panel-observed/observed';
const alerts = 'panel-alerts/alerts';
const markets = 'panel-markets/markets';
const trades = 'panel-trades/trades';
const depth = 'panel-depth/depth';

const finance: WorkspacePlaces = {
  main: [balances],
  lists: [orderHistory, fills, closes],
  side: [positions],
  sideLists: [alerts],
};

/** Workspaces of the house's roles that do not come to trade. A role without one has the trader's. */
const places: Readonly<Partial<Record<HouseRole, WorkspacePlaces>>> = {
  admin: {
    main: ['page-admin-plugins/plugins'],
    lists: [instances, openOrders, fills, balances],
    side: [markets, chart],
    sideLists: [trades, alerts],
    // The plugins' table and what it changes stand side by side.
    sideShare: 24,
    mainShare: 72,
  },
  asset: {
    main: [positions, closes],
    lists: [balances, observed, fills, instanceHistory],
    side: [chart],
    sideLists: [markets, alerts],
  },
  finance,
  finance_manage: finance,
  observer: {
    main: [chart],
    lists: [observed, balances, positions, fills, alerts],
    side: [depth, 'panel-depth-chart/depth-chart', trades, 'panel-order-flow/order-flow'],
    sideLists: [markets],
  },
  risk: {
    main: [positions, openOrders],
    lists: [observed, instances, instanceHistory, instanceDetails],
    side: [limits],
    sideLists: [balances, alerts],
  },
};

const presetOf =
  ({ main, lists, side, sideLists, sideShare = 34, mainShare = 58 }: WorkspacePlaces): Preset =>
  (width) => {
    if (width < phoneWidth) return stack(100, ...main, ...lists, ...side, ...sideLists);
    const sideSize = width <= twoColumnWidth ? 42 : width >= wideWidth ? Math.min(28, sideShare) : sideShare;
    return row(
      100,
      column(100 - sideSize, stack(mainShare, ...main), stack(100 - mainShare, ...lists)),
      column(sideSize, stack(54, ...side), stack(46, ...sideLists)),
    );
  };

const brought = contributedRoles.flatMap(({ role, workspace }) => (workspace === undefined ? [] : [[role, workspace] as const]));
const presets = new Map([...Object.entries(places), ...brought].map(([role, one]) => [role, presetOf(one)]));

/** The default workspace of a role for a workspace of this width in px. */
export const roleLayout = (role: Role | null): Preset => presets.get(role ?? '') ?? tradeLayout;
