import { useMemo } from 'react';
import styles from './invite.module.css';
import { qrPath } from './qr-path.ts';

/** Dark on light in every theme: cameras expect it so. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, side } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className={styles.light} width={side} height={side} />
      <path className={styles.dark} d={path} />
    </svg>
  );
}
