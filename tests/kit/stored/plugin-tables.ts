import type { MigrateOptions, TableMigration, Tables } from '../../../core/contract/server-contributions.ts';
import { FearGreedTable } from '../../../plugins/page-data/server/fear-greed-table.ts';
import { RunTable } from '../../../plugins/panel-backtest/server/run-table.ts';
import { SubscriptionTable } from '../../../plugins/panel-strategy-symbols/subscription-table.ts';
import { AlertTable } from '../../../plugins/service-alerts/alert-table.ts';
import { AnnouncementBoard } from '../../../plugins/service-announcements/announcement-board.ts';
import { CopyTables } from '../../../plugins/service-copying/server/copy-tables.ts';
import { InboxTable } from '../../../plugins/service-inbox/inbox-table.ts';
import { RebateTable } from '../../../plugins/service-invite/rebate-table.ts';
import { migrateMoneyTables } from '../../../plugins/service-money/money-tables.ts';
import { SampleTable } from '../../../plugins/service-operations/server/sample-table.ts';
import { LeavingTable } from '../../../plugins/service-own-data/leaving-table.ts';
import { PersonNotes } from '../../../plugins/service-people/person-notes.ts';
import { LimitTable } from '../../../plugins/service-risk/limit-table.ts';
import { FactorTable } from '../../../plugins/service-security/factor-table.ts';
import { StatsTable } from '../../../plugins/service-stats/stats-table.ts';
import type { Store } from '../../../server/store/store.ts';

type Asked = readonly [steps: readonly TableMigration[], options?: MigrateOptions];

/** How plugins of the repository open their tables, each with one call of `migrate`. */
const openings: Readonly<Record<string, (tables: Tables) => Promise<unknown>>> = {
  'page-data': FearGreedTable.open,
  'panel-backtest': RunTable.open,
  'panel-strategy-symbols': SubscriptionTable.open,
  'service-alerts': AlertTable.open,
  'service-announcements': (tables) => AnnouncementBoard.open(tables, { append: async () => undefined }),
  'service-copying': CopyTables.open,
  'service-inbox': InboxTable.open,
  'service-invite': RebateTable.open,
  'service-money': migrateMoneyTables,
  'service-operations': SampleTable.open,
  'service-own-data': LeavingTable.open,
  'service-people': PersonNotes.open,
  'service-risk': LimitTable.open,
  'service-security': FactorTable.open,
  'service-stats': StatsTable.open,
};

/** What each plugin asks of the database at its start, read without one. */
export async function pluginMigrations(): Promise<Readonly<Record<string, Asked>>> {
  const asked: Record<string, Asked> = {};
  for (const [id, open] of Object.entries(openings)) {
    const none = async (): Promise<never> => Promise.reject(new Error('there is no database yet'));
    const migrate = async (...steps: Asked): Promise<void> => {
      if (asked[id] !== undefined) throw new Error(`${id} brings its tables up to date twice`);
      asked[id] = steps;
    };
    await open({ migrate, run: async () => [], within: none, transaction: none });
  }
  return asked;
}

/** Makes the tables as the plugins do at their first start. */
export async function migratePlugins(store: Pick<Store, 'tablesOf'>, asked: Readonly<Record<string, Asked>>): Promise<void> {
  for (const [id, steps] of Object.entries(asked)) await store.tablesOf(id).migrate(...steps);
}
