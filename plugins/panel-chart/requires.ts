import { DOCUMENTS, FEEDS, MARKETS, NOTICES, PREFERENCES, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = {
  feeds: FEEDS,
  markets: MARKETS,
  workspace: WORKSPACE,
  preferences: PREFERENCES,
  documents: DOCUMENTS,
  notices: NOTICES,
  texts: TEXTS,
};
