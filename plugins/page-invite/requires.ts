import { API, NOTICES } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = { api: API, notices: NOTICES };
export type Services = PageProps<typeof requires>['services'];
