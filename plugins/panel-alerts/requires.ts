import { ALERTS, API, MARKETS, NOTICES, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  alerts: ALERTS,
  api: API,
  markets: MARKETS,
  workspace: WORKSPACE,
  notices: NOTICES,
  texts: TEXTS,
};
export type Services = Resolved<typeof requires>;
