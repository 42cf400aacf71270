import { API, PREFERENCES } from '../../core/contract/client-services.ts';

export const requires = { api: API, preferences: PREFERENCES };
