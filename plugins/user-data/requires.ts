import { API, NOTICES, SESSION, TEXTS } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = { api: API, notices: NOTICES, session: SESSION, texts: TEXTS };
export type Services = PageProps<typeof requires>['services'];
