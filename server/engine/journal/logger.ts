/** What the engine needs of a log; pino fits as it is. */
export interface EngineLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silentLogger: EngineLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };
