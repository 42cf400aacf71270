import { API, SESSION, STREAM } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { api: API, stream: STREAM, session: SESSION };
export type Services = Resolved<typeof requires>;
