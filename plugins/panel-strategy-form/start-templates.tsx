import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import type { StartTemplate, StartTemplateContent } from '../../core/contract/strategies.ts';
import { NamedTemplates, splitKey, TemplateList, TextInput, useText } from '../../core/ui/index.ts';
import { limitFieldsOf, limitsOf } from '../../core/ui/strategy/limit-fields.ts';
import type { FormStore } from './form-store.ts';
import type { Services } from './requires.ts';
import styles from './strategy-form.module.css';

interface StartTemplatesProps {
  readonly services: Services;
  readonly store: FormStore;
  readonly onClose: () => void;
}

/** Named starts: fill the form with one, save the present form, delete with a way back. */
export const StartTemplates = observer(function StartTemplates({ services, store, onClose }: StartTemplatesProps) {
  const t = useText('panel-strategy-form');
  const { api, strategies, texts } = services;
  const templates = useMemo(
    () =>
      new NamedTemplates<StartTemplateContent, StartTemplate>({
        list: () => api.call('startTemplateList', {}),
        save: (draft) => api.call('startTemplateSave', { body: draft }),
        remove: (template) => api.call('startTemplateDelete', { body: template }),
      }),
    [api],
  );
  useEffect(() => void templates.load(), [templates]);
  const [name, setName] = useState('');
  const canSave = name.trim() !== '' && store.template !== null;
  const titleOf = (key: string): string => {
    const template = strategies.template(key);
    return template === null ? key : texts.t(template.plugin, splitKey(template.title).key);
  };
  const apply = ({ content }: StartTemplate): void => {
    store.fill(content as Parameters<FormStore['fill']>[0], limitFieldsOf(content.limits));
    onClose();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const content = contentOf(store);
    if (canSave && content !== null) void templates.save(name, content).then((saved) => saved && setName(''));
  };
  return (
    <section className={styles.templates} aria-label={t('templates')}>
      <TemplateList templates={templates} empty={t('templates.none')} detail={({ content }) => titleOf(content.strategy)} onApply={apply} />
      {templates.error !== null && (
        <p className={styles.alert} role="alert">
          {texts.errorText(templates.error)}
        </p>
      )}
      <form className={styles.saving} onSubmit={onSubmit}>
        <TextInput
          aria-label={t('templates.name')}
          placeholder={t('templates.name')}
          value={name}
          maxLength={60}
          disabled={store.template === null}
          onChange={setName}
        />
        <button type="submit" disabled={!canSave}>
          {t(templates.named(name) === null ? 'templates.save' : 'templates.overwrite')}
        </button>
      </form>
    </section>
  );
});

function contentOf({ template, name, chosenEnvironment: environment, params, limits: fields }: FormStore): StartTemplateContent | null {
  if (template === null) return null;
  const limits = limitsOf(fields);
  return {
    strategy: template.strategy,
    name: name.trim() === '' ? template.strategy.slice(0, 60) : name.trim(),
    ...(environment === null ? {} : { environment }),
    params: { ...params },
    ...(limits === undefined ? {} : { limits }),
  };
}
