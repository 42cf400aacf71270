import { API, MARKETS, NOTICES, SESSION, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import { STRATEGIES } from '../../core/contract/strategies.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  api: API,
  markets: MARKETS,
  notices: NOTICES,
  session: SESSION,
  strategies: STRATEGIES,
  texts: TEXTS,
  workspace: WORKSPACE,
};
export type Services = Resolved<typeof requires>;
