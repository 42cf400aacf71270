/** Path of an installed Chromium, or null. */
export function findChromium(): string | null;
/** The same, after trying to get one; says what to do when none can be had. */
export function ensureChromium(): string | null;
/** Path of Chromium's headless shell on the PATH, or null. */
export function findHeadlessShell(): string | null;
