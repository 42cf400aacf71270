import { API, MARKETS, NOTICES, TEXTS } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = { api: API, markets: MARKETS, notices: NOTICES, texts: TEXTS };
export type Services = PageProps<typeof requires>['services'];
