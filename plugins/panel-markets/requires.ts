import { MARKETS, PREFERENCES, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = { markets: MARKETS, workspace: WORKSPACE, preferences: PREFERENCES };
