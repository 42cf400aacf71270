import { API, DOCUMENTS, MARKETS, NOTICES, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import { FORMS } from '../../core/contract/forms.ts';
import { STRATEGIES } from '../../core/contract/strategies.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  api: API,
  documents: DOCUMENTS,
  forms: FORMS,
  markets: MARKETS,
  notices: NOTICES,
  strategies: STRATEGIES,
  texts: TEXTS,
  workspace: WORKSPACE,
};
export type Services = Resolved<typeof requires>;
