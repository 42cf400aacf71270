import { Button } from '@fluentui/react-components';
import { useText } from '../../core/ui/index.ts';
import type { ChosenPackage } from './chosen-package.ts';
import styles from './packages.module.css';

interface ChosenCardProps {
  readonly chosen: ChosenPackage;
  /** What the server had against it. */
  readonly refusal: string | null;
  readonly busy: boolean;
  readonly onInstall: () => void;
  readonly onDiscard: () => void;
}

/** What a chosen file is and would do, before anything is done. */
export function ChosenCard({ chosen, refusal, busy, onInstall, onDiscard }: ChosenCardProps) {
  const t = useText('page-admin-plugins');
  const { id, version, kind, kilobytes, hash, hasClient, hasStrategy, replaces, isInstalled } = chosen;
  const action = replaces === null ? 'install' : replaces === version ? 'replace' : 'update';
  return (
    <div className={styles.card}>
      <div className={styles.facts}>
        <strong>{id}</strong>
        <span>{replaces === null || replaces === version ? version : t('package.replaces', { from: replaces, to: version })}</span>
        <span>{t(`kind.${kind}`)}</span>
        <span>{t('package.size', { size: kilobytes })}</span>
        <code title={hash}>{hash.slice(0, 12)}</code>
      </div>
      {hasStrategy && <p>{t('package.strategyNote')}</p>}
      {hasClient && <p className={styles.warning}>{t('package.clientNote')}</p>}
      {isInstalled && <p>{t('package.same', { name: id, version })}</p>}
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="small" disabled={busy} onClick={onDiscard}>
          {t('package.discard')}
        </Button>
        <Button size="small" appearance="primary" disabled={busy || isInstalled} onClick={onInstall}>
          {t(`package.${action}`, { name: id, version })}
        </Button>
      </div>
    </div>
  );
}
