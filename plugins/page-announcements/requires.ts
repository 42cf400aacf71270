import { API, NOTICES, STREAM } from '../../core/contract/client-services.ts';

export const requires = { api: API, notices: NOTICES, stream: STREAM };
