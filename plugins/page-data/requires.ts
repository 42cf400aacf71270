import { API, DOCUMENTS, MARKETS, NOTICES, PREFERENCES, SESSION, STREAM } from '../../core/contract/client-services.ts';

export const requires = {
  ...{ api: API, documents: DOCUMENTS, markets: MARKETS, notices: NOTICES },
  ...{ preferences: PREFERENCES, session: SESSION, stream: STREAM },
};
