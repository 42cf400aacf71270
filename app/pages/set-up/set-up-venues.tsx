import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductRoutes } from '../../../schemas/wire/index.ts';
import type { ReplyOf } from '../../../schemas/wire/route.ts';
import type { SetUpDraft } from './set-up-draft.ts';
import styles from './set-up-page.module.css';

export type InstalledVenueView = ReplyOf<ProductRoutes['setUpLook']>['venues'][number];

interface SetUpVenuesProps {
  readonly venues: readonly InstalledVenueView[];
  readonly draft: SetUpDraft;
  readonly onChange: (change: (before: SetUpDraft) => SetUpDraft) => void;
}

/** Which of the installed venues are to be open, each with what it is. */
export function SetUpVenues({ venues, draft, onChange }: SetUpVenuesProps) {
  const { t } = useTranslation('set-up');
  const turn = (key: string, on: boolean): void =>
    onChange((before) => ({
      ...before,
      closedVenues: on ? before.closedVenues.filter((one) => one !== key) : [...before.closedVenues, key],
    }));
  return (
    <fieldset className={styles.venues}>
      <legend>{t('venues')}</legend>
      {venues.map(({ key, plugin, title, description, kind }) => {
        const said = { title: t(title, { ns: plugin }), help: t(description, { ns: plugin }) };
        if (kind === 'sandbox')
          return (
            <Line
              key={key}
              title={said.title}
              help={t('sandboxHelp')}
              checked={draft.sandbox}
              onTurn={(sandbox) => onChange((before) => ({ ...before, sandbox }))}
            />
          );
        if (kind === 'choice')
          return <Line key={key} {...said} checked={!draft.closedVenues.includes(key)} onTurn={(on) => turn(key, on)} />;
        return <Line key={key} title={said.title} help={`${said.help} ${t('venueNeeded')}`} checked onTurn={null} />;
      })}
    </fieldset>
  );
}

interface LineProps {
  readonly title: string;
  readonly help: string;
  readonly checked: boolean;
  /** Null: it is as it is. */
  readonly onTurn: ((on: boolean) => void) | null;
}

function Line({ title, help, checked, onTurn }: LineProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={onTurn === null}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onTurn?.(target.checked)}
      />
      <div>
        <label htmlFor={id}>{title}</label>
        <p id={`${id}-help`}>{help}</p>
      </div>
    </div>
  );
}
