import { ACCOUNTS, API, MARKETS, NOTICES, TEXTS } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { accounts: ACCOUNTS, api: API, markets: MARKETS, notices: NOTICES, texts: TEXTS };
export type Services = Resolved<typeof requires>;
