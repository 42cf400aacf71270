import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useId } from 'react';
import { HelpMark } from './field-frame.tsx';
import { FieldPathContext, useScene } from './form-scene.ts';
import { dotted, type FieldSection, type FieldWidget, type FormSchema, sectionsOf, widgetOf } from './form-schema.ts';
import styles from './forms.module.css';

/** One field's place; widgets draw label, help and problem themselves. */
export function FieldTemplate({ fieldPathId, schema, hidden, children }: FieldTemplateProps) {
  const { path } = fieldPathId;
  if (hidden === true) return null;
  const isLeaf = (schema as FormSchema).properties === undefined;
  return (
    <FieldPathContext value={path}>
      {isLeaf ? (
        <div className={isWide(schema as FormSchema) ? `${styles.cell} ${styles.wide}` : styles.cell} data-field={dotted(path)}>
          {children}
        </div>
      ) : (
        children
      )}
    </FieldPathContext>
  );
}

const wideWidgets: readonly (FieldWidget | null)[] = ['account', 'instrument', 'assets', 'switch', 'numbers', 'words', null];
const isWide = (schema: FormSchema): boolean => wideWidgets.includes(widgetOf(schema));

/** The whole form in sections; an object inside it, such as a leg, as a frame with a title. */
export function ObjectFieldTemplate({ fieldPathId, schema: raw, properties }: ObjectFieldTemplateProps) {
  const scene = useScene();
  const helpId = useId();
  const schema = raw as FormSchema;
  const content = new Map(properties.map((property) => [property.name, property.content]));
  const sections = sectionsOf(schema);
  const grid = ({ names }: FieldSection): ReactNode => <div className={styles.grid}>{names.map((name) => content.get(name))}</div>;
  if (fieldPathId.path.length > 0) {
    const help = schema['x-help'];
    const title = schema.title === undefined ? dotted(fieldPathId.path) : scene.say(schema.title);
    return (
      // Its legend also has the button of the help.
      <fieldset className={styles.part} aria-label={title} aria-describedby={help === undefined ? undefined : helpId}>
        <legend>
          {title}
          <HelpMark of={title} help={help === undefined ? null : scene.say(help)} id={helpId} />
        </legend>
        {sections.map((section) => (
          <div key={section.group ?? ''}>{grid(section)}</div>
        ))}
      </fieldset>
    );
  }
  return (
    <>
      {sections.map((section) => (
        <section key={section.group ?? ''} className={styles.section} aria-label={scene.t(`group.${section.group ?? 'other'}`)}>
          <h4>{scene.t(`group.${section.group ?? 'other'}`)}</h4>
          {grid(section)}
          {section.group === 'market' && scene.afterMarket}
        </section>
      ))}
    </>
  );
}
