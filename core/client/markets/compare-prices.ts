/**
 * Orders two unsigned decimal strings without turning them into numbers: exact, and cheap enough for every level of a
 * book. Negative when `a` is less.
 */
export function comparePrices(a: string, b: string): number {
  if (a === b) return 0;
  const aDot = a.indexOf('.');
  const bDot = b.indexOf('.');
  const aWhole = aDot < 0 ? a.length : aDot;
  const bWhole = bDot < 0 ? b.length : bDot;
  if (aWhole !== bWhole) return aWhole - bWhole;
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    // A missing digit after the point is a zero; a missing point stands where the other has its own.
    const x = at < a.length ? a.charCodeAt(at) : at === aWhole ? 46 : 48;
    const y = at < b.length ? b.charCodeAt(at) : at === bWhole ? 46 : 48;
    if (x !== y) return x - y;
  }
  return 0;
}
