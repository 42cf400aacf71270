// The package's index also imports what its own tests need, an ajv validator that is not installed.
import Form from '@rjsf/core/lib/components/Form.js';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FieldProblem, SchemaFormProps } from '../../core/contract/forms.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { useText } from '../../core/ui/index.ts';
import { marketBeside } from './form-problems.ts';
import { type FormScene, FormSceneContext } from './form-scene.ts';
import { dotted, type FieldPath, type FormSchema, type FormValue, fitted } from './form-schema.ts';
import { withAccounts } from './form-world.ts';
import styles from './forms.module.css';
import type { FormServices } from './forms.ts';
import { branchValidator, rjsfSchema, uiSchemaOf, widgets } from './rjsf-parts.tsx';
import { FieldTemplate, ObjectFieldTemplate } from './templates.tsx';
import { useFavourites } from './use-favourites.ts';
import { useFormProblems } from './use-form-problems.ts';
import { useSchemaTexts } from './use-schema-texts.ts';

/** A list that needs entries begins empty and not with entries of nothing. */
const emptyLists = { arrayMinItems: { populate: 'never' } } as const;
const none: readonly InstrumentId[] = [];
const templates = { FieldTemplate, ObjectFieldTemplate };

/** The form of a schema; the contract tells of its props. */
export const schemaFormWith = (services: FormServices) =>
  observer(function SchemaForm(props: SchemaFormProps) {
    const schema = props.schema as FormSchema;
    const idPrefix = useId();
    const parts = useMemo(() => ({ schema: rjsfSchema(schema), ui: uiSchemaOf(schema) }), [schema]);
    const [visited, onBlur] = useVisited();
    const { scene, change } = useFormScene(services, schema, props, visited);
    return (
      <FormSceneContext value={scene}>
        <fieldset aria-label={props.label} className={styles.form} onBlur={onBlur}>
          <Form
            tagName="div"
            schema={parts.schema}
            uiSchema={parts.ui}
            formData={scene.value}
            validator={branchValidator}
            idPrefix={idPrefix}
            idSeparator="."
            noHtml5Validate
            experimental_defaultFormStateBehavior={emptyLists}
            noValidate
            showErrorList={false}
            templates={templates}
            widgets={widgets}
            onChange={({ formData }) => change(formData as FormValue)}
          >
            {/* No button: whoever shows the form has its own. */}
            <span hidden />
          </Form>
        </fieldset>
      </FormSceneContext>
    );
  });

/** What the form shows of the owner's value, and how a change gets back to the owner. */
function useFormScene(
  services: FormServices,
  schema: FormSchema,
  {
    value: given,
    onChange,
    problems: foreign = [],
    moreMarkets = none,
    mode = 'new',
    revealed = false,
    afterMarket = null,
  }: SchemaFormProps,
  visited: readonly string[],
): { readonly scene: FormScene; readonly change: (next: FormValue) => void } {
  const t = useText('forms');
  const say = useSchemaTexts(schema);
  const favourites = useFavourites(services.documents);
  const complete = useMemo(() => fitted(schema, given), [schema, given]);
  const value = withAccounts(schema, complete, services);
  const problemsOf = useFormProblems(schema, services, moreMarkets, t, say);
  const problems = problemsOf(value);
  const report = (next: FormValue, found: readonly FieldProblem[]): void =>
    onChange(
      next,
      found.map(({ field, message }) => ({ field, message })),
    );
  useFirstReport(given, value, problems, report);

  const problemAt = (path: FieldPath): string | null => {
    if (mode === 'locked') return null;
    const name = dotted(path);
    const isHere = ({ field }: FieldProblem): boolean => field === name || field.startsWith(`${name}.`);
    const own = problems.find((one) => isHere(one) && (!one.isMissing || revealed || visited.includes(name)));
    return (own ?? foreign.find(isHere))?.message ?? null;
  };
  const marketOf = (path: FieldPath): string | null => marketBeside(schema, value, path);
  return {
    scene: { services, schema, value, mode, t, say, problemAt, marketOf, favourites, moreMarkets, afterMarket },
    change: (typed) => {
      const next = withAccounts(schema, typed, services, value);
      report(next, problemsOf(next));
    },
  };
}

/** Names of the fields that somebody has been to. */
function useVisited(): readonly [readonly string[], (event: { readonly target: Element }) => void] {
  const [visited, setVisited] = useState<readonly string[]>([]);
  const onBlur = ({ target }: { readonly target: Element }): void => {
    const name = target.closest<HTMLElement>('[data-field]')?.dataset.field;
    if (name !== undefined && !visited.includes(name)) setVisited([...visited, name]);
  };
  return [visited, onBlur];
}

/** Tells what the owner cannot know of the value that it gave: what was filled in, and what is wrong with it. */
function useFirstReport(
  given: FormValue,
  value: FormValue,
  problems: readonly FieldProblem[],
  report: (value: FormValue, problems: readonly FieldProblem[]) => void,
): void {
  const told = useRef('');
  const now = JSON.stringify([given, value, problems]);
  useEffect(() => {
    if (told.current === now) return;
    told.current = now;
    report(value, problems);
  });
}
