/** What a server answers that cannot serve for the moment, or is out of reach. */
export const passingErrors = [
  'CLIENT_OFFLINE',
  'CLIENT_TIMEOUT',
  'SERVER_STOPPING',
  'DISK_FULL',
  'DATABASE_AWAY',
  'SERVER_FAILURE',
  'RATE_LIMITED',
] as const;
