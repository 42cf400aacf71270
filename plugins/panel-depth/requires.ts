import { ACCOUNTS, API, FEEDS, MARKETS, NOTICES, PREFERENCES, STREAM, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  feeds: FEEDS,
  markets: MARKETS,
  workspace: WORKSPACE,
  accounts: ACCOUNTS,
  api: API,
  preferences: PREFERENCES,
  notices: NOTICES,
  stream: STREAM,
};
export type Services = Resolved<typeof requires>;
