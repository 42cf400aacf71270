import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import { Icon, useText } from '../../core/ui/index.ts';
import type { TradeTemplateView } from '../../schemas/wire/template.ts';
import type { Services } from './requires.ts';
import { templateOf } from './templates.ts';
import type { TemplatesStore } from './templates-store.ts';
import styles from './ticket-form.module.css';
import type { TicketStore } from './ticket-store.ts';

export interface TicketTemplatesProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly templates: TemplatesStore;
  readonly onClose: () => void;
}

/** Named tickets: fill in one, save the present one, delete with a way back. */
export const TicketTemplates = observer(function TicketTemplates({ services, store, templates, onClose }: TicketTemplatesProps) {
  const t = useText('panel-order-ticket');
  const [name, setName] = useState('');
  const [asPercent, setAsPercent] = useState(true);
  const [withPrices, setWithPrices] = useState(false);
  const over = templates.named(name);
  useEffect(() => void templates.load(), [templates]);

  const apply = (template: TradeTemplateView): void => {
    store.takeTemplate(template.content);
    onClose();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    const percent = asPercent && store.percent > 0 ? store.percent : null;
    void templates.save(name, templateOf(store.draft, { percent, withPrices })).then((saved) => saved && setName(''));
  };

  return (
    <div className={styles.sheet}>
      <strong>{t('templates')}</strong>
      {templates.loaded && templates.templates.length === 0 && <p>{t('templates.none')}</p>}
      <ul className={styles.templates}>
        {templates.templates.map((template) => (
          <li key={template.template_id}>
            <button type="button" className={styles.template} onClick={() => apply(template)}>
              <span className={styles.ellipsis} title={template.name}>
                {template.name}
              </span>
              <span className={styles.muted}>
                {t(`side.${template.content.side}`)} ·{' '}
                {template.content.mode === 'ORDER' ? t(`type.${template.content.type}`) : t(`mode.${template.content.mode}`)}
                {template.content.percent === undefined ? '' : ` · ${template.content.percent}%`}
              </span>
            </button>
            <button
              type="button"
              className={styles.tool}
              aria-label={t('templates.delete', { name: template.name })}
              title={t('templates.delete', { name: template.name })}
              onClick={() => void templates.remove(template)}
            >
              <Icon name="trash" size={12} />
            </button>
          </li>
        ))}
      </ul>
      {templates.deleted !== null && (
        <p role="status">
          {t('templates.deleted', { name: templates.deleted.name })}{' '}
          <button type="button" className={styles.again} onClick={() => void templates.undo()}>
            {t('templates.undo')}
          </button>
        </p>
      )}
      <form className={styles.sheet} onSubmit={onSubmit}>
        <label className={styles.choice}>
          <span>{t('templates.name')}</span>
          <input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={asPercent && store.percent > 0}
            disabled={store.percent === 0}
            onChange={(event) => setAsPercent(event.target.checked)}
          />
          <span>{t('templates.percent', { percent: store.percent })}</span>
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={withPrices} onChange={(event) => setWithPrices(event.target.checked)} />
          <span>{t('templates.prices')}</span>
        </label>
        {templates.error !== null && (
          <p className={styles.warn} role="alert">
            {services.texts.errorText(templates.error)}
          </p>
        )}
        <button type="submit" className={styles.primary} disabled={name.trim() === ''}>
          {t(over === null ? 'templates.save' : 'templates.overwrite')}
        </button>
      </form>
    </div>
  );
});
