import { lazyPart } from '../states/lazy-part.ts';
import { SteadySuspense } from '../states/steady-suspense.tsx';
import styles from './qr-code.module.css';

export interface QrCodeProps {
  readonly text: string;
  /** What it holds, for who does not see it. */
  readonly label: string;
}

/** What makes the code is of use to few pages, and comes when one is drawn. */
const Drawn = lazyPart(async () => (await import('./drawn-qr-code.tsx')).DrawnQrCode);

/** A QR code; its place is kept until it is there. */
export const QrCode = (props: QrCodeProps) => (
  <SteadySuspense fallback={<div className={styles.qr} />}>
    <Drawn {...props} />
  </SteadySuspense>
);
