import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Icon, useText } from '../../../core/ui/index.ts';
import styles from '../instances.module.css';
import { QuestionStrip } from '../question-strip.tsx';
import type { HaltStore } from './halt-store.ts';

/** Says that everything is halted, as long as it is, and how to go on. */
export const HaltStrip = observer(function HaltStrip({ store }: { readonly store: HaltStore }) {
  const t = useText('panel-strategy-instances');
  const [asks, setAsks] = useState(false);
  if (store.halted !== true) return null;
  if (asks) {
    const question = {
      title: t('release.title'),
      text: t('release.text'),
      keepLabel: t('release.keep'),
      confirmLabel: t('release.confirm'),
      run: () => void store.set(false),
    };
    return <QuestionStrip question={question} onEnd={() => setAsks(false)} />;
  }
  return (
    <div role="status" className={styles.strip}>
      <span className={styles.danger}>
        <Icon name="warning" size={14} />
      </span>
      <span className={styles.stripText}>
        <strong>{t('halt.state')}</strong>
        <span className={styles.note}>{t('halt.stateText')}</span>
      </span>
      <Button size="small" disabled={store.busy} onClick={() => setAsks(true)}>
        {t('release.button')}
      </Button>
    </div>
  );
});
