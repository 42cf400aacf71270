import { Button } from '@fluentui/react-components';
import type { KeyboardEvent } from 'react';
import { useText } from '../../core/ui/index.ts';
import styles from './instances.module.css';

export interface Question {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly confirmLabel: string;
  run(): void;
}

interface QuestionStripProps {
  readonly question: Question;
  readonly onEnd: () => void;
}

/** Asks above the list before something that cannot be undone; it begins at the answer that changes nothing. */
export function QuestionStrip({ question, onEnd }: QuestionStripProps) {
  const t = useText('ui');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onEnd();
  };
  return (
    <div role="alertdialog" aria-label={question.title} className={styles.strip} onKeyDown={onKeyDown}>
      <span className={styles.stripText}>
        <strong>{question.title}</strong>
        <span className={styles.note}>{question.text}</span>
      </span>
      <Button size="small" autoFocus onClick={onEnd}>
        {t('confirm.keep')}
      </Button>
      <Button
        size="small"
        appearance="primary"
        onClick={() => {
          onEnd();
          question.run();
        }}
      >
        {question.confirmLabel}
      </Button>
    </div>
  );
}
