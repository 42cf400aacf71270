import { readThousands, type Thousands } from '../../domain/numbers/thousands.ts';

/** How the user reads times, numbers and worth. */
export interface Regional {
  /** IANA name, such as `Asia/Hong_Kong`; null: that of the device. */
  readonly zone: string | null;
  /** Asset that holdings are valued in. */
  readonly currency: string;
  readonly thousands: Thousands;
}

/** Checks field by field: what was saved is foreign data. `ofPlatform`: the currency of whoever has chosen none. */
export function readRegional(value: unknown, ofPlatform: string): Regional {
  const { zone, currency, thousands } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  return {
    zone: typeof zone === 'string' && isZone(zone) ? zone : null,
    currency: typeof currency === 'string' && /^[A-Z0-9]{2,20}$/.test(currency) ? currency : ofPlatform,
    thousands: readThousands(thousands),
  };
}

/** A zone that a device no longer knows would break every time on the page. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
