import { API, NOTICE_SETTINGS, NOTICES, SESSION } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';

export const requires = { api: API, noticeSettings: NOTICE_SETTINGS, notices: NOTICES, session: SESSION };
export type Services = Resolved<typeof requires>;
