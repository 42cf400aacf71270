import { API, NOTICES, STREAM } from '../../../core/contract/client-services.ts';
import type { Resolved } from '../../../core/contract/token.ts';

/** The services of the half in the browser; plugin.json names the same tokens beside those of server.ts. */
export const requires = { api: API, notices: NOTICES, stream: STREAM };
export type Services = Resolved<typeof requires>;
