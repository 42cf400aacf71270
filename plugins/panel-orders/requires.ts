import { ACCOUNTS, API, MARKETS, NOTICES, PREFERENCES, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  accounts: ACCOUNTS,
  api: API,
  markets: MARKETS,
  workspace: WORKSPACE,
  notices: NOTICES,
  texts: TEXTS,
  preferences: PREFERENCES,
};
export type Services = Resolved<typeof requires>;
