import { people } from './0001-people.ts';
import { workspace } from './0002-workspace.ts';
import { trading } from './0003-trading.ts';
import { candles } from './0004-candles.ts';
import { transfers } from './0005-transfers.ts';
import { userDocuments } from './0006-user-documents.ts';
import { orderLife } from './0007-order-life.ts';
import { namedLayouts } from './0008-named-layouts.ts';
import { priceAlerts } from './0009-price-alerts.ts';
import { orderRefusals } from './0010-order-refusals.ts';
import { tradeFlow } from './0011-trade-flow.ts';
import { strategyInstances } from './0012-strategy-instances.ts';
import { rehearsals } from './0013-rehearsals.ts';
import { backtests } from './0014-backtests.ts';
import { pluginPackages } from './0015-plugin-packages.ts';
import { symbolSubscriptions } from './0016-symbol-subscriptions.ts';
import { lighterSteps } from './0017-lighter-steps.ts';
import { documentBytes } from './0018-document-bytes.ts';
import { nothingPretended } from './0019-nothing-pretended.ts';
import { preventedLots } from './0020-prevented-lots.ts';
import { apiKeys } from './0021-api-keys.ts';
import { strategyPlots } from './0022-strategy-plots.ts';
import { joinedRefusals } from './0023-joined-refusals.ts';
import { userQuota } from './0024-user-quota.ts';
import { knownNetworks } from './0025-known-networks.ts';
import { packageGrants } from './0026-package-grants.ts';
import { leasesAndJournals } from './0027-leases-and-journals.ts';
import { accountKeys } from './0028-account-keys.ts';
import { accountGrants } from './0029-account-grants.ts';
import { alertPrices } from './0030-alert-prices.ts';
import { watchedPrices } from './0031-watched-prices.ts';
import { pluginTables } from './0032-plugin-tables.ts';
import { jobRuns } from './0033-job-runs.ts';
import { pluginSecrets } from './0034-plugin-secrets.ts';
import { countedRows } from './0035-counted-rows.ts';
import { tradedHours } from './0036-traded-hours.ts';
import { auditChain } from './0037-audit-chain.ts';
import { keptPeople } from './0038-kept-people.ts';
import { platformSettings } from './0039-platform-settings.ts';
import { auditDeeds } from './0040-audit-deeds.ts';
import { deliveries } from './0041-deliveries.ts';
import { addressCodes } from './0042-address-codes.ts';
import { usedSessions } from './0043-used-sessions.ts';
import { signInSteps } from './0044-sign-in-steps.ts';
import { money } from './0045-money.ts';
import { accountTerms } from './0046-account-terms.ts';
import { riskSwitches } from './0047-risk-switches.ts';
import { pushDevices } from './0048-push-devices.ts';
import { pluginSetVersions } from './0049-plugin-set-versions.ts';
import { sealingKeys } from './0050-sealing-keys.ts';
import { keysWithVenues } from './0051-keys-with-venues.ts';
import { instanceGrants } from './0052-instance-grants.ts';
import { pushDeviceSessions } from './0053-push-device-sessions.ts';
import { productVersions } from './0054-product-versions.ts';
import { wordedMessages } from './0055-worded-messages.ts';
import { admissions } from './0056-admissions.ts';
import { accountAddresses } from './0057-account-addresses.ts';
import { broughtPeople } from './0058-brought-people.ts';
import { transferOwners } from './0059-transfer-owners.ts';
import { auditOnlyGrows } from './0060-audit-only-grows.ts';
import { orderSenders } from './0061-order-senders.ts';
import { lastingSenders } from './0062-lasting-senders.ts';
import type { Migration } from './migration.ts';

/** In order; a new step goes to the end. */
export const allMigrations: readonly Migration[] = [
  people,
  workspace,
  trading,
  candles,
  transfers,
  userDocuments,
  orderLife,
  namedLayouts,
  priceAlerts,
  orderRefusals,
  tradeFlow,
  strategyInstances,
  rehearsals,
  backtests,
  pluginPackages,
  symbolSubscriptions,
  lighterSteps,
  documentBytes,
  nothingPretended,
  preventedLots,
  apiKeys,
  strategyPlots,
  joinedRefusals,
  userQuota,
  knownNetworks,
  packageGrants,
  leasesAndJournals,
  accountKeys,
  accountGrants,
  alertPrices,
  watchedPrices,
  pluginTables,
  jobRuns,
  pluginSecrets,
  countedRows,
  tradedHours,
  auditChain,
  keptPeople,
  platformSettings,
  auditDeeds,
  deliveries,
  addressCodes,
  usedSessions,
  signInSteps,
  money,
  accountTerms,
  riskSwitches,
  pushDevices,
  pluginSetVersions,
  sealingKeys,
  keysWithVenues,
  instanceGrants,
  pushDeviceSessions,
  productVersions,
  wordedMessages,
  admissions,
  accountAddresses,
  broughtPeople,
  transferOwners,
  auditOnlyGrows,
  orderSenders,
  lastingSenders,
];
