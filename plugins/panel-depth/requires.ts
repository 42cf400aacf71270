import { ACCOUNTS, API, FEEDS, MARKETS, NOTICES, PREFERENCES, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = {
  feeds: FEEDS,
  markets: MARKETS,
  workspace: WORKSPACE,
  accounts: ACCOUNTS,
  api: API,
  preferences: PREFERENCES,
  notices: NOTICES,
};
