import { CAPTCHA } from '../../core/contract/captcha.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS } from '../../core/contract/server-services.ts';
import { inboxRoutes } from '../../schemas/wire/inbox.ts';
import { contactCalls } from './contact-calls.ts';
import { InboxTable } from './inbox-table.ts';
import { NetworkQuota } from './network-quota.ts';

/** Of one network in a day. */
const contactsOfNetwork = 10;

export const plugin = definePlugin({
  requires: { routes: ROUTES, tables: TABLES, captcha: CAPTCHA, clock: CLOCK, ids: IDS },
  setup: async ({ services: { routes, tables, captcha, clock, ids } }) => {
    const table = await InboxTable.open(tables);
    routes.add(inboxRoutes, contactCalls({ captcha, table, quota: new NetworkQuota(clock, contactsOfNetwork), clock, ids }));
    return undefined;
  },
});
