import { DOCUMENTS, FEEDS, MARKETS, NOTICES, PANEL_LINKS, PREFERENCES, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';

export const requires = {
  feeds: FEEDS,
  markets: MARKETS,
  workspace: WORKSPACE,
  preferences: PREFERENCES,
  documents: DOCUMENTS,
  links: PANEL_LINKS,
  notices: NOTICES,
  texts: TEXTS,
};
