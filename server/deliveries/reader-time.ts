import { stampIn } from '../../core/domain/calendar/zone-time.ts';
import type { Repositories } from '../store/store.ts';

/** A time as letters and messages to a person write it: by the clock of the zone that he has chosen in his settings, or in UTC; it says which. */
export async function readerTime({ userConfig }: Pick<Repositories, 'userConfig'>, userId: string, timeMs: number): Promise<string> {
  return stampIn(zoneIn(await userConfig.get(userId)), timeMs) ?? stampIn('UTC', timeMs) ?? '–';
}

/** What was saved is foreign data. Whoever goes by the zone of each device has saved none. */
function zoneIn(configJson: string | null): string {
  try {
    const { preferences } = JSON.parse(configJson ?? '{}') as { readonly preferences?: { readonly zone?: unknown } | null };
    return typeof preferences?.zone === 'string' ? preferences.zone : 'UTC';
  } catch {
    return 'UTC';
  }
}
