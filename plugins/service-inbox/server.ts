import { CAPTCHA } from '../../core/contract/captcha.ts';
import { FILES, type Files } from '../../core/contract/files.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS, LOGGER } from '../../core/contract/server-services.ts';
import { inboxRoutes } from '../../schemas/wire/inbox.ts';
import { careerCalls } from './career-calls.ts';
import { contactCalls } from './contact-calls.ts';
import { InboxTable } from './inbox-table.ts';
import { NetworkQuota } from './network-quota.ts';

/** Of one network in a day. */
const [contactsOfNetwork, applicationsOfNetwork] = [10, 5];

export const plugin = definePlugin({
  requires: { routes: ROUTES, tables: TABLES, files: FILES, captcha: CAPTCHA, clock: CLOCK, ids: IDS, logger: LOGGER },
  setup: async ({ services: { routes, tables, files, captcha, clock, ids, logger } }) => {
    const table = await InboxTable.open(tables);
    await removeStray(table, files);
    const parts = { captcha, table, files, clock, ids, logger };
    routes.add(inboxRoutes, {
      ...contactCalls({ ...parts, quota: new NetworkQuota(clock, contactsOfNetwork) }),
      ...careerCalls({ ...parts, quota: new NetworkQuota(clock, applicationsOfNetwork) }),
    });
    return undefined;
  },
});

/** Files whose letter was never written, or has gone without them. */
async function removeStray(table: InboxTable, files: Files): Promise<void> {
  const known = await table.withFiles();
  for (const id of await files.ids()) if (!known.has(id)) await files.remove(id);
}
