import { API, NOTICES, PREFERENCES, STREAM } from '../../core/contract/client-services.ts';

export const requires = { api: API, notices: NOTICES, preferences: PREFERENCES, stream: STREAM };
