import { destination, pino } from 'pino';
import type { Logger } from '../core/contract/server-services.ts';
import type { Disposer } from '../core/contract/token.ts';
import { LogMemory } from './operations/log-memory.ts';
import type { LogLevel } from './settings.ts';

/** Field names whose values never reach the log, at the top and one level down, as parts of the house name them and as calls do. */
const secretFields = [
  ...['token', 'authorization', 'secret', 'header_value', 'captcha_value', 'code'],
  ...['password', 'passwordHash', 'user_password', 'old_password', 'new_password'],
  ...['apiKey', 'api_key', 'secretKey', 'secret_key', 'passphrase', 'masterKey', 'privateKey'],
];

const censor = '[secret]';
/** What somebody was sent to type; a `code` may also say what went wrong, which is no secret. */
const sentCode = /^\s*[0-9]{6}\s*$/;
const blotOut = (value: unknown, path: readonly string[]): unknown =>
  path.at(-1) !== 'code' || sentCode.test(String(value)) ? censor : value;

export interface RootLogger extends Logger {
  /** The same log under a part's name. */
  named(name: string): Logger;
  /** Blots out a value that must stand in no line from now on, whatever it is part of. */
  hide(value: string): void;
  /** Writes out what is still in memory. */
  flush(): void;
  /** Tells of every write that failed, as on a full disk, and of every line that was given up. */
  onFailure(listener: () => void): Disposer;
  /** Its warnings and errors since the start. */
  readonly memory: LogMemory;
}

/** Lines that could not be written wait here for a later try; what comes when it is full is given up. */
const mostUnwrittenBytes = 1024 * 1024;

/** JSON lines on standard output, which may fail without ending anything. `write` takes them elsewhere. */
export function createLogger(level: LogLevel, write?: (line: string) => void): RootLogger {
  const listeners = new Set<() => void>();
  const failed = (): void => {
    for (const listener of listeners) listener();
  };
  const output = write === undefined ? standardOutput(failed) : { write };
  const hidden = new Set<string>();
  const memory = new LogMemory();
  const blotted = {
    write: (line: string) => {
      let text = line;
      for (const value of hidden) text = text.replaceAll(value, censor);
      memory.take(text);
      output.write(text);
    },
    flush: () => {
      if ('flush' in output) output.flush();
    },
  };
  const root = pino({ level, redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: blotOut } }, blotted);
  return {
    memory,
    debug: (fields, text) => root.debug(fields, text),
    info: (fields, text) => root.info(fields, text),
    warn: (fields, text) => root.warn(fields, text),
    error: (fields, text) => root.error(fields, text),
    named: (name) => root.child({ part: name }),
    hide: (value) => {
      // As it stands in JSON, and in an address.
      for (const form of [value, encodeURIComponent(value)]) hidden.add(JSON.stringify(form).slice(1, -1));
    },
    flush: () => root.flush(),
    onFailure: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Without a listener for its errors the first one would end the process. */
function standardOutput(failed: () => void): ReturnType<typeof destination> {
  const output = destination({ fd: 1, sync: true, maxLength: mostUnwrittenBytes });
  output.on('error', failed);
  output.on('drop', failed);
  return output;
}
