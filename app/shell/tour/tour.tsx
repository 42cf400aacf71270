import { observer } from 'mobx-react-lite';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../../core/ui/buttons/plain-button.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { placeCard } from './place-card.ts';
import styles from './tour.module.css';
import { rememberTour } from './tour-memory.ts';
import { partOf, stepsOn, type TourStep, tourText } from './tour-steps.ts';

/** The ring follows its part that often. */
const followMs = 500;

interface TourProps {
  /** Asked for: the keyboard goes to it. One that comes by itself leaves it where it is. */
  readonly asked: boolean;
  readonly isMac: boolean;
  readonly onEnd: () => void;
  readonly onReady: () => void;
}

interface TourPlace {
  readonly ring: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly card: { readonly left: number; readonly top: number };
}

/** Points at the parts of the page one after the other. It covers and locks nothing; Escape leaves it, wherever the keyboard is. */
export const Tour = observer(function Tour({ asked, isMac, onEnd, onReady }: TourProps) {
  const { t } = useTranslation('app');
  const { config, commands, frontLayout, timers } = useWorkbench().services;
  // Looked for with every step, for nothing is locked meanwhile: workspaces change, panels come and go.
  const [walk, setWalk] = useState<{ readonly at: number; readonly steps: readonly TourStep[] } | null>(null);
  const [place, setPlace] = useState<TourPlace | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const step = walk?.steps[walk.at];

  // It begins when a workspace stands: before, half of what it shows is not there to be counted.
  const stands = frontLayout.host !== null;
  const begun = walk !== null;
  useEffect(() => {
    if (stands) setWalk((before) => before ?? { at: 0, steps: stepsOn(document) });
  }, [stands]);
  useEffect(() => rememberTour(config), [config]);
  useEffect(() => {
    if (!begun) return;
    const before = document.activeElement;
    if (asked) card.current?.querySelector<HTMLElement>('[data-next]')?.focus();
    return () => {
      // What it was asked for by may be gone by now, such as a line of a menu.
      for (const back of [before, document.querySelector('main')])
        if (document.activeElement === document.body && back instanceof HTMLElement) back.focus();
    };
  }, [asked, begun]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEnd();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onEnd]);
  useLayoutEffect(() => {
    if (step === undefined) return;
    const put = (): void => {
      const box = partOf(document, step)?.getBoundingClientRect();
      if (box === undefined || card.current === null) {
        onEnd();
        return;
      }
      const page = { width: window.innerWidth, height: window.innerHeight };
      const size = { width: card.current.offsetWidth, height: card.current.offsetHeight };
      const next = { ring: { left: box.left, top: box.top, width: box.width, height: box.height }, card: placeCard(box, size, page) };
      setPlace((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    put();
    window.addEventListener('resize', put);
    // What stands beside it may grow meanwhile, such as the words of the line's state.
    const stopFollowing = timers.every(followMs, put);
    return () => {
      window.removeEventListener('resize', put);
      stopFollowing();
    };
  }, [step, onEnd, timers]);

  if (walk === null || step === undefined) return null;
  const { at, steps } = walk;
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
          {tourText(step, t, commands, isMac)}
        </p>
        <div className={styles.foot}>
          <span className={styles.count}>{t('tour.count', { at: at + 1, all: steps.length })}</span>
          {step.id === 'workspaces' && <PlainButton onClick={onReady}>{t('workspace.ready')}</PlainButton>}
          {!last && <PlainButton onClick={onEnd}>{t('tour.leave')}</PlainButton>}
          {/* The same one to the end: whoever goes on by the keyboard keeps it. */}
          <button
            type="button"
            className={styles.next}
            data-next
            onClick={last ? onEnd : () => setWalk({ at: at + 1, steps: stepsOn(document) })}
          >
            {t(last ? 'tour.end' : 'tour.next')}
          </button>
        </div>
      </div>
    </>
  );
});
