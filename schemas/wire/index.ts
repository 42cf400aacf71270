import { alertRoutes } from './alert.ts';
import { announcementRoutes } from './announcement.ts';
import { apiKeyRoutes } from './api-key.ts';
import { auditRoutes } from './audit.ts';
import { backtestRoutes } from './backtest.ts';
import { backtestStepsRoutes } from './backtest-steps.ts';
import { balanceRoutes } from './balance.ts';
import { copyingRoutes } from './copying.ts';
import { documentRoutes } from './document.ts';
import { exchangeAccountRoutes } from './exchange-account.ts';
import { exchangeFeeRoutes } from './exchange-fees.ts';
import { inboxRoutes } from './inbox.ts';
import { indexRoutes } from './index-price.ts';
import { invitationRoutes, invitedRoutes } from './invitation.ts';
import { inviteRoutes } from './invite.ts';
import { layoutRoutes } from './layout.ts';
import { marketRoutes } from './market.ts';
import { marketTermsRoutes } from './market-terms.ts';
import { moneyRoutes } from './money.ts';
import { noticeRoutes } from './notice.ts';
import { observerRoutes } from './observer.ts';
import { operationRoutes } from './operations.ts';
import { orderRoutes } from './order.ts';
import { orderEventRoutes } from './order-events.ts';
import { outboxRoutes } from './outbox.ts';
import { ownDataRoutes } from './own-data.ts';
import { packageRoutes } from './package.ts';
import { peopleRoutes } from './people.ts';
import { platformRoutes } from './platform.ts';
import { platformDeliveryRoutes } from './platform-deliveries.ts';
import { pluginSetRoutes } from './plugin-set.ts';
import { positionRoutes } from './position.ts';
import { registerRoutes } from './register.ts';
import { riskInstanceRoutes, riskRoutes } from './risk.ts';
import { securityRoutes } from './security.ts';
import { setUpRoutes } from './set-up.ts';
import { spreadRoutes } from './spread.ts';
import { storageRoutes } from './storage.ts';
import { strategyRoutes } from './strategy.ts';
import { strategyPreviewRoutes } from './strategy-preview.ts';
import { strategyStateRoutes } from './strategy-state.ts';
import { symbolSubscriptionRoutes } from './symbol-subscription.ts';
import { templateRoutes } from './template.ts';
import { transferRoutes } from './transfer.ts';
import { userRoutes } from './user.ts';
import { workspaceRoutes } from './workspace.ts';

/** The calls that the gateway itself answers. */
export const houseRoutes = {
  ...userRoutes,
  ...setUpRoutes,
  ...apiKeyRoutes,
  ...storageRoutes,
  ...marketRoutes,
  ...indexRoutes,
  ...exchangeFeeRoutes,
  ...marketTermsRoutes,
  ...orderRoutes,
  ...balanceRoutes,
  ...orderEventRoutes,
  ...positionRoutes,
  ...transferRoutes,
  ...workspaceRoutes,
  ...pluginSetRoutes,
  ...documentRoutes,
  ...templateRoutes,
  ...layoutRoutes,
  ...strategyRoutes,
  ...observerRoutes,
  ...riskInstanceRoutes,
  ...packageRoutes,
  ...strategyPreviewRoutes,
  ...strategyStateRoutes,
} as const;
export type HouseRoutes = typeof houseRoutes;
export type HouseRouteName = keyof HouseRoutes;

/** Calls that plugins of the product answer, each while it runs: known here because more than the plugin's own pages make them. */
export const pluginRoutes = {
  ...alertRoutes,
  ...announcementRoutes,
  ...auditRoutes,
  ...backtestRoutes,
  ...backtestStepsRoutes,
  ...inboxRoutes,
  ...inviteRoutes,
  ...noticeRoutes,
  ...operationRoutes,
  ...outboxRoutes,
  ...ownDataRoutes,
  ...copyingRoutes,
  ...moneyRoutes,
  ...peopleRoutes,
  ...invitationRoutes,
  ...invitedRoutes,
  ...exchangeAccountRoutes,
  ...platformRoutes,
  ...platformDeliveryRoutes,
  ...registerRoutes,
  ...riskRoutes,
  ...securityRoutes,
  ...spreadRoutes,
  ...symbolSubscriptionRoutes,
} as const;

/** Every HTTP call of the product, under the base path. */
export const routes = { ...houseRoutes, ...pluginRoutes } as const;
export type ProductRoutes = typeof routes;
export type RouteName = keyof ProductRoutes;

export const httpBase = '/sapi';
export const socketBase = '/wssapi';
