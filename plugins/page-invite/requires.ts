import { API, NOTICES } from '../../core/contract/client-services.ts';

export const requires = { api: API, notices: NOTICES };
