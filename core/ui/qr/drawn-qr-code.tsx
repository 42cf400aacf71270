import { useMemo } from 'react';
import styles from './qr-code.module.css';
import type { QrCodeProps } from './qr-code.tsx';
import { qrPath } from './qr-path.ts';

/** Dark on light in every theme: cameras expect it so. */
export function DrawnQrCode({ text, label }: QrCodeProps) {
  const { path, side } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className={styles.light} width={side} height={side} />
      <path className={styles.dark} d={path} />
    </svg>
  );
}
