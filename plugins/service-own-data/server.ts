import { AUDIT } from '../../core/contract/audit.ts';
import { DELIVERIES } from '../../core/contract/deliveries.ts';
import { OWN_DATA_BOOK } from '../../core/contract/own-data.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, LOGGER } from '../../core/contract/server-services.ts';
import { ownDataRoutes } from '../../schemas/wire/own-data.ts';
import { Leaving } from './leaving.ts';
import { leavingLetters } from './leaving-letters.ts';
import { LeavingTable } from './leaving-table.ts';
import { ownDataCalls } from './own-data-calls.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, jobs: JOBS, book: OWN_DATA_BOOK, people: PEOPLE, audit: AUDIT },
    ...{ deliveries: DELIVERIES, platform: PLATFORM, clock: CLOCK, logger: LOGGER },
  },
  setup: async ({ services: { routes, tables, jobs, book, people, audit, deliveries, platform, clock, logger } }) => {
    const write = leavingLetters({ deliveries, people, platform });
    const table = await LeavingTable.open(tables);
    const leaving = new Leaving({ table, book, people, audit, clock, logger, write });
    routes.add(ownDataRoutes, ownDataCalls({ leaving, book, people, audit }));
    jobs.add({ id: 'erase', everyMs: 10 * 60_000, firstAfterMs: 60_000, run: () => leaving.eraseDue() });
    return undefined;
  },
});
