import type { DocumentContent, DocumentHandle, Documents } from '../../core/contract/client-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { emptyLimits, type LimitFields } from '../../core/ui/strategy/limit-fields.ts';

/** What somebody had in the form of one strategy. */
export interface FormChoice {
  readonly name: string;
  /** Null: the one that is offered first. */
  readonly environment: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly limits: LimitFields;
  /** An instance was started from it, and nothing has changed since. */
  readonly started: boolean;
}

const emptyChoice: FormChoice = { name: '', environment: null, params: {}, limits: emptyLimits, started: false };

/** Remembers at the server the strategy that was chosen last, and what stood in its form and in those of others. */
export class FormMemory {
  readonly #documents: Documents;
  readonly #choices = new Map<string, FormChoice>();
  #strategy: string | null = null;
  #handle: DocumentHandle | null = null;
  #isReady = false;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Loads what was saved, then says so; a choice that was made before counts more. */
  open(onReady: () => void): Disposer {
    const handle = this.#documents.open('strategy-form', 'last', { merge: united });
    this.#handle = handle;
    void handle.loaded.then((outcome) => {
      if (this.#handle !== handle) return;
      if (outcome.ok) {
        const saved = readContent(handle.content ?? {});
        for (const [key, choice] of saved.choices) if (!this.#choices.has(key)) this.#choices.set(key, choice);
        this.#strategy ??= saved.strategy;
        this.#isReady = true;
      }
      onReady();
    });
    return () => {
      this.#handle = null;
      this.#isReady = false;
      handle.close();
    };
  }

  get strategy(): string | null {
    return this.#strategy;
  }

  choiceOf(strategy: string): FormChoice {
    return this.#choices.get(strategy) ?? emptyChoice;
  }

  keep(strategy: string | null, choice: FormChoice | null): void {
    this.#strategy = strategy;
    if (strategy !== null && choice !== null) this.#choices.set(strategy, choice);
    if (this.#isReady) this.#handle?.change({ strategy, choices: Object.fromEntries(this.#choices) });
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

function readContent(content: DocumentContent): { readonly strategy: string | null; readonly choices: [string, FormChoice][] } {
  const saved = isObject(content.choices) ? Object.entries(content.choices) : [];
  return {
    strategy: typeof content.strategy === 'string' ? content.strategy : null,
    choices: saved.flatMap(([key, choice]): [string, FormChoice][] => (isObject(choice) ? [[key, readChoice(choice)]] : [])),
  };
}

function readChoice({ name, environment, params, limits, started }: Readonly<Record<string, unknown>>): FormChoice {
  const kept = isObject(limits) ? limits : {};
  const fields = Object.entries(emptyLimits).map(([field, empty]) => [field, textOr(kept[field], empty)]);
  return {
    name: textOr(name, ''),
    environment: typeof environment === 'string' ? environment : null,
    params: isObject(params) ? params : {},
    limits: Object.fromEntries(fields) as LimitFields,
    started: started === true,
  };
}

/** Another window has worked on other strategies meanwhile: theirs stay. */
const united = (mine: DocumentContent, theirs: DocumentContent): DocumentContent => ({
  ...mine,
  choices: { ...(isObject(theirs.choices) ? theirs.choices : {}), ...(isObject(mine.choices) ? mine.choices : {}) },
});
