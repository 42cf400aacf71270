import { API, MARKETS, NOTICES, PREFERENCES, STREAM, TEXTS } from '../../core/contract/client-services.ts';
import { FORMS } from '../../core/contract/forms.ts';
import { STRATEGIES } from '../../core/contract/strategies.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  api: API,
  forms: FORMS,
  markets: MARKETS,
  notices: NOTICES,
  preferences: PREFERENCES,
  strategies: STRATEGIES,
  stream: STREAM,
  texts: TEXTS,
};
export type Services = Resolved<typeof requires>;
