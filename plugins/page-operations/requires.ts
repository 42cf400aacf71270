import { API, PREFERENCES } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = { api: API, preferences: PREFERENCES };
export type Services = PageProps<typeof requires>['services'];
