import { API, DOCUMENTS, MARKETS, PREFERENCES, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = { api: API, documents: DOCUMENTS, markets: MARKETS, workspace: WORKSPACE, preferences: PREFERENCES };
