import { ACCOUNTS, API, MARKETS, PREFERENCES } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { accounts: ACCOUNTS, api: API, markets: MARKETS, preferences: PREFERENCES };
export type Services = Resolved<typeof requires>;
