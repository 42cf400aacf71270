import { FEEDS, MARKETS, PREFERENCES, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = { feeds: FEEDS, markets: MARKETS, preferences: PREFERENCES, workspace: WORKSPACE };
