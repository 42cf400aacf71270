import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useText } from '../../core/ui/text/use-text.ts';
import { Modal } from '../shell/modal.tsx';
import type { ClientServices } from '../workbench/client-services.ts';
import styles from './order-question.module.css';
import type { FrameQuestion } from './order-question.ts';
import { questionLines } from './question-lines.ts';

/** Nobody can have read it sooner: a click that was meant for the frame a moment before agrees to nothing. */
const readingMs = 800;

interface OrderQuestionProps {
  readonly question: FrameQuestion;
  /** Id of the plugin. */
  readonly who: string;
  readonly services: ClientServices;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks in the page, above everything, with all that would be sent; the keyboard begins at the answer that sends nothing. */
export const OrderQuestion = observer(function OrderQuestion({ question, who, services, onAnswer }: OrderQuestionProps) {
  const t = useText('app');
  const { timers, markets, accounts, texts } = services;
  const [ready, setReady] = useState<FrameQuestion | null>(null);
  useEffect(() => timers.after(readingMs, () => setReady(question)), [timers, question]);
  const lines = questionLines(question, {
    word: (value) => t(`frame.word.${value}`),
    change: (value, before) => t('frame.ask.now', { value, before }),
    field: (name) => texts.fieldName(name),
    exchange: (id) => markets.exchangeTitle(id),
    account: (apiId) => accounts.apiAccounts.find((one) => one.apiId === apiId)?.name ?? String(apiId),
  });
  const title = t(`frame.ask.${question.kind}`, { name: who });
  return (
    <Modal key={title} label={title} title={title} size="narrow" onClose={() => onAnswer(false)}>
      <div className={styles.question}>
        <p>{t('frame.ask.origin')}</p>
        <dl>
          {lines.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.answers}>
          <Button data-first onClick={() => onAnswer(false)}>
            {t('frame.ask.no')}
          </Button>
          <Button appearance="primary" disabled={ready !== question} onClick={() => onAnswer(true)}>
            {t(`frame.ask.yes.${question.kind}`)}
          </Button>
        </div>
      </div>
    </Modal>
  );
});
