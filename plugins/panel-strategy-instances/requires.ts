import { ACCOUNTS, API, MARKETS, NOTICES, PREFERENCES, STREAM, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import { FORMS } from '../../core/contract/forms.ts';
import { STRATEGIES } from '../../core/contract/strategies.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  accounts: ACCOUNTS,
  api: API,
  forms: FORMS,
  markets: MARKETS,
  notices: NOTICES,
  preferences: PREFERENCES,
  strategies: STRATEGIES,
  stream: STREAM,
  texts: TEXTS,
  workspace: WORKSPACE,
};
export type Services = Resolved<typeof requires>;
