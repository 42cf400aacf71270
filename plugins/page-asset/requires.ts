import { API, MARKETS, PREFERENCES } from '../../core/contract/client-services.ts';

export const requires = { api: API, markets: MARKETS, preferences: PREFERENCES };
