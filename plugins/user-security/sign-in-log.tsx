import { observer } from 'mobx-react-lite';
import type { Texts } from '../../core/contract/client-services.ts';
import { type ErrorCode, errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { Disclosure, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { PlaceText } from '../../core/ui/place/place-text.tsx';
import { DeviceText } from './device-text.tsx';
import styles from './security.module.css';
import type { SecurityStore } from './security-store.ts';

interface SignInLogProps {
  readonly store: SecurityStore;
  readonly texts: Pick<Texts, 'errorText'>;
}

const isErrorCode = (outcome: string): outcome is ErrorCode => Object.hasOwn(errorCatalogue, outcome);

/** The last times that somebody came in as this person, or tried to. */
export const SignInLog = observer(function SignInLog({ store, texts }: SignInLogProps) {
  const t = useText('user-security');
  const outcomeText = (outcome: string): string =>
    outcome === 'OK' ? t('log.in') : isErrorCode(outcome) ? texts.errorText({ code: outcome, params: {} }) : outcome;
  return (
    <PagePart label={t('log.title')}>
      <Disclosure summary={<h2>{t('log.title')}</h2>}>
        {store.signIns.length === 0 && <p className={words.quiet}>{t('log.empty')}</p>}
        <ul className={styles.lines}>
          {store.signIns.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tries may have come in one millisecond, and the lines never move
            <li key={`${line.time} ${at}`} className={styles.line}>
              <span className={styles.words}>
                <DeviceText userAgent={line.user_agent} />
                <span className={words.quiet}>
                  <PlaceText ip={line.ip} place={line.place} /> · <TimeText timeMs={line.time} />
                </span>
              </span>
              <span className={line.outcome === 'OK' ? words.quiet : styles.warned}>{outcomeText(line.outcome)}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </PagePart>
  );
});
