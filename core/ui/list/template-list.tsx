import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import button from '../buttons/bare-button.module.css';
import { Icon } from '../icon.tsx';
import { ClippedText } from '../text/clipped-text.tsx';
import { useText } from '../text/use-text.ts';
import type { NamedTemplate, NamedTemplates } from './named-templates.ts';
import styles from './template-list.module.css';

interface TemplateListProps<C, T extends NamedTemplate<C>> {
  readonly templates: NamedTemplates<C, T>;
  /** Said while there are none. */
  readonly empty: string;
  /** Beside the name: what it would fill in. */
  readonly detail: (template: T) => ReactNode;
  readonly onApply: (template: T) => void;
}

/** The user's templates of one sort: a click fills in, a deleted one can be brought back. */
export const TemplateList = observer(function TemplateList<C, T extends NamedTemplate<C>>(props: TemplateListProps<C, T>) {
  const { templates, empty, detail, onApply } = props;
  const t = useText('ui');
  return (
    <>
      {templates.loaded && templates.templates.length === 0 && <p className={styles.said}>{empty}</p>}
      <ul className={styles.list}>
        {templates.templates.map((template) => (
          <li key={template.templateId}>
            <button type="button" className={styles.template} onClick={() => onApply(template)}>
              <ClippedText title={template.name}>{template.name}</ClippedText>
              <span className={styles.detail}>{detail(template)}</span>
            </button>
            <button
              type="button"
              className={`${button.bare} ${styles.remove}`}
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
        <p role="status" className={styles.said}>
          {t('templates.deleted', { name: templates.deleted.name })}{' '}
          <button type="button" className={styles.undo} onClick={() => void templates.undo()}>
            {t('templates.undo')}
          </button>
        </p>
      )}
    </>
  );
});
