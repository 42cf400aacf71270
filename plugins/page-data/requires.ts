import { API, DOCUMENTS, PREFERENCES } from '../../core/contract/client-services.ts';

export const requires = { api: API, documents: DOCUMENTS, preferences: PREFERENCES };
