import { observer } from 'mobx-react-lite';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../../core/ui/buttons/plain-button.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { placeCard } from './place-card.ts';
import styles from './tour.module.css';
import { partOf, rememberTour, stepsOn } from './tour-steps.ts';

interface TourProps {
  /** Asked for: the keyboard goes to it. One that comes by itself leaves it where it is. */
  readonly asked: boolean;
  readonly onEnd: () => void;
  readonly onReady: () => void;
}

interface TourPlace {
  readonly ring: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly card: { readonly left: number; readonly top: number };
}

/** Points at the parts of the page one after the other. It covers and locks nothing; Escape leaves it, wherever the keyboard is. */
export const Tour = observer(function Tour({ asked, onEnd, onReady }: TourProps) {
  const { t } = useTranslation('app');
  const { config } = useWorkbench().services;
  // Looked for with every step: the workspace that was chosen just before opens while the tour begins.
  const [{ at, steps }, setWalk] = useState(() => ({ at: 0, steps: stepsOn(document) }));
  const [place, setPlace] = useState<TourPlace | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const step = steps[at];

  useEffect(() => rememberTour(config), [config]);
  useEffect(() => {
    if (asked) card.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  }, [asked]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEnd();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onEnd]);
  useLayoutEffect(() => {
    const put = (): void => {
      const box = step === undefined ? undefined : partOf(document, step)?.getBoundingClientRect();
      if (box === undefined || card.current === null) {
        onEnd();
        return;
      }
      const page = { width: window.innerWidth, height: window.innerHeight };
      const size = { width: card.current.offsetWidth, height: card.current.offsetHeight };
      setPlace({ ring: { left: box.left, top: box.top, width: box.width, height: box.height }, card: placeCard(box, size, page) });
    };
    put();
    window.addEventListener('resize', put);
    return () => window.removeEventListener('resize', put);
  }, [step, onEnd]);

  if (step === undefined) return null;
  const last = at === steps.length - 1;
  return (
    <>
      {place !== null && <div className={styles.ring} style={place.ring} />}
      <div
        ref={card}
        className={styles.card}
        style={place?.card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      >
        <b id={`${id}-title`}>{t(`tour.${step.id}.title`)}</b>
        <p id={`${id}-text`} className={styles.text} aria-live="polite">
          {t(`tour.${step.id}.text`)}
        </p>
        <div className={styles.foot}>
          <span className={styles.count}>{t('tour.count', { at: at + 1, all: steps.length })}</span>
          {step.id === 'workspaces' && <PlainButton onClick={onReady}>{t('workspace.ready')}</PlainButton>}
          <PlainButton onClick={onEnd}>{t(last ? 'tour.end' : 'tour.leave')}</PlainButton>
          {!last && (
            <button type="button" className={styles.next} data-next onClick={() => setWalk({ at: at + 1, steps: stepsOn(document) })}>
              {t('tour.next')}
            </button>
          )}
        </div>
      </div>
    </>
  );
});
