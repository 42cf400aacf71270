import { API, NOTICES, SESSION } from '../../core/contract/client-services.ts';

export const requires = { api: API, session: SESSION, notices: NOTICES };
