import type { FormRules } from '../../../domain/forms/form-rules.ts';
import { type FormIslandProps, type FormNotice, type FormSentence, formSentences } from '../../../islands/form/form-props.ts';
import { type HouseText, useHouseText } from '../house-text.tsx';
import { Island } from '../island.tsx';
import { FormField, type FormFieldTerms } from './form-field.tsx';
import { FormFile, type FormFileTerms } from './form-file.tsx';
import styles from './site-form.module.css';

interface SiteFormProps {
  /** The plugin's island, made by `formIsland` with the same rules. */
  readonly of: string;
  readonly rules: FormRules;
  /** In the order in which they are drawn; a file among them has no rule. */
  readonly fields: readonly (FormFieldTerms | FormFileTerms)[];
  readonly send: string;
  readonly done: FormNotice;
  readonly failed: FormNotice;
}

/** A form of the public site. Its fields are there without a script; what sends them is its island. */
export function SiteForm({ of, rules, fields, send, done, failed }: SiteFormProps) {
  const text = useHouseText();
  return (
    <Island of={of} props={islandProps(text, failed)} className={styles.island}>
      <form className={styles.form} noValidate data-part="form">
        <noscript>
          <p className={styles.noScript}>{text('site', 'form.noScript')}</p>
        </noscript>
        <p className={styles.hint}>{text('site', 'form.marked')}</p>
        <div className={styles.fields}>
          {fields.map((field) => {
            if ('formats' in field) return <FormFile key={field.name} {...field} />;
            const rule = rules[field.name];
            if (rule === undefined) throw new Error(`the form "${of}" has no rule for its field "${field.name}"`);
            return <FormField key={field.name} rule={rule} {...field} />;
          })}
        </div>
        <p className={styles.hint} data-part="terms">
          {text('site', 'form.terms.untold')}
        </p>
        <div className={styles.notice} role="alert">
          <strong data-part="notice-title" />
          <span data-part="notice-text" />
        </div>
        <div className={styles.actions}>
          {/* Given free by the island: sent without it, what was typed would stand in the address of the page. */}
          <button className={styles.send} type="submit" disabled data-part="send">
            {send}
          </button>
          <span className={styles.status} role="status" data-part="status" />
          <button className={styles.cancel} type="button" data-part="cancel" hidden>
            {text('site', 'form.cancel')}
          </button>
          <progress className={styles.progress} max={1} value={0} data-part="progress" aria-label={text('site', 'form.sending')} hidden />
        </div>
      </form>
      <section className={styles.done} data-part="done" tabIndex={-1} aria-label={done.title} hidden>
        <h2>{done.title}</h2>
        <p>{done.text}</p>
      </section>
    </Island>
  );
}

function islandProps(text: HouseText, failed: FormNotice): FormIslandProps {
  const site = (key: string, values?: Readonly<Record<string, string>>) => text('site', `form.${key}`, values);
  const notice = (name: string, values?: Readonly<Record<string, string>>): FormNotice => ({
    title: site(`${name}.title`),
    text: site(`${name}.text`, values),
  });
  return {
    sentences: Object.fromEntries(formSentences.map((code) => [code, text('errors', `${code}_brief`, { limit: '{limit}' })])) as Readonly<
      Record<FormSentence, string>
    >,
    texts: {
      refused: site('refused'),
      oneFile: site('file.one'),
      terms: site('terms.told', { time: '{time}' }),
      working: site('working'),
      sending: site('sending'),
      judging: site('judging'),
    },
    notices: {
      failed,
      limited: notice('limited', { time: '{time}' }),
      lost: notice('lost'),
      canceled: notice('canceled'),
      impossible: notice('impossible'),
    },
  };
}
