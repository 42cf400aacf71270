import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { IconButton } from '../../../core/ui/buttons/icon-button.tsx';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { usePageTexts } from '../page-texts.ts';
import { areDue, type FirstStep, putAway, readFirstSteps } from './first-steps.ts';
import styles from './first-steps-bar.module.css';

const texts: Readonly<Record<string, object>> = import.meta.glob('../../../locales/*/first-steps.json', { eager: true, import: 'default' });

/** Tells the administrator of a new platform what is left to do, until all of it is done or he puts it away. */
export const FirstStepsBar = observer(function FirstStepsBar() {
  usePageTexts(texts);
  const { t } = useTranslation('first-steps');
  const { api, config } = useWorkbench().services;
  const [steps, setSteps] = useState<readonly FirstStep[]>([]);
  // Like the tour it is for people.
  const due = areDue(config) && !navigator.webdriver;

  useEffect(() => {
    if (!due) return;
    let isGone = false;
    void readFirstSteps(api).then((found) => {
      if (isGone) return;
      if (found.length > 0 && found.every(({ done }) => done)) putAway(config);
      else setSteps(found);
    });
    return () => {
      isGone = true;
    };
  }, [api, config, due]);

  if (!due || steps.length === 0) return null;
  return (
    <nav className={styles.bar} aria-label={t('title')}>
      <b>{t('title')}</b>
      <span className={styles.count}>{t('count', { done: steps.filter(({ done }) => done).length, all: steps.length })}</span>
      <ol className={styles.steps}>
        {steps.map(({ id, path, done }) => (
          <li key={id}>
            {done ? (
              <span className={styles.done}>
                <Icon name="check" size={12} />
                {t(`step.${id}`)}
                <span className={styles.unseen}>{t('done')}</span>
              </span>
            ) : (
              <Link to={path} className={styles.open} title={t(`help.${id}`)}>
                {t(`step.${id}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <IconButton icon="close" label={t('putAway')} onClick={() => putAway(config)} />
    </nav>
  );
});
