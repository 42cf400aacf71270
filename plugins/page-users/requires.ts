import { API, COMMANDS, NOTICES, SESSION, STREAM, TEXTS } from '../../core/contract/client-services.ts';
import type { PageProps } from '../../core/contract/plugin.ts';

export const requires = { api: API, commands: COMMANDS, notices: NOTICES, session: SESSION, stream: STREAM, texts: TEXTS };
export type Services = PageProps<typeof requires>['services'];
