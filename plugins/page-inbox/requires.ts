import { API, COMMANDS, NOTICES, STREAM, TEXTS } from '../../core/contract/client-services.ts';

export const requires = { api: API, commands: COMMANDS, notices: NOTICES, stream: STREAM, texts: TEXTS };
