import type { KeyboardEvent } from 'react';
import { ConfirmAnswers, type ConfirmAnswersProps } from '../../core/ui/popover/confirm-answers.tsx';
import styles from './instances.module.css';

export interface Question extends Pick<ConfirmAnswersProps, 'keepLabel' | 'confirmLabel' | 'danger'> {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly run: () => void;
}

interface QuestionStripProps {
  readonly question: Question;
  readonly onEnd: () => void;
}

/** Asks above the list before something that cannot be undone. */
export function QuestionStrip({ question, onEnd }: QuestionStripProps) {
  const { title, text, run, ...answers } = question;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onEnd();
  };
  return (
    <div role="alertdialog" aria-label={title} className={styles.strip} onKeyDown={onKeyDown}>
      <span className={styles.stripText}>
        <strong>{title}</strong>
        <span className={styles.note}>{text}</span>
      </span>
      <ConfirmAnswers
        {...answers}
        onKeep={onEnd}
        onConfirm={() => {
          onEnd();
          run();
        }}
      />
    </div>
  );
}
