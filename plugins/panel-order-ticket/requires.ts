import {
  ACCOUNTS,
  API,
  DOCUMENTS,
  FEEDS,
  MARKETS,
  NOTICES,
  SESSION,
  STREAM,
  TEXTS,
  WORKSPACE,
} from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = {
  accounts: ACCOUNTS,
  api: API,
  documents: DOCUMENTS,
  feeds: FEEDS,
  markets: MARKETS,
  notices: NOTICES,
  session: SESSION,
  stream: STREAM,
  texts: TEXTS,
  workspace: WORKSPACE,
};
export type Services = Resolved<typeof requires>;
