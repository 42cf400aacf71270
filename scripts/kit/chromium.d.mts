/** Path of an installed Chromium, or null. */
export function findChromium(): string | null;
/** The same, after trying to get one; says what to do when none can be had. */
export function ensureChromium(): string | null;
