import { useText } from '../../../core/ui/index.ts';
import sheet from './sheet.module.css';
import styles from './ticket-help.module.css';

/** The ticket's keys: what is pressed, and the text of what it does. */
const keys = [
  ['B', 'help.buy'],
  ['S', 'help.sell'],
  ['Enter', 'help.enter'],
  ['↑ ↓', 'help.step'],
  ['Shift ↑ ↓', 'help.stepTen'],
  ['Alt B', 'help.sendBuy'],
  ['Alt S', 'help.sendSell'],
  ['Alt 1–4', 'help.shares'],
] as const;

/** Every key of the ticket, and how few of them an order takes. */
export function TicketHelp() {
  const t = useText('panel-order-ticket');
  return (
    <div className={sheet.sheet}>
      <strong>{t('help')}</strong>
      <dl className={styles.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('help.example')}</p>
    </div>
  );
}
