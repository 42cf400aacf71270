import { Button } from '@fluentui/react-components';
import { CheckField, useRoleNames, useText } from '../../core/ui/index.ts';
import type { PackageExam } from '../../schemas/wire/package.ts';
import type { ChosenPackage } from './chosen-package.ts';
import { grantLines, rolesIn } from './grant-text.ts';
import styles from './packages.module.css';

interface ChosenCardProps {
  readonly chosen: ChosenPackage;
  /** What the server says of it; null until it has. */
  readonly exam: PackageExam | null;
  /** What the server had against it. */
  readonly refusal: string | null;
  readonly accepts: boolean;
  /** It may be installed now. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly onAccept: (accepts: boolean) => void;
  readonly onInstall: () => void;
  readonly onDiscard: () => void;
}

/** What a chosen file is and would do, before anything is done. */
export function ChosenCard({ chosen, exam, refusal, accepts, ready, busy, onAccept, onInstall, onDiscard }: ChosenCardProps) {
  const t = useText('page-admin-plugins');
  const { id, version, kind, kilobytes, hash, hasClient, hasStrategy, replaces, isInstalled } = chosen;
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
      {hasClient && <p>{t('package.clientNote')}</p>}
      {exam !== null && <Asked exam={exam} isUpdate={replaces !== null} />}
      {exam !== null && <Signer exam={exam} accepts={accepts} onAccept={onAccept} />}
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
        <Button size="small" appearance="primary" disabled={busy || isInstalled || !ready} onClick={onInstall}>
          {t(replaces === null ? 'package.install' : 'package.update', { name: id, version })}
        </Button>
      </div>
    </div>
  );
}

/** What installing grants; of an update what is new is marked. */
function Asked({ exam, isUpdate }: { readonly exam: PackageExam; readonly isUpdate: boolean }) {
  const t = useText('page-admin-plugins');
  const roleName = useRoleNames(rolesIn(exam.asks));
  const more = grantLines(exam.asks_more, t, roleName);
  const all = grantLines(exam.asks, t, roleName);
  return (
    <>
      <p>{t('package.asks')}</p>
      <ul className={styles.asks}>
        {all.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isUpdate && more.length > 0 && <p className={styles.warning}>{t('package.asksMore', { what: more.join(' · ') })}</p>}
    </>
  );
}

function Signer({ exam: { signer }, accepts, onAccept }: Pick<ChosenCardProps, 'accepts' | 'onAccept'> & { readonly exam: PackageExam }) {
  const t = useText('page-admin-plugins');
  if (signer !== null && signer.name !== null) return <p>{t('package.signedBy', { name: signer.name })}</p>;
  return (
    <>
      <p className={styles.warning}>{signer === null ? t('package.unsigned') : t('package.untrusted', { key: signer.public_key })}</p>
      <CheckField label={t('package.accept')} checked={accepts} onChange={onAccept} />
    </>
  );
}
