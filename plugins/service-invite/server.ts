import { EXCHANGE_ACCOUNTS } from '../../core/contract/exchange-accounts.ts';
import { INVITATIONS } from '../../core/contract/invitations.ts';
import { MONEY } from '../../core/contract/money.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, ENVIRONMENT, LOGGER } from '../../core/contract/server-services.ts';
import { TRADED } from '../../core/contract/traded.ts';
import { inviteRoutes } from '../../schemas/wire/invite.ts';
import { inviteCalls } from './invite-calls.ts';
import { rebateJob } from './rebate-job.ts';
import { RebateTable, rebatesAsOwnData } from './rebate-table.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, jobs: JOBS, ownData: OWN_DATA, invitations: INVITATIONS, platform: PLATFORM },
    ...{ money: MONEY, accounts: EXCHANGE_ACCOUNTS, traded: TRADED, environment: ENVIRONMENT, clock: CLOCK, logger: LOGGER },
  },
  setup: async ({ services }) => {
    const { routes, tables, jobs, ownData, invitations, platform, money, accounts, traded, environment, clock, logger } = services;
    const table = await RebateTable.open(tables);
    ownData.add(...rebatesAsOwnData);
    jobs.add(rebateJob({ table, platform, traded, invitations, accounts, money, clock, logger }));
    routes.add(inviteRoutes, inviteCalls({ table, invitations, platform, money, publicUrl: environment.publicUrl }));
    return undefined;
  },
});
