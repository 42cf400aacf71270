import { destination, pino } from 'pino';
import type { Logger } from '../core/contract/server-services.ts';
import type { LogLevel } from './settings.ts';

/** Field names whose values never reach the log, at the top and one level down. */
const secretFields = [
  'token',
  'password',
  'passwordHash',
  'authorization',
  'apiKey',
  'secretKey',
  'passphrase',
  'masterKey',
  'captcha_value',
];

export interface RootLogger extends Logger {
  /** The same log under a part's name. */
  named(name: string): Logger;
  /** Writes out what is still in memory. */
  flush(): void;
}

/** JSON lines on standard output. `write` replaces the output in tests. */
export function createLogger(level: LogLevel, write?: (line: string) => void): RootLogger {
  const output = write === undefined ? destination({ fd: 1, sync: true }) : { write };
  const root = pino({ level, redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[secret]' } }, output);
  return {
    debug: (fields, text) => root.debug(fields, text),
    info: (fields, text) => root.info(fields, text),
    warn: (fields, text) => root.warn(fields, text),
    error: (fields, text) => root.error(fields, text),
    named: (name) => root.child({ part: name }),
    flush: () => root.flush(),
  };
}
