import { API, NOTICES, SESSION, TEXTS } from '../../core/contract/client-services.ts';

export const requires = { api: API, session: SESSION, notices: NOTICES, texts: TEXTS };
