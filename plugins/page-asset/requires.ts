import { API } from '../../core/contract/client-services.ts';

export const requires = { api: API };
