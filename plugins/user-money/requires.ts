import { ACCOUNTS, API, MARKETS, NOTICES, STREAM, TEXTS } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = { accounts: ACCOUNTS, api: API, markets: MARKETS, notices: NOTICES, stream: STREAM, texts: TEXTS };
export type Services = PageProps<typeof requires>['services'];
