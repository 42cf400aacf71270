import encodeQR from 'qr';

/** Light modules around the code, which readers need. */
export const quietModules = 4;

/** A QR code as one SVG path, a unit for each module, and the side of the whole square with its light border. */
export function qrPath(text: string): { readonly path: string; readonly side: number } {
  const rows = encodeQR(text, 'raw', { border: quietModules });
  const runs = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: runs.join(''), side: rows.length };
}
