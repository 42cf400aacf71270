import { API, NOTICES, TEXTS } from '../../core/contract/client-services.ts';

export const requires = { api: API, notices: NOTICES, texts: TEXTS };
