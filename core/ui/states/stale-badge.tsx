import { useEffect, useState } from 'react';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import styles from './states.module.css';

/** Says how old data is once it is older than `afterMs`; nothing before. */
export function StaleBadge({ timeMs, afterMs = 10_000 }: { readonly timeMs: number | null; readonly afterMs?: number }) {
  const { timers } = useServices();
  const t = useText('ui');
  const [nowMs, setNowMs] = useState(() => timers.nowMs());
  useEffect(() => timers.every(1_000, () => setNowMs(timers.nowMs())), [timers]);
  if (timeMs === null || nowMs - timeMs < afterMs) return null;
  const seconds = Math.floor((nowMs - timeMs) / 1_000);
  const text = seconds < 120 ? t('stale.seconds', { count: seconds }) : t('stale.minutes', { count: Math.floor(seconds / 60) });
  return <span className={styles.stale}>{text}</span>;
}
