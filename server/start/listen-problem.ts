import { SettingError, type Settings } from '../settings.ts';

/** Why the server cannot listen, by the setting that mends it; any other error as it is. */
export function listenProblem(error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return new SettingError('TESSERA_PORT', `${port} is in use; stop what uses it or choose another, 0 for any free one`);
    case 'EACCES':
      return new SettingError('TESSERA_PORT', `${port} may not be opened by this user; choose one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SettingError('TESSERA_HOST', `${host} is no address of this machine`);
    default:
      return error;
  }
}
