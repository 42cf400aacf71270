import { AUTHORISATIONS } from '../../core/contract/authorisations.ts';
import { EXCHANGE_ACCOUNTS } from '../../core/contract/exchange-accounts.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES } from '../../core/contract/server-contributions.ts';
import { exchangeAccountRoutes } from '../../schemas/wire/exchange-account.ts';
import { accountCalls } from './account-calls.ts';
import { authorisationCalls } from './authorisation-calls.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, accounts: EXCHANGE_ACCOUNTS, authorisations: AUTHORISATIONS },
  setup: ({ services: { routes, accounts, authorisations } }) => {
    routes.add(exchangeAccountRoutes, { ...accountCalls(accounts), ...authorisationCalls(authorisations) });
    return undefined;
  },
});
