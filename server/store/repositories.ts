import { SqlAdmissions } from './admissions/sql-admissions.ts';
import { SqlCandles } from './candles/sql-candles.ts';
import { SqlTradeFlows } from './candles/sql-trade-flows.ts';
import { SqlJobRuns } from './leases/sql-job-runs.ts';
import { SqlJournals } from './leases/sql-journals.ts';
import { SqlLeases } from './leases/sql-leases.ts';
import { SqlApprovals } from './money/sql-approvals.ts';
import { SqlMoney } from './money/sql-money.ts';
import type { Database } from './opening/dialect.ts';
import { SqlBalances } from './orders/sql-balances.ts';
import { SqlFills } from './orders/sql-fills.ts';
import { SqlLedger } from './orders/sql-ledger.ts';
import { SqlOrders } from './orders/sql-orders.ts';
import { SqlPositions } from './orders/sql-positions.ts';
import { SqlProjections } from './orders/sql-projections.ts';
import { SqlRefusals } from './orders/sql-refusals.ts';
import { SqlTraded } from './orders/sql-traded.ts';
import { MessageNews } from './people/message-news.ts';
import { SqlAccountGrants } from './people/sql-account-grants.ts';
import { SqlApiAccounts } from './people/sql-api-accounts.ts';
import { SqlApiKeys } from './people/sql-api-keys.ts';
import { SqlAudit } from './people/sql-audit.ts';
import { SqlCodes } from './people/sql-codes.ts';
import { SqlDeliveries } from './people/sql-deliveries.ts';
import { SqlInstanceGrants } from './people/sql-instance-grants.ts';
import { SqlKnownNetworks } from './people/sql-known-networks.ts';
import { SqlLoginLog } from './people/sql-login-log.ts';
import { SqlMessages } from './people/sql-messages.ts';
import { SqlPushDevices } from './people/sql-push-devices.ts';
import { SqlSessions } from './people/sql-sessions.ts';
import { SqlPendingSignIns, SqlSignInSteps } from './people/sql-sign-in-steps.ts';
import { SqlUserTraces } from './people/sql-user-traces.ts';
import { SqlUsers } from './people/sql-users.ts';
import { PluginSql } from './plugins/plugin-sql.ts';
import { SqlOptOuts } from './plugins/sql-opt-outs.ts';
import { SqlPackages } from './plugins/sql-packages.ts';
import { SqlPluginSets } from './plugins/sql-plugin-sets.ts';
import { SqlSealingKeys } from './plugins/sql-sealing-keys.ts';
import { SqlSecrets } from './plugins/sql-secrets.ts';
import { SqlStorage } from './quota/sql-storage.ts';
import { SqlSwitches } from './risk/sql-switches.ts';
import type { Repositories } from './store.ts';
import { SqlInstances } from './strategies/sql-instances.ts';
import { SqlDocuments } from './workspace/sql-documents.ts';
import { SqlLayouts } from './workspace/sql-layouts.ts';
import { SqlPlatform } from './workspace/sql-platform.ts';
import { SqlSettings } from './workspace/sql-settings.ts';
import { SqlSharedLayouts } from './workspace/sql-shared-layouts.ts';
import { SqlUserConfig } from './workspace/sql-user-config.ts';

/** All repositories over one handle: the database itself, or an open transaction. */
export const createRepositories = (database: Database, news = new MessageNews()): Repositories => ({
  users: new SqlUsers(database),
  sessions: new SqlSessions(database),
  signInSteps: new SqlSignInSteps(database),
  pendingSignIns: new SqlPendingSignIns(database),
  apiKeys: new SqlApiKeys(database),
  loginLog: new SqlLoginLog(database),
  knownNetworks: new SqlKnownNetworks(database),
  userConfig: new SqlUserConfig(database),
  apiAccounts: new SqlApiAccounts(database),
  pluginSets: new SqlPluginSets(database),
  packages: new SqlPackages(database),
  optOuts: new SqlOptOuts(database),
  audit: new SqlAudit(database),
  traces: new SqlUserTraces(database),
  layouts: new SqlLayouts(database),
  sharedLayouts: new SqlSharedLayouts(database),
  documents: new SqlDocuments(database),
  settings: new SqlSettings(database),
  platform: new SqlPlatform(database),
  messages: new SqlMessages(database, news),
  codes: new SqlCodes(database),
  admissions: new SqlAdmissions(database),
  deliveries: new SqlDeliveries(database),
  pushDevices: new SqlPushDevices(database),
  accountGrants: new SqlAccountGrants(database),
  instanceGrants: new SqlInstanceGrants(database),
  orders: new SqlOrders(database),
  refusals: new SqlRefusals(database),
  fills: new SqlFills(database),
  ledger: new SqlLedger(database),
  balances: new SqlBalances(database),
  positions: new SqlPositions(database),
  traded: new SqlTraded(database),
  projections: new SqlProjections(database),
  candles: new SqlCandles(database),
  instances: new SqlInstances(database),
  leases: new SqlLeases(database),
  jobRuns: new SqlJobRuns(database),
  secrets: new SqlSecrets(database),
  sealingKeys: new SqlSealingKeys(database),
  journals: new SqlJournals(database),
  storage: new SqlStorage(database),
  approvals: new SqlApprovals(database),
  money: new SqlMoney(database),
  switches: new SqlSwitches(database),
  tradeFlows: new SqlTradeFlows(database),
  sql: new PluginSql(database),
});
