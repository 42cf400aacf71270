import { ACCOUNTS, API, MARKETS, NOTICES, SESSION, STREAM, TEXTS, WORKSPACE } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = {
  accounts: ACCOUNTS,
  api: API,
  markets: MARKETS,
  notices: NOTICES,
  session: SESSION,
  stream: STREAM,
  texts: TEXTS,
  workspace: WORKSPACE,
};
export type Services = PageProps<typeof requires>['services'];
