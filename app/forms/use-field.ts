import type { WidgetProps } from '@rjsf/utils';
import { use } from 'react';
import { FieldPathContext, type FormScene, isFixed, useScene } from './form-scene.ts';
import type { FieldPath, FormSchema } from './form-schema.ts';

interface FieldView {
  readonly scene: FormScene;
  readonly path: FieldPath;
  readonly schema: FormSchema;
  readonly label: string;
  readonly help: string | null;
  readonly error: string | null;
  /** Why it cannot be changed; null where that is plain. */
  readonly hint: string | null;
  /** Shown and not to be changed. */
  readonly fixed: boolean;
  readonly required: boolean;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
}

/** What a widget shows of its field, in the user's language. */
export function useField({ schema: raw, name, value, required = false, onChange }: WidgetProps): FieldView {
  const scene = useScene();
  const path = use(FieldPathContext);
  const schema = raw as FormSchema;
  const help = schema['x-help'];
  return {
    scene,
    path,
    schema,
    label: schema.title === undefined ? name : scene.say(schema.title),
    help: help === undefined ? null : scene.say(help),
    error: scene.problemAt(path),
    hint: scene.mode === 'update' && isFixed(scene, path) ? scene.t('fixed') : null,
    fixed: isFixed(scene, path),
    required,
    value,
    change: onChange,
  };
}
