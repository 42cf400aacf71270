import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import type { TicketTemplate } from '../../../core/contract/client-services.ts';
import { TemplateList, TextField, useText } from '../../../core/ui/index.ts';
import { Check } from '../form/check.tsx';
import sheet from '../form/sheet.module.css';
import { TicketNote } from '../form/ticket-note.tsx';
import type { Services } from '../requires.ts';
import type { TicketStore } from '../ticket-store.ts';
import { templateOf } from './templates.ts';
import type { TicketTemplatesStore } from './templates-store.ts';
import styles from './ticket-templates.module.css';

interface TicketTemplatesProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly templates: TicketTemplatesStore;
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

  const apply = (template: TicketTemplate): void => {
    store.takeTemplate(template.content);
    onClose();
  };
  const detailOf = ({ content }: TicketTemplate): string => {
    const { side, mode, percent } = content;
    const kind = mode === 'ORDER' ? t(`type.${content.type}`) : t(`mode.${mode}`);
    return [t(`side.${side}`), kind, ...(percent === undefined ? [] : [`${percent}%`])].join(' · ');
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    const percent = asPercent && store.percent > 0 ? store.percent : null;
    void templates.save(name, templateOf(store.draft, { percent, withPrices })).then((saved) => saved && setName(''));
  };

  return (
    <div className={sheet.sheet}>
      <strong>{t('templates')}</strong>
      <TemplateList templates={templates} empty={t('templates.none')} detail={detailOf} onApply={apply} />
      <form className={sheet.sheet} onSubmit={onSubmit}>
        <TextField label={t('templates.name')} value={name} maxLength={60} onChange={setName} />
        <Check checked={asPercent && store.percent > 0} disabled={store.percent === 0} onChange={setAsPercent}>
          <span>{t('templates.percent', { percent: store.percent })}</span>
        </Check>
        <Check checked={withPrices} onChange={setWithPrices}>
          <span>{t('templates.prices')}</span>
        </Check>
        {templates.error !== null && (
          <TicketNote tone="warn" role="alert">
            {services.texts.errorText(templates.error)}
          </TicketNote>
        )}
        <button type="submit" className={styles.primary} disabled={name.trim() === ''}>
          {t(over === null ? 'templates.save' : 'templates.overwrite')}
        </button>
      </form>
    </div>
  );
});
