import { API, DOCUMENTS, MARKETS, PREFERENCES, STREAM } from '../../core/contract/client-services.ts';

export const requires = { api: API, documents: DOCUMENTS, markets: MARKETS, preferences: PREFERENCES, stream: STREAM };
