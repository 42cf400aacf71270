/** Exact decimal strings for people: no value ever becomes a binary float here. */

/** Inserts thousands separators into an unsigned whole number. */
function group(whole: string): string {
  let text = '';
  for (let at = 0; at < whole.length; at++) {
    if (at > 0 && (whole.length - at) % 3 === 0) text += ',';
    text += whole[at];
  }
  return text;
}

/**
 * `1234.5` with 2 decimals is `1,234.50`. Further digits are cut off, not rounded: a balance never looks larger than it is.
 * Without `decimals` the digits stay as they are.
 */
export function formatDecimal(text: string, decimals?: number): string {
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  const dot = body.indexOf('.');
  const whole = dot < 0 ? body : body.slice(0, dot);
  const fraction = dot < 0 ? '' : body.slice(dot + 1);
  const shown = decimals === undefined ? fraction : fraction.slice(0, decimals).padEnd(decimals, '0');
  const number = shown === '' ? group(whole) : `${group(whole)}.${shown}`;
  // U+2212 is as wide as a digit in tabular figures.
  return negative && /[1-9]/.test(number) ? `−${number}` : number;
}

/** Of thousands, millions and so on. */
export const suffixes = ['', 'K', 'M', 'B', 'T'] as const;

/** `1234567.8` is `1.23M`: for volumes, where the size matters and not the digit. */
export function formatCompact(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const step = Math.min(suffixes.length - 1, Math.floor((whole.length - 1) / 3));
  const sign = negative ? '−' : '';
  if (step === 0) return sign + formatDecimal(fraction === '' ? whole : `${whole}.${fraction}`, whole.length >= 3 ? 1 : 2);
  const head = whole.slice(0, whole.length - 3 * step);
  const decimals = Math.max(0, 3 - head.length);
  const tail = whole.slice(head.length, head.length + decimals);
  return `${sign}${group(head)}${tail === '' ? '' : `.${tail}`}${suffixes[step]}`;
}

/** Change from `from` to `to` as a signed percentage with two decimals; null when `from` is zero or unknown. */
export function changePercent(from: string | null, to: string | null): { readonly text: string; readonly sign: -1 | 0 | 1 } | null {
  if (from === null || to === null) return null;
  const scale = Math.max(decimalsIn(from), decimalsIn(to));
  const start = unitsOf(from, scale);
  const end = unitsOf(to, scale);
  if (start === 0n) return null;
  const difference = end - start;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 10_000n + start / 2n) / start;
  const digits = hundredths.toString().padStart(3, '0');
  const sign = hundredths === 0n ? 0 : difference < 0n ? -1 : 1;
  const mark = sign === 0 ? '' : sign < 0 ? '−' : '+';
  return { text: `${mark}${group(digits.slice(0, -2))}.${digits.slice(-2)}%`, sign };
}

const decimalsIn = (text: string): number => {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
};

const unitsOf = (text: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are costly to make and few: kept by their options. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let found = formatters.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options });
    formatters.set(key, found);
  }
  return found;
}

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** `14:03:07`. */
export const formatClock = (timeMs: number, timeZone: string): string => formatter(timeZone, clock).format(timeMs);

/** `2026-11-20`. */
export function formatDay(timeMs: number, timeZone: string): string {
  const parts = formatter(timeZone, day).formatToParts(timeMs);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The clock alone today, with month and day before it on any other day, and with the year in any other year. */
export function formatTime(timeMs: number, nowMs: number, timeZone: string): string {
  const [date, today] = [formatDay(timeMs, timeZone), formatDay(nowMs, timeZone)];
  const time = formatClock(timeMs, timeZone);
  if (date === today) return time;
  return `${date.slice(0, 4) === today.slice(0, 4) ? date.slice(5) : date} ${time}`;
}

/** The full stamp with milliseconds, for hovering. */
export const formatStamp = (timeMs: number, timeZone: string): string =>
  `${formatDay(timeMs, timeZone)} ${formatClock(timeMs, timeZone)}.${String(timeMs % 1000).padStart(3, '0')}`;

/** Shortens an id in the middle: `1029…8841`. */
export const shortenId = (id: string, kept = 4): string => (id.length <= 2 * kept + 1 ? id : `${id.slice(0, kept)}…${id.slice(-kept)}`);
