import { ACCOUNTS, API, DOCUMENTS, MARKETS, NOTICES, STREAM, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  accounts: ACCOUNTS,
  api: API,
  markets: MARKETS,
  documents: DOCUMENTS,
  workspace: WORKSPACE,
  notices: NOTICES,
  stream: STREAM,
  texts: TEXTS,
};
export type Services = Resolved<typeof requires>;
