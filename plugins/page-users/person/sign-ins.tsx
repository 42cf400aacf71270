import type { Texts } from '../../../core/contract/client-services.ts';
import { type ErrorCode, errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { Disclosure, TimeText, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { PlaceText } from '../../../core/ui/place/place-text.tsx';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { DeviceText } from './device-text.tsx';
import styles from './person-card.module.css';

interface SignInsProps {
  readonly signIns: PersonView['sign_ins'];
  readonly texts: Pick<Texts, 'errorText'>;
}

const isErrorCode = (outcome: string): outcome is ErrorCode => Object.hasOwn(errorCatalogue, outcome);

/** The last times that somebody came in, or tried to, and what stood against it. */
export function SignIns({ signIns, texts }: SignInsProps) {
  const t = useText('page-users');
  const outcomeText = (outcome: string): string =>
    outcome === 'OK' ? t('signIns.in') : isErrorCode(outcome) ? texts.errorText({ code: outcome, params: {} }) : outcome;
  return (
    <section className={styles.part} aria-label={t('signIns')}>
      <Disclosure summary={<span className={styles.title}>{t('signIns')}</span>}>
        {signIns.length === 0 && <p className={words.quiet}>{t('signIns.empty')}</p>}
        <ul className={styles.lines}>
          {signIns.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tries may have come in one millisecond, and the lines never move
            <li key={`${one.time} ${at}`} className={styles.words}>
              <span>
                <TimeText timeMs={one.time} /> · <PlaceText ip={one.ip} place={one.place} />
              </span>
              <span className={one.outcome === 'OK' ? words.quiet : styles.warned}>{outcomeText(one.outcome)}</span>
              <DeviceText userAgent={one.user_agent} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}
