import type { AppError } from '../contract/app-error.ts';
import type { ErrorCode } from '../contract/error-catalogue.ts';

/** What a server answers that cannot serve for the moment, or is out of reach. */
export const passingErrors = [
  'CLIENT_OFFLINE',
  'CLIENT_TIMEOUT',
  'SERVER_STOPPING',
  'DISK_FULL',
  'DATABASE_AWAY',
  'SERVER_FAILURE',
  'RATE_LIMITED',
] as const satisfies readonly ErrorCode[];

const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(passingErrors);

/** Whether the fault is the server's of the moment, so that the same call may be answered a little later: what is to be saved waits. */
export const mayPassLater = ({ code }: AppError): boolean => passing.has(code);
