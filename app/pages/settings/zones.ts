/** Browsers list places by names that are no longer theirs, and know both. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Zones that this device knows, and UTC, which some leave out. */
const zones: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((zone) => renamed[zone] ?? zone)])].sort();

const offsets = new Map<string, string>();

/** `UTC+8`, as it is at a time; kept for the zone, for they are asked for by the hundred. */
export function zoneOffset(zone: string, timeMs: number): string {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(timeMs);
  const offset = (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT').replace('GMT', 'UTC').replace(/\+0$/, '');
  offsets.set(zone, offset);
  return offset;
}

const atMost = 60;

/** Zones whose name or distance from UTC has all the words, those first that begin with what was typed. */
export function findZones(search: string, nowMs: number): readonly string[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = zones.filter((zone) => {
    const text = `${zone.replaceAll('_', ' ')} ${zoneOffset(zone, nowMs)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const place = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ').toLowerCase();
  const begins = (zone: string): number => Number(place(zone).startsWith(words[0] ?? ''));
  return [...found].sort((a, b) => begins(b) - begins(a)).slice(0, search.trim() === '' ? found.length : atMost);
}
