import type { Database } from './opening/dialect.ts';
import { PluginSql } from './plugin-sql.ts';
import { SqlAccountGrants } from './repositories/sql-account-grants.ts';
import { SqlApiAccounts } from './repositories/sql-api-accounts.ts';
import { SqlApiKeys } from './repositories/sql-api-keys.ts';
import { SqlAudit } from './repositories/sql-audit.ts';
import { SqlBacktests } from './repositories/sql-backtests.ts';
import { SqlBalances } from './repositories/sql-balances.ts';
import { SqlCandles } from './repositories/sql-candles.ts';
import { SqlDocuments } from './repositories/sql-documents.ts';
import { SqlFills } from './repositories/sql-fills.ts';
import { SqlInstances } from './repositories/sql-instances.ts';
import { SqlJobRuns } from './repositories/sql-job-runs.ts';
import { SqlJournals } from './repositories/sql-journals.ts';
import { SqlKnownNetworks } from './repositories/sql-known-networks.ts';
import { SqlLayouts } from './repositories/sql-layouts.ts';
import { SqlLeases } from './repositories/sql-leases.ts';
import { SqlLedger } from './repositories/sql-ledger.ts';
import { SqlLoginLog } from './repositories/sql-login-log.ts';
import { SqlMessages } from './repositories/sql-messages.ts';
import { SqlOptOuts } from './repositories/sql-opt-outs.ts';
import { SqlOrders } from './repositories/sql-orders.ts';
import { SqlPackages } from './repositories/sql-packages.ts';
import { SqlPluginSets } from './repositories/sql-plugin-sets.ts';
import { SqlPositions } from './repositories/sql-positions.ts';
import { SqlProjections } from './repositories/sql-projections.ts';
import { SqlRefusals } from './repositories/sql-refusals.ts';
import { SqlSecrets } from './repositories/sql-secrets.ts';
import { SqlSessions } from './repositories/sql-sessions.ts';
import { SqlSettings } from './repositories/sql-settings.ts';
import { SqlSharedLayouts } from './repositories/sql-shared-layouts.ts';
import { SqlStorage } from './repositories/sql-storage.ts';
import { SqlTradeFlows } from './repositories/sql-trade-flows.ts';
import { SqlUserConfig } from './repositories/sql-user-config.ts';
import { SqlUsers } from './repositories/sql-users.ts';
import type { Repositories } from './store.ts';

/** All repositories over one handle: the database itself, or an open transaction. */
export const createRepositories = (database: Database): Repositories => ({
  users: new SqlUsers(database),
  sessions: new SqlSessions(database),
  apiKeys: new SqlApiKeys(database),
  loginLog: new SqlLoginLog(database),
  knownNetworks: new SqlKnownNetworks(database),
  userConfig: new SqlUserConfig(database),
  apiAccounts: new SqlApiAccounts(database),
  pluginSets: new SqlPluginSets(database),
  packages: new SqlPackages(database),
  optOuts: new SqlOptOuts(database),
  audit: new SqlAudit(database),
  layouts: new SqlLayouts(database),
  sharedLayouts: new SqlSharedLayouts(database),
  documents: new SqlDocuments(database),
  settings: new SqlSettings(database),
  messages: new SqlMessages(database),
  accountGrants: new SqlAccountGrants(database),
  orders: new SqlOrders(database),
  refusals: new SqlRefusals(database),
  fills: new SqlFills(database),
  ledger: new SqlLedger(database),
  balances: new SqlBalances(database),
  positions: new SqlPositions(database),
  projections: new SqlProjections(database),
  candles: new SqlCandles(database),
  instances: new SqlInstances(database),
  leases: new SqlLeases(database),
  jobRuns: new SqlJobRuns(database),
  secrets: new SqlSecrets(database),
  journals: new SqlJournals(database),
  backtests: new SqlBacktests(database),
  storage: new SqlStorage(database),
  tradeFlows: new SqlTradeFlows(database),
  sql: new PluginSql(database),
});
