import { ACCOUNTS, API, MARKETS, NOTICES, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { accounts: ACCOUNTS, api: API, markets: MARKETS, notices: NOTICES, texts: TEXTS, workspace: WORKSPACE };
export type Services = Resolved<typeof requires>;
